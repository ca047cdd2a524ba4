import type { ComponentType } from 'react';
import type { CheckoutView, PaymentMethod } from '#lib/payments/checkout-view.ts';
import { CardMethod } from './card.tsx';
import type { MethodProps } from './method.ts';

/** The form of each method. A method without one is not offered. */
export const METHOD_FORMS: Readonly<Partial<Record<PaymentMethod, ComponentType<MethodProps>>>> = {
  card: CardMethod,
};

/** The methods of a link that this page can take, in the order they are offered. */
export function usableMethods(view: CheckoutView): PaymentMethod[] {
  return view.methods.filter((method) => METHOD_FORMS[method] !== undefined);
}

/** What a method takes, in whole major units; null where only the gateway knows. */
export function boundsOf(view: CheckoutView, method: PaymentMethod): { min: number; max: number } | null {
  return method === 'card' ? view.cardBounds : null;
}
