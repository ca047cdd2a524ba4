import type { CheckoutView, PaymentMethod, RedirectMethodView } from '#lib/payments/checkout-view.ts';
import { card } from './card-form.ts';
import type { MethodForm } from './method.ts';
import { pse } from './pse/pse.tsx';
import { mercadoPagoWallet } from './wallet.tsx';

/** The forms by name: `card`, and what each rail that leads elsewhere calls its own. Another gateway's is a line here. */
const METHOD_FORMS: Readonly<Record<string, MethodForm>> = {
  card,
  pse,
  'mercado-pago-wallet': mercadoPagoWallet,
};

/** The form of a method of a link; undefined where this page has none, and the method is not offered. */
export function formOf(view: CheckoutView, method: PaymentMethod): MethodForm | undefined {
  const name = method === 'card' ? 'card' : redirectOf(view, method)?.form;
  return name === undefined ? undefined : METHOD_FORMS[name];
}

/** The methods of a link that this page can take, in the order they are offered. */
export function usableMethods(view: CheckoutView): PaymentMethod[] {
  return view.methods.filter((method) => formOf(view, method) !== undefined);
}

/** What a method takes, in whole major units; null where only the gateway knows. */
export function boundsOf(view: CheckoutView, method: PaymentMethod): { min: number; max: number } | null {
  return method === 'card' ? view.cardBounds : (redirectOf(view, method) ?? null);
}

/** The other methods that would take an amount which this one does not. */
export function methodsTaking(view: CheckoutView, amount: number, except: PaymentMethod): PaymentMethod[] {
  return usableMethods(view).filter((method) => {
    const bounds = boundsOf(view, method);
    return method !== except && (bounds === null || (amount >= bounds.min && amount <= bounds.max));
  });
}

/** What is known of a method that leads elsewhere. */
export function redirectOf(view: CheckoutView, method: PaymentMethod): RedirectMethodView | undefined {
  return view.redirects.find((redirect) => redirect.method === method);
}

/** Once a link is settled, nothing that a donor typed for it is kept. */
export function forgetDrafts(linkId: string): void {
  for (const { forget } of Object.values(METHOD_FORMS)) forget?.(linkId);
}
