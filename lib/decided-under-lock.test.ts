import { expect, test } from 'vitest';
import { changeRole } from '#lib/accounts/account.ts';
import { changeCauseState, restoreCause } from '#lib/causes/change-state.ts';
import { approveKey, rejectKey } from '#lib/clients/key-approval.ts';
import { createKey, rotateKey } from '#lib/clients/keys.ts';
import { approveTerms, changeContact, rejectTerms, requestTerms } from '#lib/clients/terms.ts';
import { db, type Tx, transaction } from '#lib/db.ts';
import { findLink } from '#lib/hot-queries/find-link.ts';
import { newId } from '#lib/ids.ts';
import { lockAccount, lockApiKey, lockBankAccount, lockCause, lockClient, lockPayoutBatch } from '#lib/locks.ts';
import { claimAttempt } from '#lib/payments/attempts/attempt.ts';
import { lockLink } from '#lib/payments/lock-link.ts';
import { rejectRefund } from '#lib/payments/refunds/approve-refund.ts';
import { requestRefund } from '#lib/payments/refunds/request-refund.ts';
import { approveWriteOff, rejectWriteOff } from '#lib/payments/refunds/write-off.ts';
import type { Actor } from '#lib/policy/actor.ts';
import { resendReceipt } from '#lib/receipts/resend-receipt.ts';
import { removePasskeys } from '#lib/sessions/remove-passkeys.ts';
import { rejectBankAccount } from '#lib/withdrawals/bank-accounts.ts';
import { exportBatch } from '#lib/withdrawals/batch-file.ts';
import { cancelBatch, createBatch, startBatch } from '#lib/withdrawals/batches.ts';
import { changeWithdrawal } from '#lib/withdrawals/change.ts';
import { NOW, STAFF, storedCause } from '#testing/causes.ts';
import { donation, ownDatabase, pendingPayment } from '#testing/ledger.ts';
import { isLockAwaited } from '#testing/lock-waits.ts';
import { until } from '#testing/money.ts';
import { refusalOf } from '#testing/refusals.ts';
import { creatorWith, staffMember, storedBankAccount, verifyAccount } from '#testing/withdrawals.ts';

ownDatabase();

/**
 * Somebody decides while another transaction holds the lock and decides first: once that commits, the decision is about what
 * it left. Without the lock, or with a read before it, the second decision is made all the same.
 */
type Race = {
  lock: (tx: Tx) => Promise<unknown>;
  first: (tx: Tx) => Promise<unknown>;
  second: () => Promise<unknown>;
};

async function race({ lock, first, second }: Race): Promise<string> {
  const begun = await transaction(async (tx) => {
    await lock(tx);
    const other = { outcome: refusalOf(second()) };
    await until('the second decision to wait for the lock', isLockAwaited);
    await first(tx);
    return other;
  });
  return begun.outcome;
}

const within = (work: (tx: Tx) => Promise<unknown>) => transaction(work);
const somebody = async () => (await staffMember()).id;

async function waitingKey(by: (id: string, staff: string) => Promise<unknown>): Promise<Race> {
  const { clientId } = await db().cause.findUniqueOrThrow({ where: { key: (await storedCause()).key } });
  const wish = { clientId, permissions: ['causes:set_fee' as const], allowedIps: [], createdBy: await somebody() };
  const { id } = await transaction((tx) => createKey(tx, wish));
  const other = await somebody();
  return {
    lock: (tx) => lockApiKey(tx, id),
    first: (tx) => tx.apiKey.update({ where: { id }, data: { revokedAt: NOW } }),
    second: () => by(id, other),
  };
}

async function waitingTerms(by: (id: string, staff: string) => Promise<unknown>, isApproved = false): Promise<Race> {
  const { clientId } = await db().cause.findUniqueOrThrow({ where: { key: (await storedCause()).key } });
  const asker = await somebody();
  const client = await db().client.update({ where: { id: clientId }, data: { contactEmail: 'old@example.org' } });
  const terms = { feePercent: 4, feeModel: 'all_inclusive', contactEmail: 'new@example.org' };
  const change = await transaction((tx) => requestTerms(tx, client, terms, asker, NOW));
  const id = change?.id ?? '';
  const other = await somebody();
  if (isApproved) await within((tx) => approveTerms(tx, id, other, NOW));
  return {
    lock: (tx) => lockClient(tx, clientId),
    first: (tx) => rejectTerms(tx, id, other, 'Not needed', NOW),
    second: () => by(id, other),
  };
}

async function unverifiedAccount(by: (staff: Actor, id: string) => Promise<unknown>): Promise<Race> {
  const id = await storedBankAccount((await storedCause()).owner, 'USD');
  const [staff, other] = [await staffMember(), await somebody()];
  const rejected = { state: 'rejected', reviewedAt: NOW, reviewedBy: other };
  return {
    lock: (tx) => lockBankAccount(tx, id),
    first: (tx) => tx.bankAccount.update({ where: { id }, data: rejected }),
    second: () => by(staff, id),
  };
}

async function waitingBatch(by: (staff: Actor, id: string) => Promise<unknown>, isStarted = false): Promise<Race> {
  const { ask, staff } = await creatorWith(2000);
  await changeWithdrawal(staff, (await ask(600)).id, 'approve', null, NOW);
  const id = await createBatch(staff, 'USD', NOW);
  if (isStarted) await startBatch(staff, id, NOW);
  return {
    lock: (tx) => lockPayoutBatch(tx, id),
    first: async (tx) => {
      await tx.payoutItem.updateMany({ where: { batchId: id }, data: { releasedAt: NOW } });
      await tx.payoutBatch.update({ where: { id }, data: { cancelledAt: NOW, cancelledBy: staff.id } });
    },
    second: () => by(staff, id),
  };
}

/** A payment, locked by its link; `first` is what another decision leaves of it. */
async function locked(paymentId: string, more: Pick<Race, 'first' | 'second'>): Promise<Race> {
  const { linkId } = await db().payment.findUniqueOrThrow({ where: { id: paymentId } });
  return { lock: (tx) => lockLink(tx, linkId), ...more };
}

async function waitingWriteOff(by: (id: string, staff: string) => Promise<unknown>): Promise<Race> {
  const paymentId = await donation((await storedCause()).key);
  const owed = { state: 'refund_due', refundReason: 'late' };
  await db().payment.update({ where: { id: paymentId }, data: owed });
  const refund = { paymentId, amountMinor: 5000n, reason: 'late', createdAt: NOW };
  const failed = { state: 'failed', lastError: 'refund_failed', settledAt: NOW };
  await db().refund.create({ data: { id: newId('refund'), requestKey: 'first', ...refund, ...failed } });
  const id = newId('writeOff');
  const [requestedBy, other] = [await somebody(), await somebody()];
  const asked = { id, paymentId, amountMinor: 5000n, reason: 'Closed', requestedBy, requestedAt: NOW };
  await db().writeOff.create({ data: asked });
  const refused = { decidedBy: other, decidedAt: NOW, outcome: 'refused' };
  return locked(paymentId, {
    first: (tx) => tx.writeOff.update({ where: { id }, data: refused }),
    second: () => by(id, other),
  });
}

const RACES: Record<string, [refusal: string, race: () => Promise<Race>]> = {
  'a key is approved that was refused meanwhile': [
    'already_decided',
    () => waitingKey((id, by) => within((tx) => approveKey(tx, id, by, NOW))),
  ],
  'a key is refused that was refused meanwhile': [
    'already_decided',
    () => waitingKey((id) => within((tx) => rejectKey(tx, id, NOW))),
  ],
  'a key is replaced that was revoked meanwhile': [
    'key_stopped',
    async () => {
      const { clientId } = await db().cause.findUniqueOrThrow({ where: { key: (await storedCause()).key } });
      const wish = { clientId, permissions: ['cause:read' as const], allowedIps: [] };
      const { id } = await transaction((tx) => createKey(tx, wish));
      return {
        lock: (tx) => lockApiKey(tx, id),
        first: (tx) => tx.apiKey.update({ where: { id }, data: { revokedAt: NOW } }),
        second: () => within((tx) => rotateKey(tx, id, 24, 'acc_staff', NOW)),
      };
    },
  ],
  'terms are approved that were refused meanwhile': [
    'already_decided',
    () => waitingTerms((id, by) => within((tx) => approveTerms(tx, id, by, NOW))),
  ],
  'terms are refused that were refused meanwhile': [
    'already_decided',
    () => waitingTerms((id, by) => within((tx) => rejectTerms(tx, id, by, 'Again', NOW))),
  ],
  'a bank account is verified that was rejected meanwhile': [
    'wrong_state',
    () => unverifiedAccount((staff, id) => verifyAccount(staff, id)),
  ],
  'a bank account is rejected that was rejected meanwhile': [
    'wrong_state',
    () => unverifiedAccount((staff, id) => rejectBankAccount(staff, id, 'Again', NOW)),
  ],
  'a batch is started that was cancelled meanwhile': [
    'batch_ended',
    () => waitingBatch((staff, id) => startBatch(staff, id, NOW)),
  ],
  'a batch is cancelled that was cancelled meanwhile': [
    'batch_ended',
    () => waitingBatch((staff, id) => cancelBatch(staff, id, NOW)),
  ],
  'the file of a batch is made that was recorded as not sent meanwhile': [
    'batch_ended',
    () => waitingBatch((staff, id) => exportBatch(staff, id, 'csv', NOW), true),
  ],
  'a withdrawal is approved to an account that was rejected meanwhile': [
    'bank_account_not_verified',
    async () => {
      const { ask, staff, bankAccountId: id } = await creatorWith(2000);
      const withdrawal = await ask(600);
      return {
        lock: (tx) => lockBankAccount(tx, id),
        first: (tx) => tx.bankAccount.update({ where: { id }, data: { state: 'rejected' } }),
        second: () => changeWithdrawal(staff, withdrawal.id, 'approve', null, NOW),
      };
    },
  ],
  'a withdrawal is asked for to an account that is rejected meanwhile': [
    'bank_account_not_verified',
    async () => {
      const { ask, bankAccountId: id } = await creatorWith(2000);
      return {
        lock: (tx) => lockBankAccount(tx, id),
        first: (tx) => tx.bankAccount.update({ where: { id }, data: { state: 'rejected' } }),
        second: () => ask(100),
      };
    },
  ],
  'a withdrawal is asked for beside one of that day': [
    'over_daily_limit',
    async () => {
      const { key, creator, ask, bankAccountId } = await creatorWith(3000);
      const other = { id: newId('withdrawal'), causeKey: key, bankAccountId, requestedBy: creator.id };
      const asked = { amount: 1000n, currency: 'USD', reason: '', idempotencyKey: 'other', requestedAt: NOW };
      return {
        lock: (tx) => lockAccount(tx, creator.id),
        first: (tx) => tx.withdrawal.create({ data: { ...other, ...asked, state: 'requested' } }),
        second: () => ask(1),
      };
    },
  ],
  'a cause is moved that was moved meanwhile': [
    'cause_state_changed',
    async () => {
      const { key } = await storedCause();
      const move = { key, from: 'published', to: 'paused' } as const;
      return {
        lock: (tx) => lockCause(tx, key),
        first: (tx) => tx.cause.update({ where: { key }, data: { state: 'fraud' } }),
        second: () => within((tx) => changeCauseState(tx, STAFF, move, NOW)),
      };
    },
  ],
  'fraud is undone that was undone meanwhile': [
    'cause_state_changed',
    async () => {
      const beforeFraud = JSON.stringify({ state: 'published', pausedFrom: null, pausedBy: null });
      const { key } = await storedCause({ state: 'fraud', beforeFraud });
      return {
        lock: (tx) => lockCause(tx, key),
        first: (tx) => tx.cause.update({ where: { key }, data: { state: 'published', beforeFraud: null } }),
        second: () => within((tx) => restoreCause(tx, STAFF, key, 'A mistake', NOW)),
      };
    },
  ],
  'a refund is asked for beside one that was asked for meanwhile': [
    'refund_pending',
    async () => {
      const paymentId = await donation((await storedCause()).key);
      const other = { id: newId('refund'), paymentId, requestKey: 'other', amountMinor: 100n, reason: 'Another' };
      const request = { paymentId, amountMinor: 5000n, seenMinor: 0n, reason: 'Asked for', key: 'form' };
      return locked(paymentId, {
        first: (tx) => tx.refund.create({ data: { ...other, createdAt: NOW } }),
        second: () => requestRefund({ ...request, requestedBy: STAFF.id }, NOW),
      });
    },
  ],
  'a refund is refused that was refused meanwhile': [
    'already_decided',
    async () => {
      const paymentId = await donation((await storedCause()).key);
      const [id, requestedBy, other] = [newId('refundApproval'), await somebody(), await somebody()];
      const asked = { id, paymentId, requestKey: 'form', amountMinor: 1000n, seenMinor: 0n, reason: 'Asked for' };
      await db().refundApproval.create({ data: { ...asked, requestedBy, requestedAt: NOW } });
      return locked(paymentId, {
        first: (tx) =>
          tx.refundApproval.update({ where: { id }, data: { decidedBy: other, decidedAt: NOW, refundId: null } }),
        second: () => rejectRefund({ id, paymentId }, other, 'Again', NOW),
      });
    },
  ],
  'a write-off is approved that was refused meanwhile': [
    'already_decided',
    () => waitingWriteOff((id, by) => within((tx) => approveWriteOff(tx, id, by, NOW))),
  ],
  'a write-off is refused that was refused meanwhile': [
    'already_decided',
    () => waitingWriteOff((id, by) => within((tx) => rejectWriteOff(tx, id, by, 'Again', NOW))),
  ],
  'a receipt is sent again that was sent often meanwhile': [
    'too_many_receipts',
    async () => {
      const paymentId = await donation((await storedCause()).key);
      await db().payment.update({ where: { id: paymentId }, data: { donorEmail: 'ana@example.org' } });
      const entry = { action: 'receipt.resend', actor: 'acc_other', outcome: 'done', data: {}, at: NOW };
      return locked(paymentId, {
        first: (tx) =>
          tx.auditEntry.createMany({
            data: Array.from({ length: 10 }, () => ({ ...entry, id: newId('auditEntry'), subject: paymentId })),
          }),
        second: () => within((tx) => resendReceipt(tx, STAFF, paymentId, NOW)),
      });
    },
  ],
};

test.each(Object.entries(RACES))('%s: the second is refused', async (_what, [refusal, prepared]) => {
  expect(await race(await prepared())).toBe(refusal);
});

test('a new contact that is stopped at the very moment does not take effect', async () => {
  const later = new Date(NOW.getTime() + 86_400_000);
  const prepared = await waitingTerms((id) => changeContact(id, later), true);
  expect(await race(prepared)).toBe('nothing was refused');
  expect(await db().client.count({ where: { contactEmail: 'new@example.org' } })).toBe(0);
});

test('of two callers one starts an attempt, and the other waits for it', async () => {
  const id = await pendingPayment((await storedCause()).key);
  const { linkId, causeKey } = await db().payment.update({ where: { id }, data: { state: 'canceled' } });
  const found = await findLink(linkId);
  if (!found) throw new Error('no such link');
  const started = { linkId, causeKey, rail: 'card', gateway: 'stripe', attempt: 2, amount: 50n, currency: 'USD' };
  const claimedUntil = new Date(Date.now() + 60_000);
  const claims: unknown[] = [];
  const prepared = await locked(id, {
    first: (tx) =>
      tx.payment.create({
        data: { id: newId('payment'), ...started, state: 'starting', claimedUntil, createdAt: NOW },
      }),
    second: async () => claims.push(await claimAttempt(found, { kind: 'card', gateway: 'stripe' })),
  });
  await db().checkoutLink.update({ where: { id: linkId }, data: { expiresAt: claimedUntil } });
  expect(await race(prepared)).toBe('nothing was refused');
  expect(claims).toEqual([{ kind: 'wait' }]);
});

test('a session that begins while its account gets another role ends', async () => {
  const { id, email } = await db().account.findUniqueOrThrow({ where: { id: await somebody() } });
  const times = { createdAt: NOW, updatedAt: NOW, lastSeenAt: NOW, expiresAt: NOW };
  const outcome = await race({
    lock: (tx) => lockAccount(tx, id),
    first: (tx) => tx.session.create({ data: { id: newId('session'), tokenHash: id, accountId: id, ...times } }),
    second: () => within((tx) => changeRole(tx, email, 'creator')),
  });
  expect([outcome, await db().session.count({ where: { accountId: id } })]).toEqual(['nothing was refused', 0]);
});

test('a passkey that is added while all of its account are removed is removed, too', async () => {
  const holder = await db().account.findUniqueOrThrow({ where: { id: await somebody() } });
  const { id: accountId } = holder;
  const key = { accountId, publicKey: new Uint8Array(1), counter: 0n, transports: [], userAgent: '', createdAt: NOW };
  const outcome = await race({
    lock: (tx) => lockAccount(tx, accountId),
    first: (tx) => tx.passkey.create({ data: { id: newId('passkey'), credentialId: accountId, ...key } }),
    second: () => within((tx) => removePasskeys(tx, holder, { reason: 'Lost', locale: 'en' })),
  });
  expect([outcome, await db().passkey.count({ where: { accountId } })]).toEqual(['nothing was refused', 0]);
});
