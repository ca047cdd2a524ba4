import { beforeEach, expect, test } from 'vitest';
import { db } from '#lib/db.ts';
import { runScheduledSync } from '#lib/payments/sync/scheduled-sync.ts';
import {
  accountStateIn,
  localCalls,
  localLinks,
  paymentsAt,
  resetAccounts,
  startTransfer,
} from '#testing/local-rails.ts';
import {
  attemptsOf,
  donorReturns,
  forgetJobs,
  mailsTo,
  onlyAttemptOf,
  runEveryMoneyJob,
  runMoneyJobs,
  secondsAgo,
  setExpiry,
} from '#testing/money.ts';
import { runningService } from '#testing/running-service.ts';

const { service, partner } = runningService();
const links = localLinks(service, partner);
beforeEach(async () => {
  await forgetJobs();
  await resetAccounts(service);
});
const co = accountStateIn(service, 'co');
const failRefund = (kind: object) => co('fail', { method: 'POST', path: '/refunds$', ...kind });

/** An expired link whose donor's bank took the money: a refund is due. Before it is known, somebody may act on the payment. */
async function moneyDueBack(email: string, act?: (payment_id: number) => Promise<unknown>) {
  const link = await links.colombian({ email });
  const payment_id = await startTransfer(service, link.id);
  const attempt = await onlyAttemptOf(link.id);
  await setExpiry(link.id, secondsAgo(1));
  await donorReturns(service, link.id);
  await co('approve', { payment_id, late: true });
  await act?.(payment_id);
  await runScheduledSync(attempt.id, new Date());
  expect(await attemptsOf(link.id)).toMatchObject([{ state: 'refund_due', refundReason: 'late' }]);
  return { linkId: link.id as string, payment_id };
}
/** The required end: all of it refunded, and the donor notified once. */
async function expectGivenBack({ linkId }: { linkId: string }, email: string, refunds: number[]) {
  expect(await attemptsOf(linkId)).toMatchObject([{ state: 'refunded', lastError: null }]);
  const [payment] = await paymentsAt(service, linkId);
  expect(payment).toMatchObject({ status: 'refunded', transaction_amount_refunded: 50_000 });
  expect(payment.refunds.map(({ amount }: { amount: number }) => amount)).toEqual(refunds);
  expect(await mailsTo(email)).toEqual(['donation_refunded']);
  const attempt = await onlyAttemptOf(linkId);
  expect(await db().refund.count({ where: { paymentId: attempt.id, state: 'pending' } })).toBe(0);
}

test.each([
  ['the gateway gave it back and hung up', { kind: 'reset_after' }],
  ['the gateway hung up first', { kind: 'reset_before' }],
  ['the gateway answered 500', { kind: 'status', status: 500 }],
  ['the account had too little money', { kind: 'status', status: 400 }],
])('%s: the refund is retried until it has been made, and is made once', async (why, failure) => {
  const email = `${why.replaceAll(' ', '-')}@example.org`;
  const due = await moneyDueBack(email);
  await failRefund(failure);
  await runMoneyJobs(service);
  const waiting = await onlyAttemptOf(due.linkId);
  expect(waiting).toMatchObject({ state: 'refund_due', refundedAt: null });
  const tried = await db().refund.findFirstOrThrow({ where: { paymentId: waiting.id } });
  expect(tried).toMatchObject({ state: 'pending', lastError: expect.any(String) });
  expect(await mailsTo(email)).toEqual([]);
  await runEveryMoneyJob(service);
  await expectGivenBack(due, email, [50_000]);
  const calls = await localCalls(service, `/v1/payments/${due.payment_id}/refunds`, 'POST');
  const keys = new Set(calls.map(({ headers }) => headers['x-idempotency-key']));
  // After a refusal, which a gateway may store under its key, the key changes; after other failures it must stay.
  expect(keys.size).toBe(why.includes('too little') ? 2 : 1);
});

test('a refund that staff made at the gateway is found, and not repeated', async () => {
  const due = await moneyDueBack('staff@example.org');
  await co('refund', { payment_id: due.payment_id });
  await runMoneyJobs(service);
  await expectGivenBack(due, 'staff@example.org', [50_000]);
  expect(await localCalls(service, `/v1/payments/${due.payment_id}/refunds`, 'POST')).toEqual([]);
});

test('after a partial refund by staff at the gateway, the rest is refunded', async () => {
  const due = await moneyDueBack('part@example.org');
  await co('refund', { payment_id: due.payment_id, amount: 20_000 });
  await runMoneyJobs(service);
  await expectGivenBack(due, 'part@example.org', [20_000, 30_000]);
});

test('an abandoned refund is found by the sweep, which can run twice without a second refund', async () => {
  const due = await moneyDueBack('swept@example.org');
  await Promise.all([runMoneyJobs(service), runMoneyJobs(service)]);
  await runEveryMoneyJob(service);
  await expectGivenBack(due, 'swept@example.org', [50_000]);
});

test('the donor reads that the refund is on its way, and "refunded" only once it is', async () => {
  const due = await moneyDueBack('progress@example.org');
  const shownRefund = async () => (await donorReturns(service, due.linkId)).body.refund;
  expect(await shownRefund()).toMatchObject({ state: 'refund_due', amount: 50_000 });
  await failRefund({ kind: 'reset_after' });
  await runMoneyJobs(service);
  expect(await shownRefund()).toMatchObject({ state: 'refund_due', amount: 50_000 });
  await runEveryMoneyJob(service);
  expect(await shownRefund()).toMatchObject({
    state: 'refunded',
    amount: 50_000,
    currency: 'COP',
    reason: 'late',
  });
});

const refundOf = async (linkId: string) =>
  db().refund.findFirstOrThrow({ where: { payment: { linkId } }, orderBy: { createdAt: 'desc' } });

/** The refund that is due is made at the gateway, whose answer is lost. */
async function makeAndLoseAnswer(linkId: string) {
  await failRefund({ kind: 'status', status: 500, executed: true, times: 1 });
  await runMoneyJobs(service);
  expect(await refundOf(linkId)).toMatchObject({ state: 'pending', gatewayRefundId: null });
}

test('no refund is asked for while the donor’s bank holds the money', async () => {
  const due = await moneyDueBack('not-asked@example.org');
  await co('charge_back', { payment_id: due.payment_id, amount: 20_000 });
  await runEveryMoneyJob(service);
  expect(await refundOf(due.linkId)).toMatchObject({ state: 'pending', gatewayRefundId: null, lastError: null });
  expect(await localCalls(service, `/v1/payments/${due.payment_id}/refunds`, 'POST')).toEqual([]);
});

test('a refund whose answer was lost is found while the donor’s bank holds the money', async () => {
  const due = await moneyDueBack('held@example.org');
  await makeAndLoseAnswer(due.linkId);
  await co('charge_back', { payment_id: due.payment_id, amount: 20_000 });
  await runEveryMoneyJob(service);
  const [payment] = await paymentsAt(service, due.linkId);
  expect(await onlyAttemptOf(due.linkId)).toMatchObject({ disputedMinor: 2_000_000n, refundedMinor: 5_000_000n });
  expect(await refundOf(due.linkId)).toMatchObject({
    state: 'succeeded',
    gatewayRefundId: String(payment.refunds[0].id),
    lastError: null,
  });
  expect(payment.refunds).toHaveLength(1);
});

test('a refund whose answer was lost has not failed once a bank took the rest', async () => {
  // Ours is of the rest of a refund that somebody asked for at the gateway, and that fails later.
  const due = await moneyDueBack('rest@example.org', async (payment_id) => {
    await co('switches', { refunds: 'in_process' });
    await co('refund', { payment_id, amount: 20_000 });
    await co('switches', { refunds: 'approved' });
  });
  await makeAndLoseAnswer(due.linkId);
  const [{ refunds }] = await paymentsAt(service, due.linkId);
  await co('settle_refund', { refund_id: refunds[0].id, outcome: 'cancelled' });
  await co('charge_back', { payment_id: due.payment_id, amount: 20_000 });
  await co('charge_back', { payment_id: due.payment_id, status_detail: 'settled' });
  await runEveryMoneyJob(service);
  expect(await onlyAttemptOf(due.linkId)).toMatchObject({ state: 'charged_back', refundedMinor: 3_000_000n });
  expect(await refundOf(due.linkId)).toMatchObject({ state: 'succeeded', gatewayRefundId: String(refunds[1].id) });
  expect(await mailsTo('rest@example.org')).toEqual(['donation_refunded']);
});
