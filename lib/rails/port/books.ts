/** The kind of a line in a gateway's books. `fee`: charged to the account itself, not for a single payment. */
export type BookLineKind = 'payment' | 'refund' | 'dispute' | 'payout' | 'fee' | 'other';

/**
 * A movement of a gateway account, as its own books list it. Amounts in minor units (lib/money.ts); negative: money out.
 */
export type BookLine = {
  /** Stable: the same whenever the books are read, unless `ambiguousWithId` is present. */
  id: string;
  /**
   * Books without numbers: the id of the first line that nothing but its amounts tells from this one. Such lines are in the
   * same page, and which one is first depends on the others that are read.
   */
  ambiguousWithId?: string;
  kind: BookLineKind;
  /** The gateway's id of the payment that the line belongs to; null where it belongs to none. */
  gatewayPaymentId: string | null;
  /** The settlement currency, ISO 4217. */
  currency: string;
  grossMinor: bigint;
  /** The gateway's fee; negative if it was returned. */
  feeMinor: bigint;
  /** Gross less fee: the change of the account's balance. */
  netMinor: bigint;
  at: Date;
};

/** A period, including both instants. */
export type BookPeriod = { from: Date; to: Date };

/** The books of a period, in pages; or the id of the report that the gateway is preparing. */
export type Books = { ready: true; pages: AsyncIterable<BookLine[]> } | { ready: false; reportId: string };
