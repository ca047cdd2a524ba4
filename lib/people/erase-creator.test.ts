import { expect, test } from 'vitest';
import { changeCauseState, restoreCause } from '#lib/causes/change-state.ts';
import { createOwnCause, type OwnCauseInput } from '#lib/causes/create-own.ts';
import { causeEdit, editBase, editCause, editValues } from '#lib/causes/edit.ts';
import { causeState } from '#lib/causes/states.ts';
import { addNote } from '#lib/dashboard/staff/notes.ts';
import { db, pool, type Tx, transaction } from '#lib/db.ts';
import { deliverEmail } from '#lib/emails/deliver.ts';
import { creatorBalances } from '#lib/ledger/balance.ts';
import { sendEmail } from '#lib/outbox/send-email.ts';
import { rejectRefund } from '#lib/payments/refunds/approve-refund.ts';
import { requestRefund } from '#lib/payments/refunds/request-refund.ts';
import type { Actor } from '#lib/policy/actor.ts';
import { beginSession } from '#lib/sessions/begin-session.ts';
import { verifyChallenge } from '#lib/sessions/challenge.ts';
import { linkTokenOf } from '#lib/sessions/code.ts';
import { requestSignIn } from '#lib/sessions/request-sign-in.ts';
import {
  addBankAccount,
  rejectBankAccount,
  revealBankAccount,
  verifyBankAccount,
} from '#lib/withdrawals/bank-accounts.ts';
import { changeWithdrawal } from '#lib/withdrawals/change.ts';
import { NOW, storedCause } from '#testing/causes.ts';
import { passkeyOf } from '#testing/dashboard-actions.ts';
import { applyReport, chargeback, differences, donation, ownDatabase, pendingPayment } from '#testing/ledger.ts';
import { isLockAwaited } from '#testing/lock-waits.ts';
import { until } from '#testing/money.ts';
import { refusalOf } from '#testing/refusals.ts';
import { findStored } from '#testing/stored-text.ts';
import {
  creatorWith,
  EVIDENCE,
  NEW_BANK_ACCOUNT,
  sendWithdrawal,
  staffMember,
  storedBankAccount,
} from '#testing/withdrawals.ts';
import { eraseCreator } from './erase-creator.ts';
import { exportCreator } from './export-creator.ts';

ownDatabase();

const BY = { by: 'acc_staff', reason: 'Asked by email' };
const erase = (id: string) => transaction((tx) => eraseCreator(tx, id, BY, NOW));
const refusal = (id: string) =>
  erase(id).then(
    () => 'erased',
    ({ code }) => code,
  );
const close = (ownerId: string) => db().cause.updateMany({ where: { ownerId }, data: { state: 'archived' } });

const OWN_CAUSE: OwnCauseInput = {
  title: 'A second well',
  country: 'us',
  currency: 'USD',
  goalAmount: 0,
  description: null,
};

/** Every column that names an account, and whether it still names this one. */
async function whereNamed(id: string): Promise<Record<string, boolean>> {
  const { rows } = await pool().query<{ name: string; column: string }>(
    `SELECT conrelid::regclass::text AS name, attname AS column
       FROM pg_constraint JOIN pg_attribute ON attrelid = conrelid AND attnum = ANY (conkey)
      WHERE contype = 'f' AND confrelid = 'accounts'::regclass`,
  );
  const named = rows.map(async ({ name, column }) => {
    const { rowCount } = await pool().query(`SELECT 1 FROM ${name} WHERE ${column} = $1 LIMIT 1`, [id]);
    return [`${name}.${column}`, rowCount === 1] as const;
  });
  return Object.fromEntries(await Promise.all(named));
}

let people = 0;
/** A creator whose name and address have a word that nobody else has. */
async function leaving() {
  const word = `quitena${++people}x`;
  const { key, creator } = await creatorWith(0);
  const person = {
    name: `Rosa ${word}`,
    email: `${word}@example.org`,
    emailKey: `${word}@example.org`,
    phone: `+57 ${word}`,
  };
  await db().account.update({ where: { id: creator.id }, data: person });
  return { word, key, id: creator.id, ...person };
}

test('nothing of an erased creator is left in the database, and nobody can sign in to the account', async () => {
  const { word, id, name, email } = await leaving();
  await close(id);
  const staff = await staffMember();
  await transaction((tx) => addNote(tx, { kind: 'creator', id, text: `${word} called` }, staff.id, NOW));
  await passkeyOf(id);
  await db().session.create({
    data: {
      id: `ses_${word}`,
      tokenHash: word,
      accountId: id,
      expiresAt: new Date(NOW.getTime() + 60_000),
      ipAddress: '203.0.113.9',
    },
  });
  await db().knownBrowser.create({ data: { accountId: id, tokenHash: word, lastSeenAt: NOW } });
  const facts = {
    name,
    browser: { browser: 'Firefox', system: 'Linux' },
    at: '2026-11-28T12:00:00Z',
    accountUrl: 'https://give.example.org',
  };
  await transaction((tx) => sendEmail(tx, 'new_browser', { recipient: email, locale: 'es' }, facts));
  const unused = await storedBankAccount({ id, role: 'creator' }, 'USD');
  expect((await findStored(word)).length).toBeGreaterThan(4);

  expect(await erase(id)).toMatchObject({ bankAccounts: expect.any(Number), sessions: 1, passkeys: 1, notes: 1 });
  expect(await findStored(word)).toEqual([]);
  expect(await db().bankAccount.findUnique({ where: { id: unused } })).toBeNull();
  const account = await db().account.findUniqueOrThrow({ where: { id } });
  expect(account).toMatchObject({
    name: '—',
    email: `${id.toLowerCase()}@erased.invalid`,
    phone: null,
    role: 'creator',
  });
  const entry = await db().auditEntry.findFirstOrThrow({ where: { action: 'creator.erase', subject: id } });
  expect(entry).toMatchObject({ actor: BY.by, data: { sessions: 1, reason: BY.reason } });
  expect(await refusal(id)).toBe('creator_not_found');
  // A mail about the account later, as of a withdrawal that came back, is dropped.
  await transaction((tx) => sendEmail(tx, 'new_browser', { recipient: account.email, locale: 'es' }, facts));
  const mail = await db().email.findFirstOrThrow({ where: { recipient: account.email } });
  await deliverEmail(mail.id, NOW);
  expect(await db().email.findUnique({ where: { id: mail.id } })).toBeNull();
});

test('of all that names an account only what the books need still names an erased one', async () => {
  const { creator, staff, ask } = await creatorWith(20);
  const { id } = creator;
  await sendWithdrawal(staff, (await ask(20)).id);
  await close(id);
  await passkeyOf(id);
  await db().session.create({ data: { id: `ses_${id}`, tokenHash: id, accountId: id, expiresAt: NOW } });
  await db().knownBrowser.create({ data: { accountId: id, tokenHash: id, lastSeenAt: NOW } });
  await db().formResult.create({
    data: { id: `res_${id}`, accountId: id, action: 'cause.edit', sealedValues: '', faults: [] },
  });
  // A new table gets a row here too.
  expect(Object.values(await whereNamed(id)).every(Boolean)).toBe(true);
  await erase(id);
  const named = Object.entries(await whereNamed(id)).flatMap(([column, isNamed]) => (isNamed ? [column] : []));
  expect(named.toSorted()).toEqual(['bank_accounts.owner_id', 'causes.owner_id', 'withdrawals.requested_by']);
});

test('a creator is not erased while a cause collects or money is left, reserved or owed; staff never are', async () => {
  const { id, key } = await leaving();
  expect([causeState((await db().cause.findUniqueOrThrow({ where: { key } })).state), await refusal(id)]).toEqual([
    'published',
    'creator_has_open_business',
  ]);
  await donation(key, { amountMajor: 20 });
  await close(id);
  await expect(erase(id)).rejects.toThrow(
    'Causes that still collect: none. Currencies in which money is left, reserved or owed: USD. Payments in progress or disputed: none.',
  );
  expect(await refusal((await staffMember()).id)).toBe('creator_is_staff');
  expect(await refusal('acc_nobody')).toBe('creator_not_found');
});

test('a creator is not erased while a payment may still bring them money: one in progress, or one in a dispute', async () => {
  const { id, key } = await leaving();
  const live = await pendingPayment(key);
  await close(id);
  await expect(erase(id)).rejects.toThrow(`Payments in progress or disputed: ${live}.`);
  await db().payment.update({ where: { id: live }, data: { state: 'canceled', settledAt: NOW } });
  const paid = await donation(key, { amountMajor: 20 });
  await applyReport(paid, { disputes: [chargeback('dp_1', 'open')] });
  await expect(erase(id)).rejects.toThrow(`Payments in progress or disputed: ${paid}.`);
});

test('a creator is not erased while their money is reserved for a refund: one that waits comes back if it is rejected', async () => {
  const { id, key } = await leaving();
  const paymentId = await donation(key, { amountMajor: 2000 });
  await close(id);
  const staff = await staffMember();
  const asked = { paymentId, amountMinor: 200_000n, reason: 'Asked', key: 'all', seenMinor: 0n, requestedBy: staff.id };
  const request = await requestRefund(asked, NOW);
  if (request.kind !== 'waits') throw new Error('Bug: a large refund waits for a second person.');
  expect(await transaction((tx) => creatorBalances(tx, id))).toMatchObject([
    { leftMinor: 0n, refundsReservedMinor: 200_000n },
  ]);
  await expect(erase(id)).rejects.toThrow('Currencies in which money is left, reserved or owed: USD.');
  await rejectRefund({ id: request.approval.id, paymentId }, staff.id, 'No', NOW);
  await expect(erase(id)).rejects.toThrow('Currencies in which money is left, reserved or owed: USD.');
});

test('a code that was asked for before opens no session of an erased creator', async () => {
  const { id, email } = await leaving();
  const challenge = await requestSignIn({ email, to: '/dashboard', locale: 'es', now: NOW });
  await close(id);
  await erase(id);
  const verified = await verifyChallenge({ token: await linkTokenOf(challenge) }, NOW);
  expect(verified.kind).toBe('verified');
  const browser = {
    headers: new Headers(),
    address: '203.0.113.77',
    locale: 'es',
    token: 'x'.repeat(43),
    now: new Date(),
  };
  expect(await beginSession(id, browser)).toBeNull();
  expect(await db().session.findMany({ where: { accountId: id } })).toEqual([]);
});

test('what a creator adds while they are erased waits, and is refused', async () => {
  const adds: ((tx: Tx, holder: Actor) => Promise<unknown>)[] = [
    (tx, holder) => addBankAccount(tx, holder, NEW_BANK_ACCOUNT, NOW),
    (tx: Tx, holder: Actor) =>
      createOwnCause(tx, holder, OWN_CAUSE, { termsVersion: '1', ip: '203.0.113.9' }, 'f', NOW),
  ];
  for (const add of adds) {
    const { id } = await leaving();
    await close(id);
    const [accounts, causes] = [await db().bankAccount.count(), await db().cause.count()];
    const late = await transaction(async (tx) => {
      await eraseCreator(tx, id, BY, NOW);
      const other = { outcome: refusalOf(transaction((its) => add(its, { id, role: 'creator' }))) };
      await until('the other to wait for its turn', isLockAwaited);
      return other;
    });
    expect(await late.outcome).toBe('not_found');
    // The one that the creator had is gone.
    expect([await db().bankAccount.count(), await db().cause.count()]).toEqual([accounts - 1, causes]);
  }
});

test('no cause of an erased creator collects again', async () => {
  const { id, key } = await leaving();
  const staff = await staffMember();
  const before = JSON.stringify({ state: 'published', pausedFrom: null, pausedBy: null });
  const marked = await storedCause({ owner: { connect: { id } }, state: 'fraud', beforeFraud: before });
  const held = await storedCause({ owner: { connect: { id } }, state: 'funds_on_hold' });
  const closed = await db().cause.update({ where: { key }, data: { closesAt: new Date(NOW.getTime() - 1) } });
  await erase(id);
  const { closes_at: _closed, ...values } = editValues(closed);
  const edit = causeEdit.parse({ ...values, closes_at: null, base: editBase(closed) });
  const move = { from: 'funds_on_hold', to: 'in_verification' } as const;
  const opens: ((tx: Tx) => Promise<unknown>)[] = [
    (tx) => editCause(tx, staff, key, edit, NOW),
    (tx) => restoreCause(tx, staff, marked.key, 'A mistake', NOW),
    (tx) => changeCauseState(tx, staff, { key: held.key, ...move }, NOW),
  ];
  for (const open of opens) expect(await refusalOf(transaction(open))).toBe('not_allowed');
  // What does not open it is still decided.
  const title = causeEdit.parse({ ...editValues(closed), title: 'A dug well', base: editBase(closed) });
  expect(await transaction((tx) => editCause(tx, staff, key, title, NOW))).toMatchObject({ kind: 'saved' });
  const back = { key: held.key, from: 'funds_on_hold', to: 'refunding' } as const;
  expect(await transaction((tx) => changeCauseState(tx, staff, back, NOW))).toMatchObject({ state: 'refunding' });
});

test('nor does one that is published while its creator is erased', async () => {
  const { id, key } = await leaving();
  await db().cause.update({ where: { key }, data: { state: 'draft' } });
  const publish = (tx: Tx) =>
    changeCauseState(tx, { id, role: 'creator' }, { key, from: 'draft', to: 'published' }, NOW);
  const late = await transaction(async (tx) => {
    await eraseCreator(tx, id, BY, NOW);
    const other = { outcome: refusalOf(transaction(publish)) };
    await until('the other to wait for its turn', isLockAwaited);
    return other;
  });
  expect(await late.outcome).toBe('not_allowed');
});

test('a bank account that money was sent to stays, because the books name it', async () => {
  const { creator, staff, bankAccountId, ask } = await creatorWith(100);
  const { id } = await ask(100);
  await close(creator.id);
  expect(await refusal(creator.id)).toBe('creator_has_open_business');
  await db().cause.updateMany({ where: { ownerId: creator.id }, data: { state: 'published' } });
  await sendWithdrawal(staff, id);
  await close(creator.id);
  expect(await erase(creator.id)).toMatchObject({ bankAccounts: 0 });
  expect(await db().bankAccount.findUnique({ where: { id: bankAccountId } })).toMatchObject({
    holderName: 'Olga Owner',
  });
  expect(await db().withdrawal.findUnique({ where: { id } })).toMatchObject({ state: 'paid', bankAccountId });
});

test('what a bank returns after the erasure is owed to the account, and goes back to the donors', async () => {
  const { key, creator, staff, ask } = await creatorWith(0);
  const paymentId = await donation(key, { amountMajor: 100, feePercent: '0' });
  const { id } = await ask(100);
  await sendWithdrawal(staff, id);
  await close(creator.id);
  await erase(creator.id);
  await changeWithdrawal(staff, id, 'fail', 'The account is closed', NOW);
  const balance = () => transaction((tx) => creatorBalances(tx, creator.id));
  expect(await balance()).toMatchObject([{ leftMinor: 10_000n, paidOutMinor: 0n }]);
  const asked = {
    paymentId,
    amountMinor: 10_000n,
    reason: 'Returned',
    key: 'all',
    seenMinor: 0n,
    requestedBy: staff.id,
  };
  const request = await requestRefund(asked, NOW);
  if (request.kind !== 'requested') throw new Error(`Bug: ${request.kind}`);
  const refundId = request.refund.id;
  const refund = {
    id: 're_1',
    refundId,
    amountMinor: 10_000n,
    status: 'succeeded',
    hasLeft: true,
    createdAt: NOW,
  } as const;
  await applyReport(paymentId, { refundedMinor: 10_000n, refunds: [refund] });
  expect(await balance()).toMatchObject([{ leftMinor: 0n, refundsReservedMinor: 0n, refundedMinor: 10_000n }]);
  expect(await differences()).toEqual([]);
});

test('an export has all that is stored of a creator', async () => {
  const { id, key, name, email } = await leaving();
  const bank = await storedBankAccount({ id, role: 'creator' }, 'USD');
  const file = await transaction((tx) => exportCreator(tx, id, 'acc_staff', NOW));
  expect(file).toMatchObject({
    account: { id, name, email, role: 'creator' },
    causes: [{ key, state: 'published', terms: { accepted_ip: expect.any(String) } }],
    bank_accounts: expect.arrayContaining([expect.objectContaining({ id: bank })]),
  });
  expect(JSON.parse(JSON.stringify(file))).toEqual(file);
  expect(await db().auditEntry.count({ where: { action: 'creator.export', subject: id } })).toBe(1);
});

test('an export names the pictures of causes, and what bank accounts were verified by', async () => {
  const { creator, key, bankAccountId } = await creatorWith(0);
  const picture = { causeKey: key, alt: 'The pump', width: 20, height: 20, createdAt: NOW };
  const bytes = new Uint8Array(1);
  await db().causePicture.create({ data: { id: 'pic_export', ...picture, large: bytes, small: bytes } });
  const other = await storedBankAccount(creator, 'USD');
  const verifier = await staffMember();
  await revealBankAccount(verifier, other);
  const file = new Uint8Array(Buffer.from('%PDF-1.7'));
  await verifyBankAccount(verifier, other, { note: null, evidence: { file } }, NOW);
  const exported = await transaction((tx) => exportCreator(tx, creator.id, 'acc_staff', NOW));
  expect(exported.causes).toMatchObject([
    { pictures: [{ url: expect.stringMatching(/^https?:.*\/pictures\/pic_export\/large$/), description: 'The pump' }] },
  ]);
  const evidence = Object.fromEntries(exported.bank_accounts.map((one) => [one.id, one.evidence]));
  expect(evidence).toMatchObject({
    [bankAccountId]: { link: EVIDENCE.link, file: null },
    [other]: { link: null, file: `${other}.pdf` },
  });
});

test('of a withdrawal and its bank account, an export has what staff and the bank said of them', async () => {
  const { creator, staff, bankAccountId, ask } = await creatorWith(100);
  const { id } = await ask(100);
  await sendWithdrawal(staff, id);
  await changeWithdrawal(staff, id, 'fail', 'Olga Owner has moved', NOW);
  await rejectBankAccount(staff, bankAccountId, 'The account is closed', NOW);
  const file = await transaction((tx) => exportCreator(tx, creator.id, 'acc_staff', NOW));
  expect(file).toMatchObject({
    withdrawals: [
      { status: 'failed', note: 'Olga Owner has moved', sent: { reference: 'ACH 4711', day: '2026-11-21' } },
    ],
    bank_accounts: [{ codes: { routingNumber: '021000021' }, account_type: 'savings', note: 'The account is closed' }],
  });
  expect(JSON.parse(JSON.stringify(file))).toEqual(file);
});
