import type {
  CheckoutView,
  ConfirmationView,
  PaymentMethod,
  RedirectMethodView,
} from '#lib/payments/checkout-view.ts';
import { usableMethods } from './methods/offer.ts';

/** Where an open link's page is, after it was opened: the form, waiting, or what became of it. */
export type Phase =
  | { kind: 'form' }
  /**
   * A payment was sent (`isSure`), or the connection broke while it was: the server is asked which. One that is being
   * `processing` may take its time, and may fail.
   */
  | { kind: 'confirming'; isSure: boolean; hasEmail: boolean; processing?: boolean }
  /** A payment is to be finished at a bank or in a wallet, and the donor is here. */
  | { kind: 'elsewhere'; method: RedirectMethodView['method']; hasEmail: boolean }
  /** The server refused the link as no longer payable; what became of it is being asked. */
  | { kind: 'lookup' }
  | { kind: 'settled'; view: ConfirmationView }
  | { kind: 'not_accepting' };

/** The method that `pay=` in the address asks for, with the form whatever is under way; `other` for whichever is first. */
export type Wish = PaymentMethod | 'other' | null;

/** Reads what the address asks for. */
export function wishOf(pay: string | undefined, view: CheckoutView): Wish {
  if (pay === undefined) return null;
  return view.methods.find((method) => method === pay) ?? 'other';
}

/** A payment that is under way comes before the form, or it would be paid a second time unknowingly. */
export function firstPhase(view: CheckoutView, pay: Wish): Phase {
  const hasEmail = view.prefill.email !== '';
  if (view.waitingFor === 'card') return { kind: 'confirming', isSure: true, hasEmail, processing: true };
  if (pay !== null || view.waitingFor === null) return { kind: 'form' };
  return { kind: 'elsewhere', method: view.waitingFor, hasEmail };
}

/** The method that the form begins with; undefined where this page can take none. */
export function firstMethod(view: CheckoutView, pay: Wish): PaymentMethod | undefined {
  const methods = usableMethods(view);
  return methods.find((method) => method === pay) ?? methods[0];
}

/** The method that a link's page leads elsewhere with: a country has one (spec 1.3). */
export function methodElsewhere(view: CheckoutView): RedirectMethodView['method'] {
  const waiting = view.waitingFor === 'card' ? null : view.waitingFor;
  return waiting ?? view.redirects[0]?.method ?? 'bank_transfer';
}

/** The page's view once the server has told what became of the link. */
export function settledView(view: CheckoutView, told: ConfirmationView): CheckoutView {
  return {
    ...view,
    refund: told.refund,
    ...(told.receiptPath === undefined ? {} : { receiptPath: told.receiptPath }),
    link: {
      ...view.link,
      status: told.status,
      ...(told.amountPaid === null ? {} : { amount_paid: told.amountPaid }),
      ...(told.paymentId === null ? {} : { payment_id: told.paymentId }),
    },
  };
}
