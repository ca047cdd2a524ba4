import type { Tx } from '#lib/db.ts';
import { newId } from '#lib/ids.ts';
import type { LedgerAccount } from './accounts.ts';

/** One entry of a transaction. */
export type Entry = {
  account: LedgerAccount;
  /** The gateway of `gateway`, the pair of `exchange`; empty for every other account. */
  detail: string;
  /** ISO 4217. */
  currency: string;
  /** Minor units of the currency (lib/money.ts). */
  amountMinor: bigint;
  /** The cause that the entry is about. */
  causeKey: string | null;
};

/** Identifies an account within a transaction. */
function nameOf({ account, detail, currency, causeKey }: Entry): string {
  return [account, detail, currency, causeKey].join('\0');
}

/** Adds up entries of the same account and drops those that come to zero. */
export function mergeEntries(entries: readonly Entry[]): Entry[] {
  const sums = new Map<string, Entry>();
  for (const entry of entries) {
    const earlier = sums.get(nameOf(entry));
    sums.set(nameOf(entry), {
      ...entry,
      amountMinor: entry.amountMinor + (earlier?.amountMinor ?? 0n),
    });
  }
  return [...sums.values()].filter(({ amountMinor }) => amountMinor !== 0n);
}

/** The entries with their signs reversed. */
export function negateEntries(entries: readonly Entry[]): Entry[] {
  return entries.map((entry) => ({ ...entry, amountMinor: -entry.amountMinor }));
}

/**
 * The kind of a transaction. `refund_reserved`, `refund`, `dispute` and `payout` include their undoing. `refund_reserved` is
 * what happens before a refund has succeeded, and `refund` includes what was sent by hand; `account_fee` is a gateway's fee that
 * belongs to no payment.
 */
export const KINDS = [
  ...(['donation', 'uncounted', 'refund_reserved', 'refund', 'dispute', 'write_off', 'settlement'] as const),
  ...(['withdrawal', 'payout', 'account_fee'] as const),
] as const;
export type TransactionKind = (typeof KINDS)[number];

/** The accounts that a transaction of each kind can have entries in. The database refuses others (`ledger_kind_accounts`). */
export const ACCOUNTS_OF: Readonly<Record<TransactionKind, readonly LedgerAccount[]>> = {
  donation: ['gateway', 'creator', 'commission'],
  uncounted: ['gateway', 'to_give_back'],
  refund_reserved: ['gateway', 'refunds_in_transit', 'creator', 'commission', 'refunds_reserved'],
  refund: [
    ...(['gateway', 'refunds_in_transit', 'bank', 'creator', 'commission', 'refunds_reserved'] as const),
    ...(['to_give_back', 'unclaimed', 'dispute_losses'] as const),
  ],
  dispute: ['gateway', 'creator', 'commission', 'to_give_back', 'unclaimed', 'dispute_losses'],
  write_off: ['to_give_back', 'unclaimed'],
  settlement: ['gateway', 'gateway_cost', 'creator', 'gateway_cost_recovery', 'exchange'],
  withdrawal: ['creator', 'withdrawal_reserved', 'paid_out'],
  payout: ['gateway', 'gateway_cost', 'bank'],
  account_fee: ['gateway', 'gateway_cost'],
};

export type Posting = {
  kind: TransactionKind;
  /** Identifies the business event, such as `donation:pay_…`. */
  dedupeKey: string;
  /** When it happened. */
  at: Date;
  paymentId?: string;
  withdrawalId?: string;
  entries: Entry[];
};

/**
 * Writes a transaction once per `dedupeKey`. Returns false if it exists already or has no entries. Runs in the database
 * transaction that writes the recorded event; at commit the database refuses entries that do not sum to zero.
 * @throws Error for an account that its kind does not have
 */
export async function post(tx: Tx, posting: Posting): Promise<boolean> {
  return (await postAll(tx, [posting])) > 0;
}

/** Writes several transactions as `post` does. Returns how many were written. */
export async function postAll(tx: Tx, postings: readonly Posting[]): Promise<number> {
  postings.forEach(requireOwnAccounts);
  const wanted = postings
    .filter(({ entries }) => entries.length > 0)
    .map((posting) => ({ id: newId('ledgerTransaction'), ...posting }));
  if (wanted.length === 0) return 0;
  const entries = wanted.flatMap(({ id, entries: all }) =>
    all.map((entry, index) => ({ transactionId: id, line: index + 1, ...entry })),
  );
  const [written] = await tx.$queryRawUnsafe<{ count: number }[]>(
    WRITE,
    writeJson(wanted.map(({ entries: _, ...transaction }) => transaction)),
    writeJson(entries),
  );
  return written?.count ?? 0;
}

function requireOwnAccounts({ kind, dedupeKey, entries }: Posting): void {
  const wrong = entries.find(({ account }) => !ACCOUNTS_OF[kind].includes(account));
  if (wrong) throw new Error(`Bug: ${dedupeKey}, a ${kind}, has an entry in ${wrong.account}`);
}

/** Transactions with their entries, except those whose `dedupe_key` exists, in one statement. */
const WRITE = `
  WITH written AS (
    INSERT INTO ledger_transactions (id, kind, dedupe_key, payment_id, withdrawal_id, at)
    SELECT * FROM json_to_recordset($1::json)
      AS t(id text, kind text, "dedupeKey" text, "paymentId" text, "withdrawalId" text, at timestamptz)
    ON CONFLICT (dedupe_key) DO NOTHING RETURNING id),
  entries AS (
    INSERT INTO ledger_entries (transaction_id, line, account, detail, currency, amount_minor, cause_key)
    SELECT e.* FROM json_to_recordset($2::json)
      AS e("transactionId" text, line int, account text, detail text, currency text, "amountMinor" bigint, "causeKey" text)
      JOIN written ON written.id = e."transactionId")
  SELECT count(*)::int AS count FROM written`;

/** JSON with minor units as text, because they can be larger than JavaScript's numbers are exact. */
function writeJson(rows: readonly object[]): string {
  return JSON.stringify(rows, (_, value) => (typeof value === 'bigint' ? String(value) : value));
}
