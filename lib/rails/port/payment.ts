import type { RemoteDispute, RemoteRefund } from './reversals.ts';

/** A payment as its gateway reports it: money that has been received. */
export type RemotePayment = {
  /** The gateway's id of the payment. */
  id: string;
  /** The payment's link, from its reference; null if it has none. */
  linkId: string | null;
  /** In major units, with a fraction if there are cents. */
  amountMajor: number;
  /** In minor units (lib/money.ts). */
  amountMinor: bigint;
  /** ISO 4217, upper case. */
  currency: string;
  /** When it succeeded, by the gateway's clock. */
  succeededAt: Date;
  /**
   * What has been refunded so far, in minor units, without refunds that are pending; null if it is unknown.
   */
  refundedMinor: bigint | null;
  /** All refunds, including those made at the gateway's own dashboard; null if they are unknown. */
  refunds: RemoteRefund[] | null;
  /** All disputes; one that is no longer listed has ended. Null if they are unknown. */
  disputes: RemoteDispute[] | null;
  /**
   * The dispute that the payment's own status implies, of all that was not refunded; absent if it implies none. It stands in
   * for one that is not listed, and is never listed together with it.
   */
  impliedDispute?: RemoteDispute;
  costs: RemoteCosts;
  /** What is unknown because its answer was missing, failed or incomplete; absent if nothing is. */
  unread?: readonly Unread[];
  /** What it was paid with; absent if the gateway does not report it. */
  source?: PaymentSource;
  /** The id of our payment in its metadata, if one gateway reference can collect several payments. */
  paymentId?: string | null;
};

/** A part of a payment that its gateway did not answer about, and the code of that failure. What is known of it stays. */
export type Unread = { part: 'refunds' | 'disputes' | 'declines'; code: string };

/** What a payment was made with, as its gateway reports it; null where it does not. Stored with the payment. */
export type PaymentSource = {
  /** The gateway's word, such as `visa`. */
  cardBrand: string | null;
  cardLast4: string | null;
  /** The wallet that held the card, such as `apple_pay`. */
  cardWallet: string | null;
  bankName: string | null;
  /** The text that the donor's statement shows. */
  statementDescriptor: string | null;
};

/**
 * One movement of a payment's money on the gateway account. Amounts in minor units (lib/money.ts); positive: money in,
 * negative: money out.
 */
export type RemoteMovement = {
  /** The gateway's id of the movement. */
  id: string;
  /** In the payment's currency. */
  amountMinor: bigint;
  /** The settlement currency (ISO 4217), and the same amount converted to it. */
  settledCurrency: string;
  settledMinor: bigint;
  /** The gateway's fee in the settlement currency; negative if it was returned. */
  feeMinor: bigint;
};

/** What a gateway charges for a payment, and when it releases the money. */
export type RemoteCosts = {
  movements: RemoteMovement[];
  /** False while some of its fees are not known yet. */
  complete: boolean;
  /** The time from which the money can be paid out; null while unknown. The gateway may change it. */
  releasedAt: Date | null;
  /** Whether it can be paid out now, in the gateway's own word; null where it tells only the time. */
  isReleased: boolean | null;
};

/** A declined charge. `reference` is the gateway's id of the charge. */
export type RemoteDecline = { reference: string; code: string; declinedAt: Date };

/**
 * An attempt as its gateway reports it. Only explicit success and explicit failure are final. `live`: the donor can still
 * complete it. `processing`: the donor has paid and the gateway has not decided.
 */
export type RemoteAttempt = {
  status: 'live' | 'processing' | 'canceled' | 'declined';
  money: RemotePayment[];
  declines: RemoteDecline[];
  /** The code of the last decline, of an attempt that ended with it or on which the donor can try again; else null. */
  lastDecline?: string | null;
};

/**
 * What identifies an attempt at its gateway: the id of the started object, and its link. `seen` is the gateway's id of a
 * payment that an event named; it is retrieved by that id, because a search may not find it yet.
 */
export type AttemptHandle = { reference: string; linkId: string; seen?: string };

/** A payment that its gateway found by an event's reference, with what it says of the link that it is for. */
export type FoundPayment = {
  gatewayPaymentId: string;
  linkId: string;
  /** The id of our payment in its metadata; null for rails that do not send one. */
  paymentId: string | null;
  /** The gateway's id of what was started; null if the payment does not name it, as a wallet's does not. */
  reference: string | null;
  /** What the donor was asked for, in major units, with a fraction if there are cents. */
  amountMajor: number;
  /** ISO 4217, upper case. */
  currency: string;
  createdAt: Date;
  /** The donor's address for the receipt, if the gateway has one. */
  email: string | null;
  /** What the gateway keeps for us; null where it keeps nothing but the ids. */
  metadata: unknown;
};
