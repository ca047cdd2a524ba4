import { expect, test } from 'vitest';
import { listCausesOf } from '#lib/causes/list.ts';
import { listUpdates } from '#lib/causes/updates.ts';
import { db } from '#lib/db.ts';
import { listPasskeys, listSessionsOf } from '#lib/sessions/list.ts';
import { listBankAccounts, listUnverifiedBankAccounts } from '#lib/withdrawals/bank-accounts.ts';
import { listOwnWithdrawals, listWithdrawalsOf } from '#lib/withdrawals/list.ts';
import { NOW, STAFF, storedCause } from '#testing/causes.ts';
import { ownDatabase } from '#testing/ledger.ts';
import { storedBankAccount } from '#testing/withdrawals.ts';

ownDatabase();

type Owner = Awaited<ReturnType<typeof storedCause>>;
/** `at`: the time that the list is sorted by; `other`: the other times of the row, which say the opposite. */
type Times = { at: Date; other: Date };
type Store = (of: Owner, id: string, times: Times) => Promise<unknown>;
type List = (of: Owner) => Promise<{ id: string }[]>;

/** Stored in this order; the second is the latest. Neither their ids nor their reverse is the order of a list. */
const ROWS = [
  ['c', 1],
  ['a', 2],
  ['b', 0],
] as const;
const minutes = (count: number) => new Date(NOW.getTime() + count * 60_000);

const session: Store = ({ owner: { id: accountId } }, id, { at, other }) =>
  db().session.create({
    data: { id, tokenHash: id, accountId, lastSeenAt: at, createdAt: other, provenAt: other, expiresAt: minutes(60) },
  });
const passkey: Store = ({ owner: { id: accountId } }, id, { at, other }) => {
  const key = { credentialId: id, publicKey: new Uint8Array(), counter: 0n, userAgent: '' };
  return db().passkey.create({ data: { id, accountId, ...key, createdAt: at, lastUsedAt: other } });
};
const bankAccount: Store = async ({ owner }, id, { at }) => {
  const stored = await storedBankAccount(owner, 'USD');
  await db().bankAccount.update({ where: { id: stored }, data: { id, createdAt: at } });
};
const update: Store = ({ key: causeKey }, id, { at, other }) =>
  db().causeUpdate.create({ data: { id, causeKey, title: 'T', body: 'B', publishedAt: at, editedAt: other } });
const cause: Store = async ({ owner: { id } }, key, { at, other }) => {
  const stored = await storedCause({ owner: { connect: { id } }, createdAt: at, termsAcceptedAt: other });
  await db().cause.update({ where: { key: stored.key }, data: { title: key } });
};
const withdrawal: Store = async ({ key: causeKey, owner }, id, { at }) => {
  const bankAccountId = await storedBankAccount(owner, 'USD');
  const asked = { amount: 5n, currency: 'USD', reason: 'Pipes', requestedAt: at };
  await db().withdrawal.create({
    data: { id, causeKey, bankAccountId, requestedBy: owner.id, idempotencyKey: id, ...asked },
  });
};

test.each<[string, 'newest' | 'oldest', Store, List]>([
  ['sessions, by when they were last seen', 'newest', session, ({ owner }) => listSessionsOf(owner, NOW)],
  ['passkeys', 'oldest', passkey, ({ owner }) => listPasskeys(owner.id)],
  ['bank accounts', 'newest', bankAccount, ({ owner }) => listBankAccounts(owner)],
  ['bank accounts to review', 'oldest', bankAccount, () => listUnverifiedBankAccounts(STAFF)],
  ['updates of a cause', 'newest', update, async ({ key }) => (await listUpdates(key, undefined, 10)).rows],
  [
    'causes',
    'newest',
    cause,
    async ({ key, owner }) => {
      const { rows } = await listCausesOf(owner.id, undefined);
      return rows.filter((row) => row.key !== key).map(({ title: id }) => ({ id }));
    },
  ],
  [
    'withdrawals of a cause',
    'newest',
    withdrawal,
    async ({ key, owner }) => (await listWithdrawalsOf(owner, key)).rows,
  ],
  ['withdrawals of a creator', 'newest', withdrawal, async ({ owner }) => (await listOwnWithdrawals(owner)).rows],
])('%s are listed the %s first, whatever their ids and their other times say', async (what, first, store, list) => {
  const of = await storedCause();
  const prefix = what.replaceAll(/\W/g, '');
  for (const [letter, place] of ROWS)
    await store(of, `${prefix}_${letter}`, { at: minutes(place), other: minutes(-place) });
  const letters = (await list(of)).filter(({ id }) => id.startsWith(prefix)).map(({ id }) => id.at(-1));
  expect(letters.join('')).toBe(first === 'newest' ? 'acb' : 'bca');
});
