'use client';

import { lazy, Suspense } from 'react';
import { loadFailed } from '../loadable.tsx';
import type { RefundStateProps } from './refund-state.tsx';

const RefundState = lazy(() =>
  import('./refund-state.tsx').then(
    (loaded) => ({ default: loaded.RefundState }),
    () => ({ default: loadFailed() }),
  ),
);

/** What became of unmatched funds. Few links have any: its script is loaded by their pages alone. */
export function RefundNotice(props: RefundStateProps) {
  return (
    <Suspense>
      <RefundState {...props} />
    </Suspense>
  );
}
