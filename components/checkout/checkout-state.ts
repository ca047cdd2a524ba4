import { type AmountParseError, type ParsedAmount, parseAmount, withinBounds } from '#lib/i18n/parse-amount.ts';
import type {
  CheckoutView,
  ConfirmationView,
  PaymentMethod,
  PaymentProgress,
  RedirectMethodView,
  RefundNotice,
} from '#lib/payments/views/checkout-view.ts';
import type { Failure } from './api.ts';
import type { DetailErrors, Details } from './check-details.ts';
import type { FormError, MethodOff, Payer, PayOutcome } from './methods/method.ts';
import { boundsOf, methodsTaking, widestBounds } from './methods/offer.ts';
import { presetAmounts } from './presets.ts';

/**
 * The checkout of one link in the donor's browser. `reduce` (`machine.ts`) takes a state and an event and returns the next
 * state; components render the state; `use-checkout.ts` sends the requests that it asks for and feeds the answers back.
 */
export type CheckoutState = {
  /** The link as the server rendered it. */
  view: CheckoutView;
  /** How the page writes numbers. */
  formatLocale: string;
  step: Step;
  form: CheckoutForm;
  /** The payment under way, from the press of the button to its outcome. */
  payment: CheckoutPayment | null;
  /** Unmatched funds of this link, which are refunded. */
  refund: RefundNotice | null;
  /** A request for the link's status outside of waiting: the link's time is over, or the browser shows a kept page. */
  statusCheck: { id: number } | null;
  /** The id of the newest request. An answer to a request that the state does not hold any more is ignored. */
  lastId: number;
};

/** What the page shows. */
export type Step =
  | { kind: 'form' }
  | WaitingStep
  /** The link is completed, expired or cancelled, or its cause has stopped taking donations. */
  | { kind: 'ended'; status: ConfirmationView };

/** The page polls the server until it knows what became of a payment, or of a link that takes no more payments. */
export type WaitingStep = {
  kind: 'waiting';
  /** A payment was certainly sent from here. False after a return from a bank, or a broken connection. */
  isSent: boolean;
  /** The server knew before the first poll what is under way. */
  wasKnown: boolean;
  /** The donor is back from a bank or wallet: nothing of this page is on its way to the gateway any more. */
  hasReturned: boolean;
  progress: PaymentProgress;
  hasEmail: boolean;
  /** How many polls were answered, or failed. */
  polls: number;
  /** The last poll failed. */
  isUnreachable: boolean;
  poll: { id: number; delayMs: number };
  /** The donor asked to resume a bank transfer or wallet payment. */
  resume: { id: number; method: RedirectMethodView['method'] } | null;
  resumeFailure: Failure | null;
};

/** What the donor typed and chose. It survives every step. */
export type CheckoutForm = {
  /** The form was shown; from then on it stays in the page, out of sight where another step is shown. */
  wasShown: boolean;
  /** Null until the donor has chosen one of several: none is suggested. */
  method: PaymentMethod | null;
  /** The step that is shown of the method's form, from 0. */
  methodStep: number;
  /** The methods chosen so far: what was typed into their forms is kept. */
  visited: PaymentMethod[];
  amount: Amount;
  details: Details;
  detailErrors: DetailErrors;
  /** What is wrong in the shown step of the method's own form. */
  methodErrors: FormError[];
  notice: Notice | null;
  /** Why the chosen method cannot be paid with now; `over`: it could not, and can again. */
  off: MethodOff | 'over' | null;
  /** Counts up when the card form has to be loaded anew. */
  round: number;
  /** The donor gave up a redirect payment that was started before. */
  startOver: boolean;
  /** The donor knows that an earlier payment may still arrive. */
  allowConcurrentPayment: boolean;
};

/** The donor's amount, in whole major units. The server learns of it when the donor confirms. */
export type Amount = {
  choice: number | 'other';
  text: string;
  /** The last amount on the page that could be paid: the method's form is prepared for it. */
  payable: number;
  /** The amount before the donor began to type. */
  settled: number;
  error: AmountError | null;
  /** The donor types: what is offered, and what is wrong, waits until they have not for a moment. */
  rest: { id: number; delayMs: number } | null;
};

/** Why the amount on the page cannot be paid. `refused`: the gateway does not take it. */
export type AmountError = AmountParseError | 'refused';

/** A payment on its way from the button to its outcome. What it pays and for whom is fixed when the button is pressed. */
export type CheckoutPayment = {
  id: number;
  stage: 'checking_form' | 'saving_donation' | 'confirming' | 'retrieving';
  method: PaymentMethod;
  /** What pays: the form of the method, or the sheet of a wallet. */
  by: 'form' | 'wallet';
  payer: Payer;
  anonymous: boolean;
  message: string;
  /** What the honeypot field held. */
  website: string;
};

/** A message above the form or at the payment. Its text: `error-text.ts`. */
export type Notice =
  /** Fields that cannot be sent. Which ones is in the form, and changes as the donor edits them. */
  | { kind: 'errors' }
  /** A payment was declined after the donor had left the form. */
  | { kind: 'declined_later'; method: PaymentMethod }
  | { kind: 'card_declined'; text: Extract<PayOutcome, { kind: 'declined' }>['text'] }
  | { kind: 'incomplete' | 'form_failed' | 'not_ready' | 'needs_cookies' | 'honeypot' }
  | { kind: 'not_started' | 'not_saved'; failure: Failure }
  | { kind: 'concurrent_payment'; method: RedirectMethodView['method'] }
  | { kind: 'started_again'; amount: number };

/** After so many polls without a payment that perhaps was never sent, the donor may try again. */
const NOT_RECEIVED_AFTER_POLLS = 3;

/**
 * The amounts to choose from: those around the minted one that a method takes. A minted amount below all bounds gives way to
 * the least that can be paid.
 */
export function presetsOf({ view }: CheckoutState): number[] {
  return presetAmounts(Math.max(view.link.amount, widestBounds(view).min), null).filter(
    (amount) => methodsTaking(view, amount).length > 0,
  );
}

/** The amount on the page as the chosen method takes it, or any before one is chosen; or why it cannot be paid. */
export function readAmount(state: CheckoutState): ParsedAmount {
  const parsed = parsedAmount(state);
  const { view, form } = state;
  const bounds = form.method === null ? widestBounds(view) : boundsOf(view, form.method);
  return bounds === null ? parsed : withinBounds(parsed, bounds);
}

/** An amount that was understood and that the chosen method does not take; null where there is none. */
export function amountOutOfBounds(state: CheckoutState): number | null {
  const parsed = parsedAmount(state);
  return parsed.ok && !readAmount(state).ok ? parsed.amount : null;
}

/** The amount that methods are offered for: while the donor is typing, the one before. */
export function offeredAmount(state: CheckoutState): number {
  const { choice, rest, settled } = state.form.amount;
  const parsed = parsedAmount(state);
  return parsed.ok && (choice !== 'other' || rest === null) ? parsed.amount : settled;
}

/** An amount that can be paid, as an example: the minted one, or the nearest to it. */
export function exampleAmount({ view }: CheckoutState): number {
  const { min, max } = widestBounds(view);
  return Math.min(Math.max(view.link.amount, min), max);
}

/** Whether no method of the page has taken an amount yet: nothing can be paid before the donor chooses another. */
export function isUnpayable({ view, form }: CheckoutState): boolean {
  return methodsTaking(view, form.amount.payable).length === 0;
}

/** The amount on the page as it was typed or chosen, whatever any method takes. */
export function parsedAmount({ form: { amount }, formatLocale, view }: CheckoutState): ParsedAmount {
  return amount.choice === 'other'
    ? parseAmount(amount.text, formatLocale, view.amountWords)
    : { ok: true, amount: amount.choice };
}

/** What the waiting page shows: polling, a payment that is processed or was redirected, or that none was received. */
export function waitingScreen(step: WaitingStep): 'confirming' | 'processing' | 'redirected' | 'not_received' {
  const { waitingFor } = step.progress;
  if (waitingFor === 'card') return 'processing';
  const isKnown = step.wasKnown || step.polls >= NOT_RECEIVED_AFTER_POLLS;
  if (waitingFor !== null && isKnown) return 'redirected';
  const isDoubtful = !step.isSent && !step.isUnreachable && isKnown;
  return isDoubtful ? 'not_received' : 'confirming';
}

/** The view of a link that takes no more payments, with its latest status. */
export function endedView(view: CheckoutView, status: ConfirmationView): CheckoutView {
  return {
    ...view,
    ...status,
    // That was so when the page was loaded.
    confirming: false,
    link: {
      ...view.link,
      status: status.status,
      ...(status.amountPaid === null ? {} : { amount_paid: status.amountPaid }),
      ...(status.paymentId === null ? {} : { payment_id: status.paymentId }),
    },
  };
}
