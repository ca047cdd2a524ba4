/** What can be told of the books of a gateway and ours, in the order of pages. */
export const DIFFERENCE_KINDS = [
  /** A payment of theirs that we do not know. */
  'unknown_payment',
  /** One of ours that they do not. */
  'missing_payment',
  /** One that both know, of another amount. */
  'amount',
  /** A movement of theirs that is of no payment and no kind that is booked. */
  'unknown_movement',
  /** What the account holds as a whole. */
  'balance',
] as const;
export type DifferenceKind = (typeof DIFFERENCE_KINDS)[number];

/** Where the books of a gateway and ours do not agree; amounts net of fees in minor units (lib/money.ts), as text. */
export type Difference = {
  about: DifferenceKind;
  /** The gateway's id of the payment or the movement; of the balance its currency. */
  subject: string;
  /** Our payment; null where there is none. */
  paymentId: string | null;
  /** ISO 4217. */
  currency: string;
  oursMinor: string;
  theirsMinor: string;
};

/** What a gateway account holds by the ledger and by its gateway, in minor units as text. */
export type HeldBalance = { currency: string; oursMinor: string; theirsMinor: string };

/** What a finished reconciliation found. */
export type Findings = { balances: HeldBalance[]; differences: Difference[] };
