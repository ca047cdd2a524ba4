/** The kinds of differences between a gateway's books and ours, in the order of pages. */
const DIFFERENCE_KINDS = [
  /** A payment at the gateway that we do not know. */
  'unknown_payment',
  /** A payment of ours that the gateway does not know. */
  'missing_payment',
  /** A payment with different amounts. */
  'amount',
  /** A movement at the gateway that belongs to no payment and has no known kind. */
  'unknown_movement',
  /** A payment that the gateway did not return, or not completely. */
  'unread_payment',
  /** The balance of the account. */
  'balance',
  /** What the gateway paid out to our bank, less what was sent by hand for its payments. */
  'bank',
  /** What was paid out to creators, and the withdrawals that were recorded as sent. */
  'paid_out',
  /** What creators bear of costs, and what the gateway took of their donations. */
  'borne_costs',
] as const;
export type DifferenceKind = (typeof DIFFERENCE_KINDS)[number];

/** Those of sums in a currency, both sides of which change with every payment, payout or withdrawal. */
export const SUM_KINDS: ReadonlySet<string> = new Set<DifferenceKind>(['balance', 'bank', 'paid_out', 'borne_costs']);

/** A difference between a gateway's books and ours; amounts net of fees in minor units (lib/money.ts), as text. */
export type ReconciledDifference = {
  about: DifferenceKind;
  /** The gateway's id of the payment or movement; the currency of a balance or sum. */
  subject: string;
  /** Our payment; null where there is none. */
  paymentId: string | null;
  /** ISO 4217. */
  currency: string;
  oursMinor: string;
  theirsMinor: string;
  /** Of an unknown payment that is for a link of ours, which we do not know either. */
  lostLink?: LostLink;
};

/** A link that we do not know, as after a restore from a backup, by what the gateway keeps with its payment. */
export type LostLink = {
  id: string;
  /** Null where the gateway has only the link's id. */
  facts: { causeKey: string; clientId: string } | null;
};

/** The balance of a gateway account by the ledger and by its gateway, in minor units as text. */
export type AccountBalance = { currency: string; oursMinor: string; theirsMinor: string };

/** The result of a finished reconciliation. */
export type Findings = { balances: AccountBalance[]; differences: ReconciledDifference[] };

/** The most differences of each kind that a run reports: the first ones show the problem. */
export const MAX_DIFFERENCES = 1000;

/** Whether these differences of a run may be the first ones of a kind that has more. */
export function mayHaveMore(found: readonly unknown[]): boolean {
  return found.length >= MAX_DIFFERENCES;
}
