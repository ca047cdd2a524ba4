import { db } from '#lib/db.ts';
import { ACCOUNTS, type LedgerAccount } from '#lib/ledger/accounts.ts';
import { type Difference, mayHaveMore } from '#lib/ledger/difference.ts';
import { figuresWithin, type MovedRow, type OwedRow } from '#lib/ledger/period-figures.ts';
import type { LedgerCheck } from '#prisma/generated/client.ts';
import { fromMinor } from './amounts.ts';
import { hasDays, type ListQuery, periodOf } from './filters.ts';
import type { AmountView } from './list-view.ts';

export type LedgerOverview = Awaited<ReturnType<typeof ledgerOverview>>;
export type LedgerDifference = ReturnType<typeof differencesOf>[number];
export type LedgerBalance = LedgerOverview['currencies'][number]['accounts'][number];

/** The figures of days in one currency. The last row of each list is its sum, whose name is `sum`. */
export type LedgerFigures = {
  currency: string;
  moved: { row: MovedRow | 'sum'; gateways: AmountView; bank: AmountView; together: AmountView }[];
  owed: { row: OwedRow | 'sum'; amount: AmountView }[];
};

type Row = { account: LedgerAccount; detail: string; currency: string; amount: string };

/** The last check of the ledger, and the balance of every account in each currency. */
export async function ledgerOverview() {
  const [check, rows] = await Promise.all([
    db().ledgerCheck.findFirst({ orderBy: { checkedAt: 'desc' } }),
    db().$queryRaw<Row[]>`
      SELECT account, detail, currency, SUM(amount_minor)::text AS amount FROM ledger_entries
       GROUP BY account, detail, currency ORDER BY currency, account, detail`,
  ]);
  return {
    check: check && presentCheck(check),
    currencies: byCurrency(rows),
  };
}

/** What moved in the days that are chosen, in each currency; null if none are. */
export async function ledgerFigures(query: ListQuery): Promise<LedgerFigures[] | null> {
  if (!hasDays(query)) return null;
  const figures = await figuresWithin(db(), periodOf(query));
  return figures.map(({ currency, moved, owed }) => {
    const [gateways, bank] = [sumOf(moved.map((of) => of.gatewaysMinor)), sumOf(moved.map((of) => of.bankMinor))];
    const movedRows = [...moved, { row: 'sum' as const, gatewaysMinor: gateways, bankMinor: bank }];
    const owedRows = [...owed, { row: 'sum' as const, amountMinor: sumOf(owed.map((of) => of.amountMinor)) }];
    return {
      currency,
      moved: movedRows.map(({ row, gatewaysMinor, bankMinor }) => ({
        row,
        gateways: fromMinor(gatewaysMinor, currency),
        bank: fromMinor(bankMinor, currency),
        together: fromMinor(gatewaysMinor + bankMinor, currency),
      })),
      owed: owedRows.map(({ row, amountMinor }) => ({ row, amount: fromMinor(amountMinor, currency) })),
    };
  });
}

function sumOf(amounts: readonly bigint[]): bigint {
  return amounts.reduce((total, amount) => total + amount, 0n);
}

function presentCheck({ checkedAt, differences }: LedgerCheck) {
  const shown = differencesOf(differences);
  /** `isCut`: there may be more differences than these. */
  return { checkedAt, differences: shown, isCut: mayHaveMore(shown) };
}

function byCurrency(rows: Row[]) {
  const order = Object.keys(ACCOUNTS);
  return [...new Set(rows.map(({ currency }) => currency))].map((currency) => {
    const own = rows.filter((row) => row.currency === currency);
    const accounts = own
      .map(({ account, detail, amount }) => ({
        account,
        detail,
        amount: fromMinor(BigInt(amount), currency),
      }))
      .sort((a, b) => order.indexOf(a.account) - order.indexOf(b.account));
    const sum = sumOf(own.map(({ amount }) => BigInt(amount)));
    return { currency, accounts, sum: fromMinor(sum, currency) };
  });
}

function differencesOf(stored: unknown) {
  return (stored as Difference[]).map(({ about, kind, subject, account, currency, ...amounts }) => {
    const amountOf = (value: string) => {
      if (COUNTED.has(about)) return Number(value);
      return currency === '' ? null : fromMinor(BigInt(value), currency);
    };
    return {
      about,
      /** The kind of the postings that differ; null for a difference of no single kind. */
      kind,
      subject,
      account: account as LedgerAccount | null,
      /** An amount, or a count; null if a transaction has no entries. */
      expected: amountOf(amounts.expectedMinor),
      found: amountOf(amounts.foundMinor),
    };
  });
}

/** Differences in counts, not in money. */
const COUNTED: ReadonlySet<Difference['about']> = new Set(['contributions', 'contributors', 'donors']);
