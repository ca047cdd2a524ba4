import type { Tx } from '#lib/db.ts';
import { newId } from '#lib/ids.ts';
import type { Entry } from './accounts.ts';

/**
 * What a transaction records. `refund`, `dispute` and `payout` stand for the same taken back, too; `account_fee` is what a
 * gateway takes for no payment.
 */
export const KINDS = [
  ...(['donation', 'uncounted', 'refund', 'dispute', 'settlement'] as const),
  ...(['withdrawal', 'payout', 'account_fee'] as const),
] as const;
export type TransactionKind = (typeof KINDS)[number];

export type Posting = {
  kind: TransactionKind;
  /** Names the business event, such as `donation:pay_…`. */
  dedupeKey: string;
  /** When it happened. */
  at: Date;
  paymentId?: string;
  withdrawalId?: string;
  entries: Entry[];
};

/**
 * Writes a transaction, once for its key: false where it was there already, or where there is nothing to write. Part of
 * the database transaction of what it records. The database refuses, at its commit, entries that do not sum to zero.
 */
export async function post(tx: Tx, { entries, ...transaction }: Posting): Promise<boolean> {
  if (entries.length === 0) return false;
  const id = newId('ledgerTransaction');
  const { count } = await tx.ledgerTransaction.createMany({
    data: [{ id, ...transaction }],
    skipDuplicates: true,
  });
  if (count === 0) return false;
  await tx.ledgerEntry.createMany({
    data: entries.map((entry, index) => ({ transactionId: id, line: index + 1, ...entry })),
  });
  return true;
}

/**
 * Holds the balance of a cause until the transaction ends. Whatever lowers it takes turns here, withdrawals and money
 * going back alike; donations, which raise it, wait for nobody.
 */
export async function lockBalance(tx: Tx, causeKey: string): Promise<void> {
  await tx.$queryRaw`SELECT 1 FROM causes WHERE key = ${causeKey} FOR NO KEY UPDATE`;
}

/**
 * The same for all causes of a creator in a currency: none of them pays out more than all have together. In the order of
 * their keys, so that two who do this never wait for each other; nobody else holds two balances.
 */
export async function lockBalances(tx: Tx, ownerId: string, currency: string): Promise<void> {
  await tx.$queryRaw`
    SELECT 1 FROM causes WHERE owner_id = ${ownerId} AND currency = ${currency} ORDER BY key FOR NO KEY UPDATE`;
}
