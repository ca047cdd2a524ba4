import type { Cause, CheckoutLink, Payment } from '#prisma/generated/client.ts';
import { FIELDS, type Tx } from './db.ts';
import { columnOf } from './row-insert.ts';
import { traceLink } from './trace.ts';

/*
 * Row locks. Each one is held until its transaction ends. A transaction that takes several takes them in this order, so
 * that no two wait for each other: checkout link, payout batch, account, cause, bank account.
 *
 * FOR UPDATE keeps out every other writer of the row and every row that refers to it. FOR NO KEY UPDATE lets rows that
 * refer to it be inserted: a donation to a locked cause does not wait. FOR SHARE keeps out writers alone.
 */

/** The fields of a link, of its cause and of a payment that are read with the lock; all of a link's and a payment's. */
const LINK = FIELDS.checkoutLink;
const CAUSE = { title: true, country: true, feeModel: true, state: true, closesAt: true } as const;
const PAYMENT = FIELDS.payment;

/** A cause as far as paying a link depends on it. */
export type CauseOfLink = Pick<Cause, keyof typeof CAUSE>;
/** A locked link with its cause and all its payments, first to last. */
export type LinkWithPayments = CheckoutLink & { cause: CauseOfLink; payments: Payment[] };

function columnsOf(table: string, fields: object): string {
  return Object.keys(fields)
    .map((field) => `${table}.${columnOf(field)} AS "${table}.${field}"`)
    .join(', ');
}

const LOCK_LINK = `
  WITH link AS MATERIALIZED (SELECT * FROM checkout_links WHERE id = $1 FOR UPDATE)
  SELECT ${columnsOf('link', LINK)}, ${columnsOf('cause', CAUSE)}, ${columnsOf('payment', PAYMENT)}
    FROM link CROSS JOIN LATERAL cause_of(link.cause_key) cause
         LEFT JOIN LATERAL payments_of(link.id) payment ON true`;

/**
 * Locks a checkout link and returns it with its cause and payments as the last transaction that had the lock left them; null
 * if there is none. PostgreSQL reads a row again that it waited for, but no row of another table: `cause_of` and `payments_of`
 * are volatile functions, which read theirs after the lock. Until then they hold no lock on the tables: a migration that changes
 * the columns of one locks `checkout_links` first (CONTRIBUTING.md).
 */
export async function lockCheckoutLink(tx: Tx, id: string): Promise<LinkWithPayments | null> {
  const rows = await tx.$queryRawUnsafe<Record<string, unknown>[]>(LOCK_LINK, id);
  const [first] = rows;
  if (!first) return null;
  traceLink(id);
  const payments = rows.filter((row) => row['payment.id'] !== null);
  return {
    ...read<CheckoutLink>('link', LINK, first),
    cause: read<CauseOfLink>('cause', CAUSE, first),
    payments: payments.map((row) => read<Payment>('payment', PAYMENT, row)),
  };
}

function read<Model>(table: string, fields: object, row: Record<string, unknown>): Model {
  return Object.fromEntries(Object.keys(fields).map((field) => [field, row[`${table}.${field}`]])) as Model;
}

/** In the order of their ids, so that two transactions that lock some of the same links do not deadlock. */
export async function lockCheckoutLinks(tx: Tx, ids: string[]): Promise<void> {
  await tx.$queryRaw`SELECT 1 FROM checkout_links WHERE id = ANY(${ids}) ORDER BY id FOR UPDATE`;
}

export async function lockAccount(tx: Tx, id: string): Promise<void> {
  await tx.$queryRaw`SELECT 1 FROM accounts WHERE id = ${id} FOR NO KEY UPDATE`;
}

/** In the order of their ids, so that two transactions that lock some of the same accounts do not deadlock. */
export async function lockAccounts(tx: Tx, ids: string[]): Promise<void> {
  await tx.$queryRaw`SELECT 1 FROM accounts WHERE id = ANY(${ids}) ORDER BY id FOR NO KEY UPDATE`;
}

/**
 * Locks a cause, and with it its balance: everything that lowers the balance (a withdrawal, a refund, a chargeback) locks
 * the cause first. Donations raise it and lock nothing.
 */
export async function lockCause(tx: Tx, key: string): Promise<void> {
  await tx.$queryRaw`SELECT 1 FROM causes WHERE key = ${key} FOR NO KEY UPDATE`;
}

/**
 * All causes of a creator in a currency (ISO 4217), because none of them pays out more than they have together. In the order
 * of their keys, so that two transactions that do this do not deadlock; nothing else locks two causes. For several creators,
 * their accounts are locked before (`lockAccounts`).
 */
export async function lockCausesOf(tx: Tx, ownerId: string, currency: string): Promise<void> {
  await tx.$queryRaw`
    SELECT 1 FROM causes WHERE owner_id = ${ownerId} AND currency = ${currency} ORDER BY key FOR NO KEY UPDATE`;
}

export async function lockBankAccount(tx: Tx, id: string): Promise<void> {
  await tx.$queryRaw`SELECT 1 FROM bank_accounts WHERE id = ${id} FOR UPDATE`;
}

/** Locks a bank account against changes; others can read and share it meanwhile. */
export async function lockBankAccountShared(tx: Tx, id: string): Promise<void> {
  await tx.$queryRaw`SELECT 1 FROM bank_accounts WHERE id = ${id} FOR SHARE`;
}

export async function lockPayoutBatch(tx: Tx, id: string): Promise<void> {
  await tx.$queryRaw`SELECT 1 FROM payout_batches WHERE id = ${id} FOR UPDATE`;
}

export async function lockApiKey(tx: Tx, id: string): Promise<void> {
  await tx.$queryRaw`SELECT 1 FROM api_keys WHERE id = ${id} FOR UPDATE`;
}

export async function lockClient(tx: Tx, id: string): Promise<void> {
  await tx.$queryRaw`SELECT 1 FROM clients WHERE id = ${id} FOR UPDATE`;
}
