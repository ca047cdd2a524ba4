import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { db, transaction } from '#lib/db.ts';
import { env } from '#lib/env.ts';
import { causeBalance } from '#lib/ledger/balance.ts';
import { NOW, storedCause } from '#testing/causes.ts';
import {
  applyReport,
  differences,
  donation,
  movementCosts,
  ownDatabase,
  postedFor,
  releaseCosts,
} from '#testing/ledger.ts';
import { mailsTo } from '#testing/money.ts';
import { refusalOf } from '#testing/refusals.ts';
import {
  anotherCauseOf,
  creatorWith,
  NEW_BANK_ACCOUNT,
  staffMember,
  storedBankAccount,
  verifyAccount,
} from '#testing/withdrawals.ts';
import { addBankAccount, rejectBankAccount } from './bank-accounts.ts';
import { changeWithdrawal } from './change.ts';
import { findWithdrawal, withdrawalAllowance } from './list.ts';

ownDatabase();
// Nothing mends what was posted wrongly: at the end it shows, whichever test posted it.
afterAll(async () => {
  expect(await differences()).toEqual([]);
});

const balanceOf = (key: string) => causeBalance(db(), key);

test('the requested amount is reserved at once; at or under the threshold it is approved', async () => {
  const { key, ask, creator } = await creatorWith(1000);
  const small = await ask(500);
  expect(small).toMatchObject({ state: 'approved', amountMajor: 500, currency: 'USD', decidedBy: null });
  expect(small.id).toMatch(/^wd_/);
  expect(small.bankAccountId).toMatch(/^ba_/);
  expect(await postedFor(small.id)).toEqual([
    {
      event: 'withdrawal_reserved:…',
      entries: { 'creator USD': 50_000, 'withdrawal_reserved USD': -50_000 },
    },
  ]);
  expect(await balanceOf(key)).toMatchObject({ reservedMinor: 50_000n, leftMinor: 50_000n });
  const { email } = await db().account.findUniqueOrThrow({ where: { id: creator.id } });
  expect(await mailsTo(email)).toEqual(['bank_account_changed', 'bank_account_changed', 'withdrawal_changed']);
});

test('above the threshold it waits for staff', async () => {
  const { ask } = await creatorWith(1000);
  expect(await ask(501)).toMatchObject({ state: 'requested', decidedAt: null });
});

describe('the threshold applies to the day (UTC), over all causes of the creator in the currency:', () => {
  test('another account of the same mailbox is the same creator', async () => {
    const [one, two] = [await creatorWith(2000), await creatorWith(2000)];
    const mailbox = one.creator.id.toLowerCase();
    const rename = (id: string, email: string) =>
      db().account.update({ where: { id }, data: { email, emailKey: email } });
    await rename(one.creator.id, `${mailbox}@example.org`);
    await rename(two.creator.id, `${mailbox}+2@example.org`);
    expect([(await one.ask(500)).state, (await two.ask(500)).state]).toEqual(['approved', 'requested']);
  });

  test('a request that takes the day’s total above it waits for staff, however small it is', async () => {
    const { ask, creator } = await creatorWith(3000);
    const second = await anotherCauseOf(creator, 3000);
    expect((await ask(500)).state).toBe('approved');
    expect((await ask(500, { causeKey: second })).state).toBe('requested');
    expect(await withdrawalAllowance(creator, second, NOW)).toMatchObject({
      approvalAboveMajor: 500,
    });
  });

  test('of two concurrent requests one waits', async () => {
    const { ask } = await creatorWith(3000);
    const both = await Promise.all([ask(500), ask(500)]);
    expect(both.map(({ state }) => state).toSorted()).toEqual(['approved', 'requested']);
  });

  test('the next day begins at zero, and cancelled requests do not count', async () => {
    const { ask, creator } = await creatorWith(3000);
    const waits = await ask(600);
    expect(waits.state).toBe('requested');
    await changeWithdrawal(creator, waits.id, 'cancel', null, NOW);
    expect((await ask(500)).state).toBe('approved');
    expect((await ask(1)).state).toBe('requested');
    expect((await ask(500, {}, new Date('2026-11-22T00:00:00Z'))).state).toBe('approved');
  });
});

test('the same key is the same withdrawal, even concurrently; another request under it is refused', async () => {
  const { ask, key } = await creatorWith(1000);
  const once = { key: 'form-1' };
  const all = await Promise.all(Array.from({ length: 6 }, () => ask(100, once)));
  expect(new Set(all.map(({ id }) => id)).size).toBe(1);
  expect(await ask(100, once)).toEqual(all[0]);
  expect(await refusalOf(ask(101, once))).toBe('withdrawal_key_reused');
  expect((await balanceOf(key)).reservedMinor).toBe(10_000n);
});

test('a key that comes again with any one thing changed is refused', async () => {
  const { ask, creator, verifier } = await creatorWith(1000);
  const { id: otherAccount } = await transaction((tx) =>
    addBankAccount(tx, creator, { ...NEW_BANK_ACCOUNT, accountNumber: '700800900' }, NOW),
  );
  await verifyAccount(verifier, otherAccount);
  const once = { key: 'form-1' };
  const { id } = await ask(100, once);
  const changed: [number, Parameters<typeof ask>[1]][] = [
    [101, {}],
    [100, { reason: 'Other pipes' }],
    [100, { bankAccountId: otherAccount }],
    [100, { causeKey: await anotherCauseOf(creator, 500) }],
  ];
  for (const [amount, more] of changed)
    expect([more, await refusalOf(ask(amount, { ...once, ...more }))]).toEqual([more, 'withdrawal_key_reused']);
  expect((await ask(100, once)).id).toBe(id);
});

describe('is refused:', () => {
  test('more than is available', async () => {
    const { ask, key } = await creatorWith(200);
    expect(await refusalOf(ask(201))).toBe('over_available');
    expect((await ask(200)).state).toBe('approved');
    expect(await refusalOf(ask(1))).toBe('over_available');
    expect((await balanceOf(key)).leftMinor).toBe(0n);
  });

  test('unreleased money, or money without a known release, until it is released', async () => {
    const { ask, key } = await creatorWith(100);
    const later = new Date(NOW.getTime() + 2 * 86_400_000);
    const named = await donation(key, { amountMajor: 50, feePercent: '0', costs: releaseCosts(later) });
    const unsaid = await donation(key, { amountMajor: 30, feePercent: '0', costs: releaseCosts(null) });
    expect(await refusalOf(ask(101))).toBe('not_released');
    expect(await refusalOf(ask(181))).toBe('over_available');
    expect((await ask(100)).state).toBe('approved');
    expect(await refusalOf(ask(1))).toBe('not_released');
    expect(await refusalOf(ask(51, {}, later))).toBe('not_released');
    // Its time has come, and the gateway was not asked.
    expect(await refusalOf(ask(50, {}, later))).toBe('not_released');
    await applyReport(named, { costs: releaseCosts(later, later) }, later);
    expect((await ask(50, {}, later)).state).toBe('approved');
    await applyReport(unsaid, { costs: releaseCosts(later, later) }, later);
    expect((await ask(30, {}, later)).state).toBe('approved');
  });

  test('more than all causes of the creator have together in the currency', async () => {
    const { ask, creator, key } = await creatorWith(0);
    const lost = await donation(key, { amountMajor: 274, feePercent: '0' });
    await ask(274);
    await applyReport(lost, { refundedMinor: 27_400n });
    const second = await anotherCauseOf(creator, 250);
    const other = { causeKey: second };
    expect(await refusalOf(ask(1, other))).toBe('over_creator_sum');
    await donation(second, { amountMajor: 100, feePercent: '0' });
    expect(await refusalOf(ask(77, other))).toBe('over_creator_sum');
    expect((await ask(76, other)).amountMajor).toBe(76);
  });

  test('what another cause lacks, though a cause that pays out nothing has more; form and check agree', async () => {
    const { ask, creator, key } = await creatorWith(0);
    const lost = await donation(key, { amountMajor: 60, feePercent: '0' });
    await ask(60);
    await applyReport(lost, { refundedMinor: 6000n });
    const [small, rich] = [await anotherCauseOf(creator, 50), await anotherCauseOf(creator, 300)];
    const most = async () => Number((await withdrawalAllowance(creator, small, NOW)).mostMinor);
    for (const state of ['fraud', 'archived', 'funds_on_hold', 'in_verification', 'a_state_of_tomorrow']) {
      await db().cause.update({ where: { key: rich }, data: { state } });
      const seen = [state, await most(), await refusalOf(ask(1, { causeKey: small }))];
      expect(seen).toEqual([state, 0, 'over_creator_sum']);
    }
    await db().cause.update({ where: { key: rich }, data: { state: 'published' } });
    expect([await most(), (await ask(50, { causeKey: small })).amountMajor]).toEqual([5000, 50]);
  });

  describe('of a creator who has enough,', () => {
    // What is refused changes nothing.
    let rich: Awaited<ReturnType<typeof creatorWith>>;
    beforeAll(async () => {
      rich = await creatorWith(200);
    });

    test.each([0, -5, Number.NaN, 1e15])('an amount of %d', async (amount) => {
      expect(await refusalOf(rich.ask(amount))).toBe('amount_not_positive');
    });

    test.each([
      ['a reason too long', { reason: 'x'.repeat(501) }],
      ['a reason that cannot be stored', { reason: 'a\0b' }],
      ['no key', { key: '' }],
    ])('%s', async (_name, more) => {
      expect(await refusalOf(rich.ask(10, more))).toBe('invalid');
    });

    test.each(['fraud', 'funds_on_hold', 'in_verification', 'draft'])('a cause that is %s', async (state) => {
      await db().cause.update({ where: { key: rich.key }, data: { state } });
      expect(await refusalOf(rich.ask(10))).toBe('cause_on_hold');
      await db().cause.update({ where: { key: rich.key }, data: { state: 'published' } });
    });

    test('nothing else: after all of these they still have it, and get it', async () => {
      expect((await balanceOf(rich.key)).leftMinor).toBe(20_000n);
      expect((await rich.ask(10)).state).toBe('approved');
    });
  });

  test.each([
    ['USD', [0.005]],
    ['COP', [12_345.5, 0.5]],
    ['CLP', [0.5]],
    ['PYG', [12_345.5]],
  ])('in %s, cents that do not exist by custom: %j', async (currency, amounts) => {
    const { ask } = await creatorWith(20_000, { currency });
    for (const amount of amounts) expect([amount, await refusalOf(ask(amount))]).toEqual([amount, 'amount_not_whole']);
  });

  test('cents, unless it is everything that is available', async () => {
    const { ask, creator, key } = await creatorWith(0);
    await donation(key, { amountMajor: 100, feePercent: '0', costs: movementCosts('txn_cents', 10_000n, 351n) });
    expect(await withdrawalAllowance(creator, key, NOW)).toMatchObject({ mostMinor: 9649n });
    expect(await refusalOf(ask(50.49))).toBe('cents_left');
    await ask(50);
    const { id } = await ask(46.49);
    expect(await findWithdrawal(creator, id)).toMatchObject({ amountMajor: 46.49 });
    expect((await causeBalance(db(), key)).leftMinor).toBe(0n);
    expect(await differences()).toEqual([]);
  });

  test('more than the day’s limit, over all causes of the creator, until midnight UTC', async () => {
    const { ask, creator, staff } = await creatorWith(3000);
    const second = await anotherCauseOf(creator, 3000);
    const other = { causeKey: second };
    await ask(600);
    expect(await refusalOf(ask(401, other))).toBe('over_daily_limit');
    await ask(400, other);
    expect(await refusalOf(ask(1))).toBe('over_daily_limit');
    expect(await withdrawalAllowance(creator, second, NOW)).toMatchObject({
      leftTodayMinor: 0n,
      mostMinor: 0n,
      approvalAboveMajor: 500,
    });
    expect(await withdrawalAllowance(staff, second, NOW)).toMatchObject({ leftTodayMinor: 0n });
    // A day has its first instant and its last.
    const [lastOfDay, first, last] = ['2026-11-21T23:59:59.999Z', '2026-11-22T00:00:00Z', '2026-11-22T23:59:59.999Z'];
    expect(await refusalOf(ask(1, {}, new Date(lastOfDay)))).toBe('over_daily_limit');
    expect((await ask(1000, {}, new Date(first))).state).toBe('requested');
    expect(await refusalOf(ask(1, {}, new Date(last)))).toBe('over_daily_limit');
  });

  test('what was asked for in another currency counts neither for the day’s limit nor for the threshold', async () => {
    const { key, ask, creator, verifier } = await creatorWith(2000);
    const euros = { connect: { id: creator.id } };
    const { key: other } = await storedCause({ owner: euros, currency: 'EUR' });
    await donation(other, { amountMajor: 2000, feePercent: '0' });
    const account = await storedBankAccount(creator, 'EUR');
    await verifyAccount(verifier, account);
    const inEuros = { causeKey: other, currency: 'EUR', bankAccountId: account };
    expect((await ask(400, inEuros)).state).toBe('approved');
    expect((await ask(500)).state).toBe('approved');
    expect((await ask(500)).state).toBe('requested');
    expect(await refusalOf(ask(1))).toBe('over_daily_limit');
    const left = async (cause: string) => (await withdrawalAllowance(creator, cause, NOW)).leftTodayMinor;
    const limit = env().withdrawals.dailyLimit.EUR;
    expect([await left(key), await left(other)]).toEqual([0n, BigInt((limit - 400) * 100)]);
    expect((await balanceOf(key)).reservedMinor).toBe(100_000n);
    expect((await balanceOf(other)).reservedMinor).toBe(40_000n);
  });

  test('another currency than the cause’s, or a bank account in another', async () => {
    const { ask, creator, staff } = await creatorWith(200);
    expect(await refusalOf(ask(10, { currency: 'EUR' }))).toBe('currency_differs');
    const id = await storedBankAccount(creator, 'EUR');
    await verifyAccount(staff, id);
    expect(await refusalOf(ask(10, { bankAccountId: id }))).toBe('currency_differs');
  });

  test('a bank account that staff has not verified or has rejected, or of another owner', async () => {
    const { ask, creator, staff, bankAccountId } = await creatorWith(200);
    const { id } = await transaction((tx) => addBankAccount(tx, creator, NEW_BANK_ACCOUNT, NOW));
    expect(await refusalOf(ask(10, { bankAccountId: id }))).toBe('bank_account_not_verified');
    await rejectBankAccount(staff, bankAccountId, 'closed', NOW);
    expect(await refusalOf(ask(10))).toBe('bank_account_not_verified');
    const stranger = await creatorWith(0);
    expect(await refusalOf(ask(10, { bankAccountId: stranger.bankAccountId }))).toBe('bank_account_not_found');
  });

  test('anybody but the creator, staff included', async () => {
    const { key, bankAccountId } = await creatorWith(200);
    const stranger = await creatorWith(0);
    expect(await refusalOf(stranger.ask(10, { causeKey: key, bankAccountId }))).toBe('not_allowed');
  });
});

test('of concurrent requests only as many are accepted as there is money', async () => {
  const { ask, key } = await creatorWith(300);
  const asked = await Promise.all(Array.from({ length: 8 }, () => refusalOf(ask(100))));
  expect(asked.filter((refusal) => refusal === 'nothing was refused')).toHaveLength(3);
  expect((await balanceOf(key)).leftMinor).toBe(0n);
});

test('of concurrent requests from two causes only as much is accepted as the day’s limit', async () => {
  const { ask, creator } = await creatorWith(1000);
  const second = await anotherCauseOf(creator, 1000);
  const asked = await Promise.all(
    Array.from({ length: 8 }, (_, index) => refusalOf(ask(300, index % 2 ? { causeKey: second } : {}))),
  );
  expect(asked.filter((refusal) => refusal === 'nothing was refused')).toHaveLength(3);
});

test('reversals after a withdrawal make the balance negative, and nothing more is granted until it is covered', async () => {
  const { ask, key } = await creatorWith(0);
  const id = await donation(key, { amountMajor: 300, feePercent: '0' });
  await ask(250);
  await applyReport(id, { refundedMinor: 30_000n });
  expect((await balanceOf(key)).leftMinor).toBe(-25_000n);
  expect(await refusalOf(ask(1))).toBe('over_available');
  await donation(key, { amountMajor: 251, feePercent: '0' });
  expect((await ask(1)).state).toBe('approved');
});

test('currencies without cents are withdrawn in whole units', async () => {
  const { ask, key } = await creatorWith(0, { currency: 'CLP' });
  await donation(key, { amountMajor: 20_000, feePercent: '5' });
  expect(await refusalOf(ask(19_001))).toBe('over_available');
  const { id } = await ask(19_000);
  expect((await postedFor(id))[0]?.entries).toEqual({
    'creator CLP': 19_000,
    'withdrawal_reserved CLP': -19_000,
  });
});

test('staff who request from their own cause count as creators there', async () => {
  const { ask, creator, key } = await creatorWith(200);
  await db().account.update({ where: { id: creator.id }, data: { role: 'staff' } });
  expect((await ask(10)).state).toBe('approved');
  expect(await refusalOf(withdrawalAllowance(await staffMember(), key, NOW))).toBe('nothing was refused');
});
