import { beforeEach, expect, test } from 'vitest';
import { db } from '#lib/db.ts';
import {
  accountIn,
  localCalls,
  localLinks,
  paymentsAt,
  resetAccounts,
  startPse,
} from '#scripts/testing/local-rails.ts';
import {
  attemptsOf,
  donorReturns,
  mailsTo,
  runEveryJob,
  secondsAgo,
  setExpiry,
} from '#scripts/testing/money.ts';
import { runningService } from '#scripts/testing/running-service.ts';
import { checkPayment } from './check.ts';

const { service, partner } = runningService();
const links = localLinks(service, partner);
beforeEach(() => resetAccounts(service));
const co = accountIn(service, 'co');
const failRefund = (kind: object) => co('fail', { method: 'POST', path: '/refunds$', ...kind });

/** A link that expired, and whose donor's bank took the money all the same: it is due back. */
async function moneyDueBack(email: string) {
  const link = await links.colombian({ email });
  await startPse(service, link.id);
  const [payment] = await paymentsAt(service, link.id);
  const [attempt] = await attemptsOf(link.id);
  await setExpiry(link.id, secondsAgo(1));
  await donorReturns(service, link.id);
  await co('approve', { payment_id: payment.id, late: true });
  await checkPayment(attempt?.id ?? '', new Date());
  expect(await attemptsOf(link.id)).toMatchObject([{ state: 'refund_due', refundReason: 'late' }]);
  return { linkId: link.id as string, payment_id: payment.id as number };
}
/** What must hold in the end: all of it given back, and the donor told once. */
async function expectGivenBack({ linkId }: { linkId: string }, email: string, refunds: number[]) {
  expect(await attemptsOf(linkId)).toMatchObject([{ state: 'refunded', lastError: null }]);
  const [payment] = await paymentsAt(service, linkId);
  expect(payment).toMatchObject({ status: 'refunded', transaction_amount_refunded: 50_000 });
  expect(payment.refunds.map(({ amount }: { amount: number }) => amount)).toEqual(refunds);
  expect(await mailsTo(email)).toEqual(['donation_refunded']);
}

test.each([
  ['the gateway gave it back and hung up', { kind: 'reset_after' }],
  ['the gateway hung up first', { kind: 'reset_before' }],
  ['the gateway was in trouble', { kind: 'status', status: 500 }],
  ['the account had too little money', { kind: 'status', status: 400 }],
])('%s: the refund is tried until it has happened, and happens once', async (why, failure) => {
  const email = `${why.replaceAll(' ', '-')}@example.org`;
  const due = await moneyDueBack(email);
  await failRefund(failure);
  await service.runJobs();
  const [waiting] = await attemptsOf(due.linkId);
  expect(waiting).toMatchObject({ state: 'refund_due', refundedAt: null });
  const tried = await db().refund.findFirstOrThrow({ where: { paymentId: waiting?.id ?? '' } });
  expect(tried).toMatchObject({ state: 'pending', lastError: expect.any(String) });
  expect(await mailsTo(email)).toEqual([]);
  await runEveryJob(service);
  await expectGivenBack(due, email, [50_000]);
  const calls = await localCalls(service, `/v1/payments/${due.payment_id}/refunds`, 'POST');
  const keys = new Set(calls.map(({ headers }) => headers['x-idempotency-key']));
  // A refusal is an answer, which a gateway may keep under its key; after anything else the key must stay.
  expect(keys.size).toBe(why.includes('too little') ? 2 : 1);
});

test('money that staff gave back at the gateway is found there and not given back again', async () => {
  const due = await moneyDueBack('staff@example.org');
  await co('refund', { payment_id: due.payment_id });
  await service.runJobs();
  await expectGivenBack(due, 'staff@example.org', [50_000]);
  expect(await localCalls(service, `/v1/payments/${due.payment_id}/refunds`, 'POST')).toEqual([]);
});

test('of money that staff gave back in part, the rest is given back', async () => {
  const due = await moneyDueBack('part@example.org');
  await co('refund', { payment_id: due.payment_id, amount: 20_000 });
  await service.runJobs();
  await expectGivenBack(due, 'part@example.org', [20_000, 30_000]);
});

test('a refund that nobody works on any more is found by the sweep, and running it twice is running it once', async () => {
  const due = await moneyDueBack('swept@example.org');
  await Promise.all([service.runJobs(), service.runJobs()]);
  await runEveryJob(service);
  await expectGivenBack(due, 'swept@example.org', [50_000]);
});

test('the donor is told that it is on its way, and "refunded" only once it is', async () => {
  const due = await moneyDueBack('told@example.org');
  const told = async () => (await donorReturns(service, due.linkId)).body.refund;
  expect(await told()).toMatchObject({ state: 'refund_due', amount: 50_000 });
  await failRefund({ kind: 'reset_after' });
  await service.runJobs();
  expect(await told()).toMatchObject({ state: 'refund_due', amount: 50_000 });
  await runEveryJob(service);
  expect(await told()).toMatchObject({ state: 'refunded', amount: 50_000, currency: 'COP', reason: 'late' });
});
