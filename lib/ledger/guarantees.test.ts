import { expect, test } from 'vitest';
import { db, transaction } from '#lib/db.ts';
import { asOwner } from '#testing/as-owner.ts';
import { storedCause } from '#testing/causes.ts';
import { differences, donation, ownDatabase } from '#testing/ledger.ts';
import { type Entry, type Posting, post } from './post.ts';

ownDatabase();

const line = (account: Entry['account'], currency: string, amountMinor: bigint, causeKey: string): Entry => ({
  account,
  currency,
  amountMinor,
  causeKey,
  detail: account === 'gateway' ? 'stripe' : '',
});

/** A posting about a payment whose own donation is posted. */
async function posting(entries: (causeKey: string) => Entry[]): Promise<Posting> {
  const { key } = await storedCause();
  const paymentId = await donation(key);
  return {
    kind: 'refund',
    dedupeKey: `refund:${paymentId}:1`,
    at: new Date(),
    paymentId,
    entries: entries(key),
  };
}

const say = (what: Posting) => transaction((tx) => post(tx, what));

test('a transaction that does not sum to zero is refused at commit, as a whole', async () => {
  const lame = await posting((key) => [line('gateway', 'USD', -100n, key), line('creator', 'USD', 99n, key)]);
  await expect(say(lame)).rejects.toThrow('does not balance');
  expect(await db().ledgerTransaction.count({ where: { dedupeKey: lame.dedupeKey } })).toBe(0);
});

test('each currency sums to zero by itself', async () => {
  const mixed = await posting((key) => [line('gateway', 'USD', -100n, key), line('creator', 'EUR', 100n, key)]);
  await expect(say(mixed)).rejects.toThrow('does not balance');
});

test('a transaction without entries is refused', async () => {
  const { entries: _none, ...empty } = await posting(() => []);
  await expect(db().ledgerTransaction.create({ data: { id: 'ltx_empty', ...empty } })).rejects.toThrow(
    'does not balance',
  );
});

test('an event that is reported twice, even concurrently, is posted once', async () => {
  const twice = await posting((key) => [line('gateway', 'USD', -100n, key), line('creator', 'USD', 100n, key)]);
  const results = await Promise.all(Array.from({ length: 8 }, () => say(twice)));
  expect(results.filter(Boolean)).toHaveLength(1);
  expect(await say(twice)).toBe(false);
  expect(await db().ledgerEntry.count({ where: { transaction: { dedupeKey: twice.dedupeKey } } })).toBe(2);
});

test.each([
  ['an entry changed', `UPDATE ledger_entries SET amount_minor = amount_minor + 1`],
  ['an entry deleted', `DELETE FROM ledger_entries`],
  ['a transaction changed', `UPDATE ledger_transactions SET at = now()`],
  [
    'a transaction deleted',
    `DELETE FROM ledger_transactions WHERE id NOT IN (SELECT transaction_id FROM ledger_entries)
     OR true`,
  ],
  ['everything emptied', `TRUNCATE ledger_entries, ledger_transactions`],
])('the ledger is append-only: %s is refused', async (_name, statement) => {
  await donation((await storedCause()).key);
  await expect(asOwner(statement)).rejects.toThrow('written once');
  await expect(db().$executeRawUnsafe(statement)).rejects.toThrow('permission denied');
});

test.each([
  ['no amount', { amountMinor: 0n }],
  ['a gateway without a name', { account: 'gateway', detail: '' }],
  ['a creator’s money without a cause', { account: 'creator', detail: '', causeKey: null }],
])('an entry with %s is refused', async (_name, wrong) => {
  const fine = await posting((key) => [line('gateway', 'USD', -100n, key), line('creator', 'USD', 100n, key)]);
  const entries = fine.entries.map((entry, index) => (index === 0 ? { ...entry, ...wrong } : entry));
  await expect(say({ ...fine, entries: entries as Entry[] })).rejects.toThrow('check constraint');
});

test('an entry in an account that there is not is refused by the code, and by the database', async () => {
  const { entries, ...fine } = await posting((key) => [
    line('gateway', 'USD', -100n, key),
    line('creator', 'USD', 100n, key),
  ]);
  const wrong = entries.map((entry, index) => ({
    ...entry,
    account: index === 0 ? 'slush_fund' : entry.account,
    detail: '',
  }));
  await expect(say({ ...fine, entries: wrong as Entry[] })).rejects.toThrow('has an entry in slush_fund');
  const create = wrong.map((entry, index) => ({ line: index + 1, ...entry }));
  const written = db().ledgerTransaction.create({ data: { id: 'ltx_slush', ...fine, entries: { create } } });
  await expect(written).rejects.toThrow('check constraint');
});

test('a payment with entries cannot be deleted', async () => {
  const id = await donation((await storedCause()).key);
  await expect(asOwner(`DELETE FROM payments WHERE id = '${id}'`)).rejects.toThrow('foreign key');
  await expect(db().payment.delete({ where: { id } })).rejects.toThrow('permission denied');
});

test('the check reports cause, account and difference, and nothing when all agrees', async () => {
  const { key } = await storedCause();
  const id = await donation(key);
  const before = (await differences()).filter(({ causeKey }) => causeKey === key);
  expect(before).toEqual([]);
  // Simulates a refund that bypassed the ledger.
  await db().payment.update({ where: { id }, data: { refundedMinor: 1000n } });
  const found = (await differences()).filter(({ causeKey }) => causeKey === key);
  const reported = found.map(({ about, kind, subject, account, expectedMinor, foundMinor }) =>
    [about, kind, subject === id ? 'it' : subject, account, expectedMinor, foundMinor].join(' '),
  );
  expect(reported.sort()).toEqual([
    'payment refund it commission 50 0',
    'payment refund it creator 950 0',
    'payment refund it gateway -1000 0',
    `totals  ${key}  4000 5000`,
  ]);
});
