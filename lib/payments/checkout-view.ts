import type { Acceptance } from '#lib/causes/states.ts';
import type { PublicLinkReply } from '#lib/checkout-links/contract.ts';
import type { PaymentMethod } from '#lib/payment-methods.ts';
import type { RefundReason } from './judge.ts';

export type { PaymentMethod };

/** A method that the donor finishes at the gateway's own page: its form, its bounds in whole major units, its choices. */
export type RedirectMethodView = {
  method: Exclude<PaymentMethod, 'card'>;
  /** Name of the component that asks what the gateway needs. */
  form: string;
  min: number;
  max: number;
  options: { code: string; name: string }[];
};

/**
 * Money of this link that does not count, and why (decisions.md 42): on its way back, given back, `returned` to us after
 * the donor was told that it was given back, or `charged_back` by their bank. What is named is what arrived, in major units
 * with its cents, and not what was asked for; of a chargeback, what the bank took.
 */
export type RefundNotice = {
  state: 'refund_due' | 'refunded' | 'returned' | 'charged_back';
  amount: number;
  currency: string;
  reason: RefundReason;
};

/** How a link stands between the first payment that is started and the one that completes it. */
export type LinkStanding = {
  /** A payment that is not decided: a bank transfer or wallet payment that was started, a card payment that was sent. */
  waitingFor: PaymentMethod | null;
  /** The donor has paid it, and the gateway is deciding; always so of a card. */
  processing: boolean;
  /** The last bank transfer or wallet payment was turned down or called off, and none is under way. */
  declined: boolean;
};

/** All that the hosted checkout page is rendered from: plain data, fit for the browser. Amounts in whole major units. */
export type CheckoutView = LinkStanding & {
  link: PublicLinkReply;
  /** The address of this page, as the partner was given it. */
  url: string;
  /** What the donor is asked for now: minted, or as the donor changed it. */
  amountToPay: number;
  acceptance: Acceptance;
  /** In the order they are offered; empty where no method collects the currency. */
  methods: PaymentMethod[];
  /** What a card takes, where we know it; the gateway has the last word. */
  cardBounds: { min: number; max: number } | null;
  /** The methods of `methods` that lead elsewhere. */
  redirects: RedirectMethodView[];
  prefill: { email: string; name: string; anonymous: boolean };
  /** The lower-case country of the cause: the language where the browser names none. */
  country: string;
  /** The public page of the cause, where everyone may see it. */
  causeUrl: string | null;
  successUrl: string | null;
  cancelUrl: string | null;
  /** The donor gives from the page of the cause, which is where they go back to. */
  cameFromCause: boolean;
  refund: RefundNotice | null;
  /** No live key serves this page: it says so. */
  testMode: boolean;
  /** Another address of the processor's script than the library's own. */
  stripeJsUrl: string | null;
  /** Where the receipt is: for the browser that gave, and no other. */
  receiptPath?: string;
};

/** What a donor's browser asks while it waits, and is told (`POST /checkout/confirmation`). */
export type ConfirmationView = LinkStanding & {
  status: PublicLinkReply['status'];
  /** A payment has been started and is not settled yet. */
  pending: boolean;
  /** Card payments pause after too many declines (decisions.md 24). */
  cardLocked: boolean;
  refund: RefundNotice | null;
  amountPaid: number | null;
  paymentId: string | null;
  /** Where the receipt is: for the browser that gave, and no other. */
  receiptPath?: string;
};
