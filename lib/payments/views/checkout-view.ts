import type { Acceptance } from '#lib/causes/states.ts';
import type { PublicLinkReply } from '#lib/checkout-links/contract.ts';
import type { RecipientView } from '#lib/clients/recipient-view.ts';
import type { AmountWords } from '#lib/i18n/amount-words.ts';
import type { PaidWith } from '#lib/i18n/write-paid-with.ts';
import type { PaymentMethod } from '#lib/payment-methods.ts';
import type { RefundReason } from '#lib/payments/sync/decisions.ts';

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
 * Unmatched funds of this link, and why (ruling 42): to be refunded, refunded, `returned` to us after a refund, `unclaimed` until
 * the donor tells us where to send them, held back by an open chargeback (`disputed`), or `charged_back` by the donor's bank. Amounts are in major units with their cents, of what
 * arrived and not of what was requested.
 */
export type RefundNotice = {
  state: 'refund_due' | 'refunded' | 'returned' | 'unclaimed' | 'disputed' | 'charged_back';
  /** What the service refunds, without what the bank holds back or took; of a chargeback alone, what the bank has. */
  amount: number;
  /** The part of what was refunded that was sent by bank transfer. */
  byTransfer?: number;
  /** What an open chargeback holds back besides. */
  heldByBank?: number;
  /** What the bank has returned to the donor besides. */
  returnedByBank?: number;
  /** Of unclaimed money: where its donor says how to send it, if the service has an address. No client may read that. */
  contact?: string;
  currency: string;
  reason: RefundReason;
};

/** How a link stands between the first payment that is started and the one that completes it. */
export type PaymentProgress = {
  /** A payment that is not decided: a bank transfer or wallet payment that was started, a card payment that was sent. */
  waitingFor: PaymentMethod | null;
  /** The donor has paid it, and the gateway is deciding; always so of a card. */
  processing: boolean;
  /** The last bank transfer or wallet payment was turned down or called off, and none is under way. */
  declined: boolean;
  /** The last card that its gateway reported was declined. A later try may be on its way to the gateway. */
  cardDeclined: boolean;
};

/** All that the hosted checkout page is rendered from: plain data, fit for the browser. Amounts in whole major units. */
export type CheckoutView = PaymentProgress & {
  link: PublicLinkReply;
  /** The address of this page, as the partner was given it. */
  url: string;
  /** What the donor is asked for now: minted, or as the donor changed it. */
  amountToPay: number;
  acceptance: Acceptance;
  /** In the order they are offered; empty where no method collects the currency. */
  methods: PaymentMethod[];
  /** The amounts that are offered by card; the gateway has the last word. Null where no card takes the currency. */
  cardBounds: { min: number; max: number } | null;
  /** The methods of `methods` that lead elsewhere. */
  redirects: RedirectMethodView[];
  prefill: { email: string; name: string; anonymous: boolean; message: string };
  /** What may stand beside the digits of a typed amount. */
  amountWords: AmountWords;
  /** The lower-case country of the cause: the language where the browser names none. */
  country: string;
  trust: RecipientView;
  /** The public page of the cause, where everyone may see it. */
  causeUrl: string | null;
  successUrl: string | null;
  cancelUrl: string | null;
  /** This browser confirmed a card payment a moment ago, and its outcome is not known yet. */
  confirming: boolean;
  /** The donor gives from the page of the cause, which is where they go back to. */
  cameFromCause: boolean;
  refund: RefundNotice | null;
  /** No live key serves this page: it says so. */
  testMode: boolean;
  /** Another address of the processor's script than the library's own. */
  stripeJsUrl: string | null;
  /** Only in the browser that paid, so it also says whom a completed link thanks (ruling 68). */
  receipt?: DonorReceipt;
  /** What the donor entered to have the receipt sent was no email address. */
  isReceiptEmailInvalid?: true;
};

/** What the thank-you page says of a donation's receipt. */
export type DonorReceipt = {
  /** Of its page. */
  path: string;
  /** In groups, made to be read out. */
  number: string;
  /** Where it was sent; null where the donor gave no address. */
  email: string | null;
  completedAt: string;
  /** The donor's; null where their browser did not tell it. */
  timeZone: string | null;
  paidWith: PaidWith;
  /** How the payment appears on the donor's statement; null where the gateway does not tell. */
  statementDescriptor: string | null;
  /** A sentence for each kind of reversal since, in the language of the page; left out of what was completed just now. */
  notices?: readonly string[];
};

/** The answer to a donor's browser that waits for a payment (`POST /checkout/confirmation`). */
export type ConfirmationView = PaymentProgress & {
  status: PublicLinkReply['status'];
  acceptance: Acceptance;
  /** A payment has been started and is not settled yet. */
  pending: boolean;
  /** Card payments pause after too many declines (ruling 24). */
  cardLocked: boolean;
  /** Only this link is paused: another one of the same cause can be paid by card. */
  newLinkHelps: boolean;
  refund: RefundNotice | null;
  /** What was paid and its payment: null in every browser but the one that paid (ruling 68). */
  amountPaid: number | null;
  paymentId: string | null;
  /** For the browser that paid, and no other. */
  receipt?: DonorReceipt;
};
