// @module-tag full

import { beforeAll, expect, test } from 'vitest';
import { provisionAccount } from '#lib/accounts/account.ts';
import { db, transaction } from '#lib/db.ts';
import { erasedAddress } from '#lib/email-key.ts';
import { LOCALES } from '#lib/i18n/locales.ts';
import { translatorFor } from '#lib/i18n/translate.ts';
import { newId } from '#lib/ids.ts';
import { addBankAccount } from '#lib/withdrawals/bank-accounts.ts';
import { createBatch, startBatch } from '#lib/withdrawals/batches.ts';
import { changeWithdrawal } from '#lib/withdrawals/change.ts';
import { NOW, storedCause } from '#testing/causes.ts';
import { passkeyOf } from '#testing/dashboard-actions.ts';
import { donation, ownDatabase, pendingPayment } from '#testing/ledger.ts';
import { creatorWith, NEW_BANK_ACCOUNT, sendWithdrawal, staffMember, verifyAccount } from '#testing/withdrawals.ts';
import { addNote } from './notes.ts';
import {
  reviewOfAccount,
  reviewOfBatch,
  reviewOfClosedRefund,
  reviewOfErasedCreator,
  reviewOfKey,
  reviewOfLink,
  reviewOfMove,
  reviewOfPasskeys,
  reviewOfRefund,
  reviewOfWithdrawal,
  stopsMoney,
} from './reviews.ts';

ownDatabase();

const inUsd = (amountMajor: number) => ({ amountMajor, currency: 'USD' });
const linesOf = async (review: Promise<{ lines: { code: string; values?: object }[] }>) =>
  Object.fromEntries((await review).lines.map(({ code, values }) => [code, values ?? true]));

let causeKey: string;
const cause = () => db().cause.findUniqueOrThrow({ where: { key: causeKey } });
beforeAll(async () => {
  causeKey = (await storedCause()).key;
});

test('marking a cause as fraud counts its payments in progress, its open links and its waiting withdrawals', async () => {
  await pendingPayment(causeKey, { amountMajor: 20 });
  await pendingPayment(causeKey, { amountMajor: 30 });
  await donation(causeKey);
  await pendingPayment((await storedCause()).key);
  const move = async (to: 'fraud' | 'paused') =>
    linesOf(transaction(async (tx) => reviewOfMove(tx, await cause(), 'published', to, NOW)));
  const stopped = { attempts: { count: 2, sum: [inUsd(50)] }, openLinks: { count: 2 } };
  expect(await move('fraud')).toEqual({
    ...stopped,
    heldWithdrawals: { count: 0, sum: [inUsd(0)] },
    hidden: true,
    undoFraud: true,
    nobodyTold: true,
  });
  const { email } = (await db().cause.findUniqueOrThrow({ where: { key: causeKey }, include: { owner: true } })).owner;
  expect(await move('paused')).toEqual({ ...stopped, undoMove: true, creatorTold: { email } });
  expect(stopsMoney('published', 'paused')).toBe(true);
  expect(stopsMoney('published', 'verified')).toBe(false);
});

test('a withdrawal that waits is counted with its amount, of a cause and of a bank account', async () => {
  const { ask, key, bankAccountId } = await creatorWith(2000);
  await ask(600);
  const withdrawing = await db().cause.findUniqueOrThrow({ where: { key } });
  const lines = linesOf(transaction((tx) => reviewOfMove(tx, withdrawing, 'published', 'in_verification', NOW)));
  expect((await lines).heldWithdrawals).toMatchObject({ count: 1, sum: [{ amountMajor: 600 }] });
  const account = await db().bankAccount.findUniqueOrThrow({ where: { id: bankAccountId } });
  expect((await linesOf(transaction((tx) => reviewOfAccount(tx, account)))).accountWithdrawals).toMatchObject({
    count: 1,
    sum: [{ amountMajor: 600, currency: 'USD' }],
  });
});

test('one that is being sent is not counted as held back: its review says that nothing stops it', async () => {
  const { ask, key, bankAccountId, staff } = await creatorWith(2000);
  const { id } = await ask(300);
  await ask(100);
  await changeWithdrawal(staff, id, 'start_sending', null, NOW);
  const sending = await db().cause.findUniqueOrThrow({ where: { key } });
  const account = await db().bankAccount.findUniqueOrThrow({ where: { id: bankAccountId } });
  const [moved, refused] = await Promise.all([
    linesOf(transaction((tx) => reviewOfMove(tx, sending, 'published', 'fraud', NOW))),
    linesOf(transaction((tx) => reviewOfAccount(tx, account))),
  ]);
  const one = (amountMajor: number) => ({ count: 1, sum: [{ amountMajor, currency: 'USD' }] });
  expect(moved).toMatchObject({ heldWithdrawals: one(100), beingSent: one(300) });
  expect(refused).toMatchObject({ accountWithdrawals: one(100), beingSent: one(300) });
});

test('a bank account without withdrawals has none in its review', async () => {
  const owner = (await storedCause()).owner;
  const { id } = await transaction((tx) => addBankAccount(tx, owner, NEW_BANK_ACCOUNT, NOW));
  await verifyAccount(await staffMember(), id);
  const account = await db().bankAccount.findUniqueOrThrow({ where: { id } });
  expect(await linesOf(transaction((tx) => reviewOfAccount(tx, account)))).toEqual({
    accountNever: true,
    creatorMail: { email: expect.any(String) },
    noUndo: true,
  });
});

test('no mail to a creator who was erased is announced', async () => {
  const { ask, creator, staff, bankAccountId } = await creatorWith(100);
  const { id } = await ask(100);
  await sendWithdrawal(staff, id);
  const erased = erasedAddress(creator.id);
  await db().account.update({ where: { id: creator.id }, data: { email: erased, emailKey: erased } });
  const withdrawal = await db().withdrawal.findUniqueOrThrow({ where: { id } });
  const account = await db().bankAccount.findUniqueOrThrow({ where: { id: bankAccountId } });
  expect(await linesOf(transaction((tx) => reviewOfWithdrawal(tx, withdrawal, 'fail')))).toEqual({
    moneyBack: expect.anything(),
    noUndo: true,
  });
  expect(await linesOf(transaction((tx) => reviewOfAccount(tx, account)))).not.toHaveProperty('creatorMail');
});

test('a refund says what goes back, what is left, who is mailed, and whether somebody has to approve it', async () => {
  const id = await donation(causeKey, { amountMajor: 1000 });
  await db().payment.update({ where: { id }, data: { donorEmail: 'rosa@example.org' } });
  const refund = (amountMinor: bigint) =>
    linesOf(transaction((tx) => reviewOfRefund(tx, id, { amountMinor, seenMinor: 0n })));
  expect(await refund(1250n)).toEqual({
    refund: { amount: [inUsd(12.5)], gateway: 'Stripe', left: [inUsd(987.5)] },
    refundCollected: { amount: [inUsd(12.5)], cause: 'A well' },
    donorMail: { email: 'rosa@example.org' },
    noUndo: true,
  });
  expect(await refund(90_000n)).toHaveProperty('secondPerson');
  await expect(refund(100_001n)).rejects.toMatchObject({ code: 'over_refundable' });
});

test('a refund says who is notified: the address that was left for the receipt alone, or nobody', async () => {
  const id = await donation(causeKey);
  const refund = () => linesOf(transaction((tx) => reviewOfRefund(tx, id, { amountMinor: 100n, seenMinor: 0n })));
  expect(await refund()).toHaveProperty('donorUnknown');
  await db().payment.update({ where: { id }, data: { receiptEmail: 'office@example.org' } });
  expect(await refund()).toMatchObject({ donorMail: { email: 'office@example.org' } });
});

test('a key says whether its client has another one, and a link what is in progress on it', async () => {
  const client = { connect: { id: (await cause()).clientId } };
  const key = (id: string, n: number) => ({
    id,
    hash: String(n).padStart(64, '0'),
    permissions: [],
    allowedIps: [],
    client,
  });
  const first = await db().apiKey.create({ data: key('key_first', 1) });
  const review = () => linesOf(transaction((tx) => reviewOfKey(tx, first, NOW)));
  expect(await review()).toMatchObject({ keyOthers: { count: 0 }, keyUnused: true });
  await db().apiKey.create({ data: key('key_second', 2) });
  await db().apiKey.create({ data: { ...key('key_third', 3), revokedAt: NOW } });
  expect(await review()).toMatchObject({ keyOthers: { count: 1 } });
  const payment = await pendingPayment(causeKey, { amountMajor: 70 });
  const { linkId } = await db().payment.findUniqueOrThrow({ where: { id: payment } });
  expect(await linesOf(transaction((tx) => reviewOfLink(tx, linkId)))).toMatchObject({
    attempts: { count: 1, sum: [inUsd(70)] },
    linkEnds: { amount: [inUsd(70)] },
  });
});

test('a batch says how much goes to how many accounts, and what is held back; then what is recorded of it', async () => {
  const inMexico = { currency: 'MXN', country: 'mx' };
  const [one, other] = [await creatorWith(2000, inMexico), await creatorWith(2000, inMexico)];
  await one.ask(100);
  await one.ask(200);
  await other.ask(50);
  const batchId = await createBatch(one.staff, 'MXN', NOW);
  const review = (step: 'start_sending' | 'mark_sent' | 'mark_not_sent', day?: string) =>
    linesOf(
      transaction((tx) =>
        reviewOfBatch(tx, batchId, { step, now: NOW, ...(day ? { sent: { day, zone: 'UTC' } } : {}) }),
      ),
    );
  const sum = (amountMajor: number) => [{ amountMajor, currency: 'MXN' }];
  const started = { batchAccounts: { count: 2 }, batchToSend: { count: 3, sum: sum(350) }, batchTold: { count: 2 } };
  expect(await review('start_sending')).toMatchObject(started);
  expect(await review('start_sending')).not.toHaveProperty('batchHeld');
  await db().cause.update({ where: { key: other.key }, data: { state: 'funds_on_hold' } });
  const held = { batchHeld: { count: 1 }, batchToSend: { count: 2, sum: sum(300) }, batchAccounts: { count: 1 } };
  // The creator whose withdrawal goes back to review is told as well.
  expect(await review('start_sending')).toMatchObject({ ...held, batchTold: { count: 2 } });
  await startBatch(one.staff, batchId, NOW);
  expect(await review('mark_sent', '2026-11-21')).toMatchObject({
    batchPaid: { count: 2, sum: sum(300), date: { day: '2026-11-21' } },
    batchTold: { count: 1 },
  });
  // A day that cannot be is refused before anybody confirms it.
  for (const [day, code] of [
    ['abc', 'invalid'],
    ['2026-02-30', 'invalid'],
    ['2026-11-21T10:00', 'invalid'],
    ['2999-01-01', 'sent_in_future'],
    ['2026-11-19', 'sent_before_start'],
  ] as const)
    await expect(review('mark_sent', day)).rejects.toMatchObject({ code, field: 'day' });
  expect(await review('mark_not_sent')).toMatchObject({
    batchNotSent: { count: 2, sum: sum(300) },
    batchMail: { count: 1 },
  });
});

test('a failed refund that is closed says what the donor does not get, and what can still become of it', async () => {
  const paymentId = await donation(causeKey, { amountMajor: 40 });
  const id = newId('refund');
  await db().refund.create({
    data: {
      id,
      paymentId,
      requestKey: 'form',
      amountMinor: 1550n,
      reason: 'Asked for',
      state: 'failed',
      createdAt: NOW,
      settledAt: NOW,
    },
  });
  const review = () => linesOf(transaction((tx) => reviewOfClosedRefund(tx, id)));
  const closed = { refundClosed: { amount: [inUsd(15.5)] }, nobodyTold: true, noUndo: true };
  expect(await review()).toEqual({ ...closed, refundClosedLeft: true });
  await db().payment.update({ where: { id: paymentId }, data: { state: 'unclaimed', refundReason: 'late' } });
  expect(await review()).toEqual({ ...closed, refundClosedWrittenOff: true });
  await db().payment.update({ where: { id: paymentId }, data: { state: 'refund_due' } });
  expect(await review()).toEqual(closed);
});

test('whoever loses their passkeys is named with what ends; an account without any needs no review', async () => {
  const { id } = await staffMember();
  const account = await db().account.findUniqueOrThrow({ where: { id } });
  const review = () => transaction((tx) => reviewOfPasskeys(tx, account, NOW));
  expect(await review()).toBeNull();
  expect(await transaction((tx) => reviewOfPasskeys(tx, null, NOW))).toBeNull();
  await passkeyOf(id);
  expect((await review())?.lines).toEqual([
    { code: 'passkeysGone', values: { count: 1, name: account.name } },
    { code: 'sessionsEnd', values: { count: 0 } },
    { code: 'holderMail', values: { email: account.email } },
    { code: 'passkeyAgain' },
  ]);
});

test('whoever is erased is named with the sessions that end: not those that have ended already', async () => {
  const { account } = await provisionAccount(db(), { email: 'leaving@example.org', name: 'Leaving' });
  for (const [id, minutes] of [
    ['ses_ended', -1],
    ['ses_open', 1],
  ] as const)
    await db().session.create({
      data: { id, tokenHash: id, accountId: account.id, expiresAt: new Date(NOW.getTime() + minutes * 60_000) },
    });
  const review = await transaction((tx) => reviewOfErasedCreator(tx, account.id, NOW));
  expect(review.lines).toContainEqual({ code: 'sessionsEnd', values: { count: 1 } });
});

test.each(LOCALES)('in %s, the review of an erased creator speaks of the creator, never of a donor', async (locale) => {
  const { account } = await provisionAccount(db(), { email: `away-${locale}@example.org`, name: 'Away' });
  const staff = await staffMember();
  const texts = async () => {
    const { lines } = await transaction((tx) => reviewOfErasedCreator(tx, account.id, NOW));
    const write = translatorFor(locale) as unknown as (key: string, values: object) => string;
    return lines.map(({ code, values }) => write(`review.lines.${code}`, values ?? {})).join(' ');
  };
  const none = await texts();
  await transaction((tx) => addNote(tx, { kind: 'creator', id: account.id, text: 'Called' }, staff.id, NOW));
  const some = await texts();
  for (const text of [none, some]) expect(text).not.toMatch(/donor|donante|doador/i);
  expect(some).toMatch(/note about the creator|nota sobre el creador|nota sobre o criador/);
});
