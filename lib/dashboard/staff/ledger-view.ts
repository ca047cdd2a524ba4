import type { Messages } from '#lib/i18n/messages/shape.ts';
import type { LedgerAccount } from '#lib/ledger/accounts.ts';
import type { AmountView } from './list-view.ts';

export type LedgerKind = keyof Messages['staff']['money']['ledger']['kinds'];

export type LedgerDifference = {
  about: keyof Messages['staff']['money']['ledger']['abouts'];
  /** The kind of the postings that differ; null for a difference of no single kind. */
  kind: LedgerKind | null;
  subject: string;
  account: LedgerAccount | null;
  /** An amount, or a count; null if a transaction has no entries. */
  expected: AmountView | number | null;
  found: AmountView | number | null;
};

export type LedgerBalance = { account: LedgerAccount; detail: string; amount: AmountView };

export type LedgerOverview = {
  /** `isCut`: there may be more differences than these. */
  check: { checkedAt: Date; differences: LedgerDifference[]; isCut: boolean } | null;
  currencies: { currency: string; accounts: LedgerBalance[]; sum: AmountView }[];
};
