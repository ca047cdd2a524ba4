import { expect, test } from 'vitest';
import { db, transaction } from '#lib/db.ts';
import { NOW } from '#testing/causes.ts';
import { donation, ownDatabase } from '#testing/ledger.ts';
import { creatorWith } from '#testing/withdrawals.ts';
import { ACCOUNTS, type LedgerAccount } from './accounts.ts';
import { ACCOUNTS_OF, type Entry, KINDS, post, type TransactionKind } from './post.ts';

ownDatabase();

const ALL = Object.keys(ACCOUNTS) as LedgerAccount[];

/** Objects that transactions of each kind can be about, with the cause of both. */
async function storedObjects() {
  const { key: causeKey, ask } = await creatorWith(100);
  const { id: withdrawalId } = await ask(10);
  const paymentId = await donation(causeKey);
  const about = (kind: TransactionKind) => {
    if (kind === 'withdrawal') return { withdrawalId };
    return kind === 'payout' || kind === 'account_fee' ? {} : { paymentId };
  };
  return { causeKey, about };
}

/** Two entries that add up to nothing. */
function entriesIn(account: LedgerAccount, other: LedgerAccount, causeKey: string): Entry[] {
  return [account, other].map((one, index) => ({
    account: one,
    currency: 'USD',
    amountMinor: index === 0 ? 100n : -100n,
    causeKey,
    detail: one === 'gateway' ? 'stripe' : one === 'exchange' ? 'USD/EUR' : '',
  }));
}

test('the table of the database has the accounts of each kind that the code has', async () => {
  const rows = await db().ledgerKindAccount.findMany();
  const pairs = KINDS.flatMap((kind) => ACCOUNTS_OF[kind].map((account) => `${kind} ${account}`));
  expect(rows.map(({ kind, account }) => `${kind} ${account}`).sort()).toEqual(pairs.sort());
});

test('an entry in an account of another kind is refused by the code, and by the database', async () => {
  const { causeKey, about } = await storedObjects();
  for (const kind of KINDS) {
    const [own = 'gateway'] = ACCOUNTS_OF[kind];
    for (const account of ALL.filter((one) => !ACCOUNTS_OF[kind].includes(one))) {
      const of = `${kind} ${account}`;
      const transactionOf = { kind, dedupeKey: of, at: NOW, ...about(kind) };
      const entries = entriesIn(account, own, causeKey);
      const posted = transaction((tx) => post(tx, { ...transactionOf, entries }));
      await expect(posted, of).rejects.toThrow(`has an entry in ${account}`);
      const create = entries.map((entry, index) => ({ line: index + 1, ...entry }));
      const written = db().ledgerTransaction.create({
        data: { id: `ltx_${kind}_${account}`, ...transactionOf, entries: { create } },
      });
      await expect(written, of).rejects.toThrow(
        `a transaction of the kind ${kind} has no entry in the account ${account}`,
      );
    }
  }
  expect(await db().ledgerTransaction.count({ where: { dedupeKey: { contains: ' ' } } })).toBe(0);
});

test('an entry in each account of its kind is written', async () => {
  const { causeKey, about } = await storedObjects();
  for (const kind of KINDS) {
    const [first = 'gateway', second = 'gateway', ...others] = ACCOUNTS_OF[kind];
    const entries = [first, ...others].flatMap((account) => entriesIn(account, second, causeKey));
    const posted = transaction((tx) => post(tx, { kind, dedupeKey: kind, at: NOW, ...about(kind), entries }));
    await expect(posted, kind).resolves.toBe(true);
  }
});
