import type { WrongTotal } from '#lib/causes/check-totals.ts';
import type { TransactionKind } from './post.ts';

/**
 * A difference within the ledger, between the ledger and what it records, or between a cause's stored totals and its
 * contributions. Amounts in minor units, as text.
 */
export type Difference = {
  about:
    | ('currency' | 'transaction' | 'payment' | 'manual_refund' | 'dispute' | 'refunds' | 'refunded')
    | ('totals' | 'withdrawal' | 'account_line')
    | WrongTotal['about'];
  /** The kind whose postings differ; `refund` stands for `refund_reserved` too. Null for a difference of no single kind. */
  kind: TransactionKind | null;
  /** The currency, the id of the row that differs, or the gateway's line of a posting that belongs to no payment. */
  subject: string;
  causeKey: string | null;
  /** Empty for differences in counts. */
  currency: string;
  account: string | null;
  expectedMinor: string;
  foundMinor: string;
};

/** How many differences each part of the check reports: the first ones show the problem, and none hides another part's. */
export const MAX_DIFFERENCES = 50;

/** Whether these differences of a check may be the first ones of a part that has more. */
export function mayHaveMore(found: readonly unknown[]): boolean {
  return found.length >= MAX_DIFFERENCES;
}
