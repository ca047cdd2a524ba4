import dynamic from 'next/dynamic';
import type { ComponentType } from 'react';
import { loadFailed } from '../loadable.tsx';
import type { MethodProps } from './method.ts';
import type { FormName } from './offer.ts';

/**
 * The form of each method; another gateway needs a line here and one in `offer.ts`. The script of a form is loaded with the
 * page that shows it, and otherwise when its method is chosen.
 */
export const METHOD_FORMS: Readonly<Record<FormName, ComponentType<MethodProps>>> = {
  card: dynamic(() => import('./card.tsx').then(({ CardMethod }) => CardMethod, loadFailed)),
  pse: dynamic(() => import('./pse/pse.tsx').then(({ PseMethod }) => PseMethod, loadFailed)),
  'mercado-pago-wallet': dynamic(() => import('./wallet.tsx').then(({ WalletMethod }) => WalletMethod, loadFailed)),
};
