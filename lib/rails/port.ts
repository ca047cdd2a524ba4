import type { z } from 'zod';
import type { PaymentMethod } from '#lib/payment-methods.ts';

/** Money that arrived at a gateway, as the gateway tells it when asked. */
export type RemotePayment = {
  /** The gateway's id of the payment. */
  id: string;
  /** The link that the payment names as its reference; null where it names none. */
  linkId: string | null;
  /** In major units; a fraction where the gateway took cents. */
  amountMajor: number;
  /** In minor units (lib/money.ts). */
  amountMinor: bigint;
  /** ISO 4217, upper case. */
  currency: string;
  /** The gateway's own time of success. */
  succeededAt: Date;
  /** What has left for the donor so far, in minor units: less than the sum of `refunds` where some are not done. */
  refundedMinor: bigint;
  /** Every refund of it, whoever asked for it. */
  refunds: RemoteRefund[];
  /** Every dispute of it; one that is told no more is over. */
  disputes: RemoteDispute[];
  costs: RemoteCosts;
  /** Our payment that this money names, where one gateway reference can collect several. */
  paymentId?: string | null;
};

/** A refund as its gateway tells it. */
export type RemoteRefund = {
  /** The gateway's id of it. */
  id: string;
  /** Our refund that it names; null where it names none. */
  refundId: string | null;
  amountMinor: bigint;
  standing: RefundStanding;
  createdAt: Date;
};

/** Whether money given back is on its way, has arrived, or came back to us. */
export type RefundStanding = 'pending' | 'succeeded' | 'failed';

/** A dispute as its gateway tells it. */
export type RemoteDispute = {
  /** The gateway's id of it. */
  id: string;
  /** An inquiry asks and moves no money; it may become a chargeback, which takes its amount until it is won. */
  kind: DisputeKind;
  status: DisputeStatus;
  /** In minor units of its currency (ISO 4217), which is the payment's. */
  amountMinor: bigint;
  currency: string;
  /** Until when evidence is taken; null where nothing is asked. */
  respondBy: Date | null;
  openedAt: Date;
};

export const DISPUTE_KINDS = ['inquiry', 'chargeback'] as const;
export type DisputeKind = (typeof DISPUTE_KINDS)[number];

/** `closed`: ended without a verdict, as an inquiry that never became a chargeback. */
export const DISPUTE_STATUSES = ['open', 'won', 'lost', 'closed'] as const;
export type DisputeStatus = (typeof DISPUTE_STATUSES)[number];

/**
 * One movement of a payment's money on the gateway's own account, from which it takes its costs. Amounts in minor units
 * (lib/money.ts): above zero what came in, below zero what went back.
 */
export type RemoteMovement = {
  /** The gateway's own id of it. */
  id: string;
  /** In the payment's currency. */
  amountMinor: bigint;
  /** The currency in which the gateway settles, and the same amount in it. */
  settledCurrency: string;
  settledMinor: bigint;
  /** What the gateway took, in the settlement currency; below zero what it gave back. */
  feeMinor: bigint;
};

/** What a gateway says of a payment's money on its own account. */
export type RemoteCosts = {
  movements: RemoteMovement[];
  /** False while it has more to say of what it took. */
  complete: boolean;
  /** From when the gateway lets us have the money; null while it has not said. It may move the time. */
  releasedAt: Date | null;
};

/** What a line of a gateway's books is about. `fee`: taken of the account itself, for no payment of its own. */
export type BookLineKind = 'payment' | 'refund' | 'dispute' | 'payout' | 'fee' | 'other';

/** One movement of a gateway account, as its own books list it. Amounts in minor units (lib/money.ts): below zero what went out. */
export type BookLine = {
  /** The same whenever the books are read. */
  id: string;
  kind: BookLineKind;
  /** The gateway's id of the payment that it belongs to; null where it belongs to none. */
  gatewayPaymentId: string | null;
  /** In which it settled, ISO 4217. */
  currency: string;
  grossMinor: bigint;
  /** What the gateway took; below zero what it gave back. */
  feeMinor: bigint;
  /** Gross less fee: what the account's balance changed by. */
  netMinor: bigint;
  at: Date;
};

/** From and until an instant, both included. */
export type Period = { from: Date; to: Date };

/** The books of a period, in pages; while a gateway is still making them, what it calls the order. */
export type Books = { ready: true; pages: AsyncIterable<BookLine[]> } | { ready: false; order: string };

/** A try that the gateway declined. */
export type RemoteDecline = { reference: string; code: string; declinedAt: Date };

/**
 * What a gateway says of one attempt. Only explicit success and explicit failure are final. `live`: the donor may still pay
 * it. `processing`: they have, and the gateway has not decided; nothing is left for them to do.
 */
export type RemoteAttempt = {
  standing: 'live' | 'processing' | 'canceled' | 'declined';
  money: RemotePayment[];
  declines: RemoteDecline[];
  /** The code of the last try at a live attempt, where it was declined and the donor may try again there; else null. */
  lastDecline?: string | null;
};

/** What is needed to start an attempt. `key` makes a repeated start the same start. */
export type StartInput = { key: string; linkId: string; amountMajor: number; currency: string };

/** What a verified event points at: its own id, its type, and what it is about: an attempt, a payment, or what leads to one. */
export type GatewayEventHint = { eventId: string; type: string; reference: string | null };

/** A refund of ours, of a part of a payment or of all that is left of it. Amount in minor units (lib/money.ts). */
export type RefundOrder = {
  /** Names the refund at the gateway. */
  refundId: string;
  amountMinor: bigint;
  currency: string;
  /** The idempotency key: another one after the gateway has answered this refund with a fault that it keeps. */
  key: string;
  orderedAt: Date;
  /** The gateway's ids of refunds that are known not to be this one. */
  others: ReadonlySet<string>;
};

/**
 * An attempt as its gateway knows it: what was started there, and the link that it names as its reference. `seen` is a
 * payment that an event told of, to be read by its own id: a gateway's search may not show it yet.
 */
export type AttemptHandle = { reference: string; linkId: string; seen?: string };

/**
 * What every rail can do, whatever gateway serves it. A rail keeps no state and knows no noun of ours. What a gateway tells
 * of the other mode than the account's keys, it never hands on: it leaves it out, or fails with OTHER_MODE where it was
 * asked for that very thing.
 */
export type Rail = {
  kind: PaymentMethod;
  /** Name of the gateway account, as stored with each payment and used in its webhook's address. */
  gateway: string;
  /** Asks the gateway about an attempt. @throws GatewayError */
  lookUp(attempt: AttemptHandle): Promise<RemoteAttempt>;
  /** Ends an attempt so that nobody can pay it any more, and tells what became of it: success may have been faster. @throws GatewayError */
  cancel(attempt: AttemptHandle): Promise<RemoteAttempt>;
  /**
   * Gives back, at most once for each `refundId` however often it is asked: looks for the refund first, and asks for it
   * where there is none.
   * @throws GatewayError; after a `fault` the next call takes another key, `refused` is about this refund.
   */
  giveBack(gatewayPaymentId: string, order: RefundOrder): Promise<RemoteRefund>;
  /**
   * Verifies an incoming event; null for one that is to be acknowledged and nothing else, such as one of the other mode.
   * @throws InvalidEvent when the signature does not hold.
   */
  readEvent(headers: Headers, url: URL, rawBody: string, now: Date): Promise<GatewayEventHint | null>;
  /** An amount in the gateway's minor units of a currency (ISO 4217) in major units: a fraction where there are cents. */
  majorOf(amountMinor: bigint, currency: string): number;
  /**
   * The money that an event's reference leads to where we do not know that: a payment and the link that it names. Null
   * where there is none.
   * @throws GatewayError
   */
  moneyOf(reference: string): Promise<{ gatewayPaymentId: string; linkId: string } | null>;
  /**
   * Reads the account's own books. Both this and reading the pages may throw.
   * @param order what an earlier call answered while they were being made; null asks for them.
   * @throws GatewayError; one that is not `unreachable` leaves the order useless.
   */
  readBooks(period: Period, order: string | null): Promise<Books>;
  /**
   * What the account holds now, available or not, in minor units by ISO 4217 currency; null where the gateway does not
   * tell.
   * @throws GatewayError
   */
  readBalance(): Promise<ReadonlyMap<string, bigint> | null>;
};

/** The card rail adds what the donor's browser needs to confirm an intent with the processor. */
export type CardRail = Rail & {
  kind: 'card';
  publishableKey: string;
  /** Whole major units; null where cards cannot collect the currency. */
  bounds(currency: string): AmountBounds | null;
  start(input: StartInput): Promise<CardIntent>;
  /** The intent with its client secret, for the browser. */
  retrieve(reference: string): Promise<CardIntent>;
};

export type AmountBounds = { min: number; max: number };

/** One of the banks, wallets or the like that a donor chooses from. */
export type Option = { code: string; name: string };

/** What a rail that sends the donor elsewhere takes now, in whole major units, and what its form lets them choose. */
export type RedirectOffer = AmountBounds & { options: Option[] };

/** What is needed to start an attempt that the donor finishes at the gateway's own page. */
export type RedirectStart = StartInput & {
  /** Our payment's id; it comes back with whatever the donor pays. */
  paymentId: string;
  /** What the donor reads at the gateway. */
  description: string;
  /** Where the gateway sends the donor afterwards. */
  returnUrl: string;
  /** Where the gateway sends its events; null where it could not reach us. */
  notificationUrl: string | null;
  expiresAt: Date;
  /** The donor's internet address, where it is known. */
  clientAddress: string | null;
  /** The fields of the rail's form, as checked by `payer`. They go to the gateway and nowhere else. */
  payer: unknown;
};

/** An attempt started elsewhere and the page where the donor goes on with it. */
export type RedirectStarted = { reference: string; redirectUrl: string };

/** A rail whose donor pays at the gateway's own page: a bank transfer or a wallet. */
export type RedirectRail = Rail & {
  kind: 'bank_transfer' | 'wallet';
  /** Name of the component that asks the donor what this rail needs. */
  form: string;
  /** The one currency it collects, ISO 4217. */
  currency: string;
  /** The least time a link must have left for a payment to be able to finish in it, in milliseconds (decisions.md 43). */
  leastRemainingMs: number;
  /** What the form's fields must be; its messages are codes that the page puts into words. */
  payer: z.ZodType<Record<string, string>>;
  /** The field of the form that takes the code of one of the offer's options; null where it has none. */
  optionField: string | null;
  /** Never throws: where the gateway cannot be asked, what is known without it. */
  offer(): Promise<RedirectOffer>;
  /**
   * @throws GatewayError; a refusal whose code begins with `amount_refused` or `payer_refused` is about what the donor
   * entered, any other is not the donor's to mend.
   */
  start(input: RedirectStart): Promise<RedirectStarted>;
  /** An attempt that was started but whose answer never reached us, by our payment's id. @throws GatewayError */
  findStarted(linkId: string, paymentId: string): Promise<RedirectStarted | null>;
  /** The page where the donor goes on with an attempt; null where there is nothing to go on with. @throws GatewayError */
  resume(attempt: AttemptHandle): Promise<string | null>;
};

/** A card intent; the client secret is handed on and never stored. */
export type CardIntent = {
  reference: string;
  clientSecret: string;
  remote: RemoteAttempt;
  amountMajor: number;
};

/**
 * How a call to a gateway failed: never answered; answered with a fault that is not about what was asked, such as a failure
 * of its own, a key that is being changed, or an account without enough money; or refused what was asked.
 */
export type GatewayFailure = 'unreachable' | 'fault' | 'refused';

/** A call to a gateway that did not succeed. `code` is the gateway's own word, for the log and for decisions of ours. */
export class GatewayError extends Error {
  readonly failure: GatewayFailure;
  readonly code: string;
  constructor(failure: GatewayFailure, code: string, cause: unknown) {
    super(`gateway ${failure}: ${code}`, { cause });
    this.name = 'GatewayError';
    this.failure = failure;
    this.code = code;
  }
}

/** Whether an error came from a gateway, recognised by its data: one process may load this file twice. */
export function isGatewayError(error: unknown): error is GatewayError {
  return error instanceof Error && error.name === 'GatewayError' && 'failure' in error;
}

/** The code of a fault: what was answered is of the other mode than our keys, so that it tells us nothing (decisions.md 61). */
export const OTHER_MODE = 'other_mode';

/** What a call tells; undefined where all of it is of the other mode, which was logged. @throws GatewayError otherwise */
export async function unlessOtherMode<T>(call: Promise<T>): Promise<T | undefined> {
  try {
    return await call;
  } catch (error) {
    if (isGatewayError(error) && error.code === OTHER_MODE) return undefined;
    throw error;
  }
}

/** An event that its gateway did not sign. */
export class InvalidEvent extends Error {
  constructor(message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = 'InvalidEvent';
  }
}

/** Whether an error says that an event was not signed, recognised by its data as `isGatewayError` is. */
export function isInvalidEvent(error: unknown): error is InvalidEvent {
  return error instanceof Error && error.name === 'InvalidEvent';
}
