'use client';

import { lazy, Suspense } from 'react';
import { loadPart } from '../loadable.tsx';
import type { RefundStateProps } from './refund-state.tsx';

const RefundState = lazy(async () => ({
  default: await loadPart<RefundStateProps>(() => import('./refund-state.tsx').then((loaded) => loaded.RefundState)),
}));

/** What became of unmatched funds. Few links have any: its script is loaded by their pages alone. */
export function RefundNotice(props: RefundStateProps) {
  return (
    <Suspense>
      <RefundState {...props} />
    </Suspense>
  );
}
