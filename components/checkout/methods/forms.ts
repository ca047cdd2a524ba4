import dynamic from 'next/dynamic';
import type { ComponentType, ReactNode } from 'react';
import { loadPart } from '../loadable.tsx';
import type { MethodProps } from './method.ts';
import type { FormName } from './offer.ts';

type MethodForm = ComponentType<MethodProps>;
type WithForm = ComponentType<{ children: (Form: MethodForm) => ReactNode }>;

/**
 * Loads the form of a method and renders its children with it; another gateway needs a line here and one in `offer.ts`. The
 * script of a form is loaded with the page that shows it, and otherwise when its method is chosen.
 */
export const METHOD_FORMS: Readonly<Record<FormName, WithForm>> = {
  card: dynamic(() => withForm(() => import('./card.tsx').then(({ CardMethod }) => CardMethod))),
  pse: dynamic(() => withForm(() => import('./pse/pse.tsx').then(({ PseMethod }) => PseMethod))),
  'mercado-pago-wallet': dynamic(() => withForm(() => import('./wallet.tsx').then(({ WalletMethod }) => WalletMethod))),
};

async function withForm(load: () => Promise<MethodForm>): Promise<WithForm> {
  const Form = await loadPart(load);
  return ({ children }) => children(Form);
}
