import { expect, test } from 'vitest';
import { db, transaction } from '#lib/db.ts';
import { asOwner } from '#scripts/testing/as-owner.ts';
import { storedCause } from '#scripts/testing/causes.ts';
import { differences, donation, ownDatabase } from '#scripts/testing/ledger.ts';
import type { Entry } from './accounts.ts';
import { type Posting, post } from './post.ts';

ownDatabase();

const line = (account: Entry['account'], currency: string, amountMinor: bigint, causeKey: string): Entry => ({
  ...{ account, currency, amountMinor, causeKey },
  detail: account === 'gateway' ? 'stripe' : '',
});

/** A posting about a payment, of which its own donation is posted already. */
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

test('a transaction that does not come to zero is refused when it is to be committed, with all of it', async () => {
  const lame = await posting((key) => [line('gateway', 'USD', -100n, key), line('creator', 'USD', 99n, key)]);
  await expect(say(lame)).rejects.toThrow('does not balance');
  expect(await db().ledgerTransaction.count({ where: { dedupeKey: lame.dedupeKey } })).toBe(0);
});

test('each currency comes to zero by itself', async () => {
  const mixed = await posting((key) => [
    line('gateway', 'USD', -100n, key),
    line('creator', 'EUR', 100n, key),
  ]);
  await expect(say(mixed)).rejects.toThrow('does not balance');
});

test('a transaction without a line is refused', async () => {
  const { entries: _none, ...empty } = await posting(() => []);
  await expect(db().ledgerTransaction.create({ data: { id: 'ltx_empty', ...empty } })).rejects.toThrow(
    'does not balance',
  );
});

test('an event that is told twice is posted once, also at the same moment', async () => {
  const twice = await posting((key) => [
    line('gateway', 'USD', -100n, key),
    line('creator', 'USD', 100n, key),
  ]);
  const said = await Promise.all(Array.from({ length: 8 }, () => say(twice)));
  expect(said.filter(Boolean)).toHaveLength(1);
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
])('nothing is ever taken back: %s is refused', async (_name, statement) => {
  await donation((await storedCause()).key);
  await expect(asOwner(statement)).rejects.toThrow('written once');
  await expect(db().$executeRawUnsafe(statement)).rejects.toThrow('permission denied');
});

test.each([
  ['an account that there is not', { account: 'slush_fund' }],
  ['no amount', { amountMinor: 0n }],
  ['a gateway without a name', { account: 'gateway', detail: '' }],
  ['a creator’s money without a cause', { account: 'creator', detail: '', causeKey: null }],
])('a line with %s is refused', async (_name, wrong) => {
  const fine = await posting((key) => [
    line('gateway', 'USD', -100n, key),
    line('creator', 'USD', 100n, key),
  ]);
  const entries = fine.entries.map((entry, index) => (index === 0 ? { ...entry, ...wrong } : entry));
  await expect(say({ ...fine, entries: entries as Entry[] })).rejects.toThrow('check constraint');
});

test('a payment with entries cannot be deleted', async () => {
  const id = await donation((await storedCause()).key);
  await expect(asOwner(`DELETE FROM payments WHERE id = '${id}'`)).rejects.toThrow('foreign key');
  await expect(db().payment.delete({ where: { id } })).rejects.toThrow('permission denied');
});

test('the check tells which cause, account and by how much, and nothing when all is well', async () => {
  const { key } = await storedCause();
  const id = await donation(key);
  const before = (await differences()).filter(({ causeKey }) => causeKey === key);
  expect(before).toEqual([]);
  // As if a refund had been written past the ledger.
  await db().payment.update({ where: { id }, data: { refundedMinor: 1000n } });
  const found = (await differences()).filter(({ causeKey }) => causeKey === key);
  const told = found.map(({ about, subject, account, expectedMinor, foundMinor }) =>
    [about, subject === id ? 'it' : subject, account, expectedMinor, foundMinor].join(' '),
  );
  expect(told.sort()).toEqual([
    'payment it commission -200 -250',
    'payment it creator -3800 -4750',
    'payment it gateway 4000 5000',
    `totals ${key}  4000 5000`,
  ]);
});
