import type { Tx } from '#lib/db.ts';
import { ACCOUNTS, type LedgerAccount } from './accounts.ts';
import type { TransactionKind } from './post.ts';

/** The rows of money that moved at gateways or at our bank, in the order in which they are written. */
export const MOVED_ROWS = [
  'donations',
  'refunds',
  'chargebacks',
  'unmatched',
  'unmatchedRefunds',
  'unmatchedChargebacks',
  'refundsUnderWay',
  'costs',
  'accountFees',
  'exchange',
  'payouts',
  'withdrawals',
] as const;
export type MovedRow = (typeof MOVED_ROWS)[number];

/** Where money of ours is: the accounts `gateway`; and `bank` with `paid_out`, which together are our bank account. */
type Place = 'gateways' | 'bank';
const PLACES: Readonly<Partial<Record<LedgerAccount, Place>>> = { gateway: 'gateways', bank: 'bank', paid_out: 'bank' };

/** What money is owed to, earned as or borne by: every account that is no place, and what was written off. */
export type OwedRow = Exclude<LedgerAccount, 'gateway' | 'bank' | 'paid_out'> | 'written_off';

/** What moved in a row; negative for what went out. Minor units (lib/money.ts). */
type Moved = { row: MovedRow; gatewaysMinor: bigint; bankMinor: bigint };
/** By how much more is owed, earned or got back; negative for less, and for costs. Minor units (lib/money.ts). */
type Owed = { row: OwedRow; amountMinor: bigint };

/**
 * The figures of a period in a currency in which something moved, without rows of zero. `moved` and `owed` have the same
 * sum.
 */
export type PeriodFigures = { currency: string; moved: Moved[]; owed: Owed[] };

/** The sum of a period's entries of one account, kind and currency, in minor units (lib/money.ts). */
export type EntrySum = {
  kind: TransactionKind;
  account: LedgerAccount;
  currency: string;
  /** Of refunds and disputes: whether they are of unmatched funds. */
  isUnmatched: boolean;
  amountMinor: bigint;
};

/** The row that the money of a kind moves in. A write-off and what is reserved move none. */
function rowOf({ kind, isUnmatched }: EntrySum): MovedRow | null {
  const rows: Record<TransactionKind, MovedRow | null> = {
    donation: 'donations',
    uncounted: 'unmatched',
    refund_reserved: 'refundsUnderWay',
    refund: isUnmatched ? 'unmatchedRefunds' : 'refunds',
    dispute: isUnmatched ? 'unmatchedChargebacks' : 'chargebacks',
    write_off: null,
    // But for the fee, it leaves one currency and enters another.
    settlement: 'exchange',
    withdrawal: 'withdrawals',
    payout: 'payouts',
    account_fee: 'accountFees',
  };
  return rows[kind];
}

/**
 * The row of its own for a part of what moved at a gateway in a transaction: its fee, and what it had taken before for a refund
 * that has now succeeded.
 */
function partOf({ kind, account }: EntrySum): MovedRow | null {
  if (account === 'gateway_cost') return kind === 'settlement' ? 'costs' : 'accountFees';
  return account === 'refunds_in_transit' ? 'refundsUnderWay' : null;
}

/**
 * The figures of a period, by currency: what moved at gateways and at our bank by what it was for, and what that changed in
 * everything else.
 *
 * A column of `moved` is the sum of the entries of its accounts, so it is by how much their balance changed. A refund is in
 * `refunds` once it has succeeded, however its money left: at once, before that (until then it is in `refundsUnderWay`), or by
 * hand from our bank. What is only reserved is in no row. Chargebacks leave when they are opened, stay gone when they are lost, and
 * come back when they are won. What refunds and chargebacks took beyond their payment is in them, and again in `dispute_losses`.
 *
 * A row of `owed` is the sum of the entries of its account with its sign changed. Entries add up to nothing, so both sums are
 * the same.
 */
export function periodFigures(sums: readonly EntrySum[]): PeriodFigures[] {
  const currencies = [...new Set(sums.map(({ currency }) => currency))].sort();
  const figures = currencies.map((currency) => {
    const own = sums.filter((sum) => sum.currency === currency);
    return { currency, moved: movedOf(own), owed: owedOf(own) };
  });
  return figures.filter(({ moved, owed }) => moved.length > 0 || owed.length > 0);
}

function movedOf(sums: readonly EntrySum[]): Moved[] {
  const moved = new Map<MovedRow, Moved>(
    MOVED_ROWS.map((row) => [row, { row, gatewaysMinor: 0n, bankMinor: 0n }] as const),
  );
  const add = (row: MovedRow | null, place: Place, amountMinor: bigint) => {
    const of = row && moved.get(row);
    if (!of) throw new Error('Bug: money moved in a kind of transaction without a row');
    of[`${place}Minor`] += amountMinor;
  };
  for (const sum of sums) {
    const place = PLACES[sum.account];
    if (place) add(rowOf(sum), place, sum.amountMinor);
    const part = partOf(sum);
    if (part === null) continue;
    add(rowOf(sum), 'gateways', sum.amountMinor);
    add(part, 'gateways', -sum.amountMinor);
  }
  return [...moved.values()].filter(({ gatewaysMinor, bankMinor }) => gatewaysMinor !== 0n || bankMinor !== 0n);
}

/** The rows of `owed`, as the accounts are in order. */
const OWED_ROWS = Object.keys(ACCOUNTS).flatMap((account): OwedRow[] => {
  const row = owedRowOf({ account: account as LedgerAccount, kind: 'refund' });
  if (row === null) return [];
  return row === 'unclaimed' ? ['written_off', row] : [row];
});

function owedRowOf({ account, kind }: Pick<EntrySum, 'account' | 'kind'>): OwedRow | null {
  if (account === 'gateway' || account === 'bank' || account === 'paid_out') return null;
  return account === 'unclaimed' && kind === 'write_off' ? 'written_off' : account;
}

function owedOf(sums: readonly EntrySum[]): Owed[] {
  return OWED_ROWS.map((row) => {
    const amounts = sums.filter((sum) => owedRowOf(sum) === row).map(({ amountMinor }) => amountMinor);
    return { row, amountMinor: -amounts.reduce((total, amount) => total + amount, 0n) };
  }).filter(({ amountMinor }) => amountMinor !== 0n);
}

/** From an instant, and before another; without one, from the first entry and until the last. */
export type Period = { from?: Date | undefined; before?: Date | undefined };

type Row = Omit<EntrySum, 'amountMinor'> & { amount: string };

/** The figures of a period by the time at which things happened. Reads every entry: no index begins with a time. */
export async function figuresWithin(tx: Tx, { from, before }: Period): Promise<PeriodFigures[]> {
  const rows = await tx.$queryRaw<Row[]>`
    SELECT t.kind, e.account, e.currency, SUM(e.amount_minor)::text AS amount,
           CASE WHEN t.kind IN ('refund', 'dispute')
                THEN (SELECT p.state <> 'approved' FROM payments p WHERE p.id = t.payment_id) ELSE false END AS "isUnmatched"
      FROM ledger_transactions t JOIN ledger_entries e ON e.transaction_id = t.id
     WHERE t.at >= COALESCE(${from ?? null}::timestamptz, '-infinity')
       AND t.at < COALESCE(${before ?? null}::timestamptz, 'infinity')
     GROUP BY t.kind, e.account, e.currency, "isUnmatched"`;
  return periodFigures(rows.map(({ amount, ...sum }) => ({ ...sum, amountMinor: BigInt(amount) })));
}
