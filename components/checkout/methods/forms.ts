import dynamic from 'next/dynamic';
import type { ComponentType } from 'react';
import { partMissing } from '../part-missing.tsx';
import type { MethodProps } from './method.ts';
import type { FormName } from './offer.ts';

/**
 * The form of each method; another gateway's is a line here and one in `offer.ts`. The script of a form comes with the
 * page that shows it, and otherwise when its method is chosen.
 */
export const METHOD_FORMS: Readonly<Record<FormName, ComponentType<MethodProps>>> = {
  card: dynamic(() => import('./card.tsx').then(({ CardMethod }) => CardMethod, partMissing)),
  pse: dynamic(() => import('./pse/pse.tsx').then(({ PseMethod }) => PseMethod, partMissing)),
  'mercado-pago-wallet': dynamic(() =>
    import('./wallet.tsx').then(({ WalletMethod }) => WalletMethod, partMissing),
  ),
};
