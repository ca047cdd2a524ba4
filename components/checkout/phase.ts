import type { CheckoutView, ConfirmationView, RedirectMethodView } from '#lib/payments/checkout-view.ts';

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
