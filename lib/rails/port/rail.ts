import type { z } from 'zod';
import type { PaymentMethod } from '#lib/payment-methods.ts';
import type { BookPeriod, Books } from './books.ts';
import type { AttemptHandle, FoundPayment, RemoteAttempt } from './payment.ts';
import type { RefundInput, RemoteRefund } from './reversals.ts';

/**
 * The methods of every rail. A rail is stateless and imports nothing of the domain. Objects of the other mode than the
 * account's keys are left out of lists; retrieving one fails with WRONG_MODE.
 */
export type Rail = {
  kind: PaymentMethod;
  /** The name of the gateway account, as stored with each payment and used in the URL of its webhook. */
  gateway: string;
  /** Retrieves an attempt with its money, refunds and disputes. @throws GatewayError */
  retrieve(attempt: AttemptHandle): Promise<RemoteAttempt>;
  /**
   * Cancels an attempt, so that nobody can pay it any more, and retrieves it: it may have succeeded before. @throws
   * GatewayError
   */
  cancel(attempt: AttemptHandle): Promise<RemoteAttempt>;
  /**
   * Refunds a payment, at most once for each `refundId`: it searches for that refund first, and creates it if there is
   * none.
   * @throws GatewayError; after a `failed` or `refused` the caller uses another idempotency key, and after a
   * `refused_for_good` it does not ask again.
   */
  refund(gatewayPaymentId: string, input: RefundInput): Promise<RemoteRefund>;
  /** Finds what `refund` made for the same input; null if it made nothing. @throws GatewayError */
  findRefund(gatewayPaymentId: string, input: RefundInput): Promise<RemoteRefund | null>;
  /**
   * Verifies an event. Null for one to acknowledge and ignore: of the other mode, or of a type that tells nothing new.
   * @param readBody reads the body as it was sent. It is not called without a signature, as for what strangers send
   * @throws InvalidEvent when the signature is missing or wrong, or what it signs is no event.
   */
  readEvent(headers: Headers, url: URL, readBody: () => Promise<string>, now: Date): Promise<GatewayEventHint | null>;
  /** Converts minor units of a currency (ISO 4217) to major units, with a fraction if there are cents. */
  majorOf(amountMinor: bigint, currency: string): number;
  /**
   * The payment of an event's reference, with its link, for references that we have not stored. Null if there is none, or
   * it is for no link.
   * @throws GatewayError
   */
  findPayment(reference: string): Promise<FoundPayment | null>;
  /**
   * Reads the account's own books. Both this and reading the pages may throw.
   * @param reportId the report that an earlier call found in preparation; null requests a new one.
   * @throws GatewayError; after one that is not `unreachable` the report is of no use.
   */
  readBooks(period: BookPeriod, reportId: string | null): Promise<Books>;
  /**
   * The balance of the account, available and pending together, in minor units by ISO 4217 currency; null if the gateway
   * does not report one.
   * @throws GatewayError
   */
  readBalance(): Promise<ReadonlyMap<string, bigint> | null>;
};

/** A rail for cards. The donor's browser confirms a payment intent with the gateway. */
export type CardRail = Rail & {
  kind: 'card';
  publishableKey: string;
  /** The bounds of a card payment, in whole major units; null if the gateway does not accept the currency. */
  bounds(currency: string): AmountBounds | null;
  /** What the page offers: amounts within `bounds` that the gateway takes at today's exchange rates too. */
  offer(currency: string): AmountBounds | null;
  /** Creates a payment intent. @throws GatewayError */
  start(input: StartInput): Promise<CardIntent>;
  /** Retrieves an intent with its client secret, for the browser. @throws GatewayError */
  retrieveIntent(reference: string): Promise<CardIntent>;
};

/** A rail whose donor pays at the gateway's own page: a bank transfer or a wallet. */
export type RedirectRail = Rail & {
  kind: 'bank_transfer' | 'wallet';
  /** The name of the form with this rail's fields. */
  form: string;
  /** The one currency it collects, ISO 4217. */
  currency: string;
  /** A link with less time left is not offered this rail, in milliseconds (ruling 43). */
  leastRemainingMs: number;
  /** The schema of the form's fields. Its messages are codes, which the page translates. */
  payer: z.ZodType<Record<string, string>>;
  /** The form's field with the code of an offered option; null if the form has none. */
  optionField: string | null;
  /** Never throws: while the gateway cannot be reached, the last known or the documented bounds. */
  offer(): Promise<RedirectOffer>;
  /**
   * Starts an attempt.
   * @throws GatewayError; a code that begins with `amount_refused` or `payer_refused` is about the donor's input. The donor
   * cannot correct other refusals.
   */
  start(input: RedirectStart): Promise<RedirectStarted>;
  /** Finds an attempt whose response was lost, by our payment's id. @throws GatewayError */
  findStarted(linkId: string, paymentId: string): Promise<RedirectStarted | null>;
  /** The page where the donor resumes an attempt; null if it cannot be resumed. @throws GatewayError */
  resume(attempt: AttemptHandle): Promise<string | null>;
};

/** A payment intent. The client secret goes to the browser and is never stored. */
export type CardIntent = {
  reference: string;
  clientSecret: string;
  remote: RemoteAttempt;
  amountMajor: number;
};

/**
 * The input to start an attempt. `key` is the idempotency key; the amount is in whole major units. The gateway keeps
 * `metadata` with the payment.
 */
export type StartInput = {
  key: string;
  linkId: string;
  amountMajor: number;
  currency: string;
  metadata: Record<string, string>;
};

/** The input to start an attempt that the donor completes at the gateway's own page. */
export type RedirectStart = StartInput & {
  /** Our payment's id, which the gateway's payments will contain. */
  paymentId: string;
  /** The text that the donor reads at the gateway. */
  description: string;
  /** The URL to which the gateway redirects the donor afterwards. */
  returnUrl: string;
  /** The URL for the gateway's events; null if it cannot be reached from outside. */
  notificationUrl: string | null;
  expiresAt: Date;
  /** The donor's IP address; null if unknown. */
  clientAddress: string | null;
  /** The fields of the rail's form, as parsed by `payer`. They are only sent to the gateway. */
  payer: unknown;
};

/** A started attempt and the page to redirect the donor to. */
export type RedirectStarted = { reference: string; redirectUrl: string };

/** A verified event: its id, its type, and its attempt, payment or chargeback. */
export type GatewayEventHint = {
  eventId: string;
  type: string;
  reference: string | null;
  /** The event says no more than that the payment succeeded: once that is recorded, it brings nothing. */
  reports?: 'success';
};

/** Bounds of an amount in whole major units, inclusive. */
export type AmountBounds = { min: number; max: number };

/** An option for the donor, such as a bank. */
export type Option = { code: string; name: string };

/** The current bounds of a redirect rail, and the options of its form. */
export type RedirectOffer = AmountBounds & { options: Option[] };
