import { beforeEach, expect, test } from 'vitest';
import { db, transaction } from '#lib/db.ts';
import { enqueue } from '#lib/jobs/enqueue.ts';
import { sweep } from '#lib/worker/sweep.ts';
import type { Refund } from '#prisma/generated/client.ts';
import { asOwner } from '#testing/as-owner.ts';
import {
  attemptsOf,
  gatewayCalls,
  mailsTo,
  onlyAttemptOf,
  poll,
  resetProcessor,
  runEveryJob,
  secondsAgo,
} from '#testing/money.ts';
import { linksOnOneCause, runningService } from '#testing/running-service.ts';

const { service, partner } = runningService();
const { paidLateLink } = linksOnOneCause(service, partner);
beforeEach(async () => {
  await resetProcessor(service);
  await db().$executeRaw`DELETE FROM pgboss.job`;
});

const refundsOf = (paymentId: string) => db().refund.findMany({ where: { paymentId } });
const refundsAt = async (intent: string) =>
  (await service.stripe().refunds.list({ payment_intent: intent })).data;
/** The job that an earlier release enqueued for the payment. */
const enqueueOldJob = (id: string) => transaction((tx) => enqueue(tx, 'refund_payment', { id }));

/** A link that was paid after its expiry, which a poll has detected; its refund is requested and not performed. */
async function unmatchedFunds(email: string) {
  const { id, intent } = await paidLateLink({ email });
  await poll(service, partner.key, id);
  const payment = await onlyAttemptOf(id);
  const paymentId = payment.id;
  const [refund, ...others] = await refundsOf(paymentId);
  if (!refund || others.length > 0) throw new Error('not exactly one refund');
  return { linkId: id as string, intent, paymentId, refund, email };
}

/** The same as an earlier release left it: in the state `refund_due`, without a refund. */
async function withoutRefund(email: string) {
  const funds = await unmatchedFunds(email);
  await asOwner(`DELETE FROM refunds WHERE payment_id = '${funds.paymentId}'`);
  await db().payment.update({ where: { id: funds.paymentId }, data: { settledAt: secondsAgo(600) } });
  await db().$executeRaw`DELETE FROM pgboss.job`;
  return funds;
}

type Funds = { linkId: string; intent: string; paymentId: string; email: string };

/** The required end: all of it refunded once, by one successful refund, with one mail. */
async function expectRefundedOnce({ linkId, intent, paymentId, email }: Funds): Promise<Refund> {
  const made = await refundsAt(intent);
  expect(made.map(({ amount, status }) => [amount, status])).toEqual([[5000, 'succeeded']]);
  expect(await attemptsOf(linkId)).toMatchObject([{ state: 'refunded' }]);
  const [refund, ...others] = await refundsOf(paymentId);
  expect(others).toEqual([]);
  expect(refund).toMatchObject({ state: 'succeeded', requestedBy: null, gatewayRefundId: made[0]?.id });
  expect(await mailsTo(email)).toEqual(['donation_refunded']);
  if (!refund) throw new Error('no refund');
  return refund;
}

test('unmatched funds are classified and the service requests their refund at once, with its reason', async () => {
  const { refund, paymentId } = await unmatchedFunds('at-once@example.org');
  expect(refund).toMatchObject({ state: 'pending', requestedBy: null, reason: 'late', amountMinor: 5000n });
  const jobs = await db().$queryRaw`
    SELECT name, data ->> 'id' AS id FROM pgboss.job WHERE data ->> 'id' IN (${refund.id}, ${paymentId})
       AND name IN ('refund_payment', 'perform_refund')`;
  expect(jobs).toEqual([{ name: 'perform_refund', id: refund.id }]);
});

test('a job of an earlier release, about money without a refund, refunds it once', async () => {
  const funds = await withoutRefund('old-job@example.org');
  await enqueueOldJob(funds.paymentId);
  await runEveryJob(service);
  await expectRefundedOnce(funds);
  await enqueueOldJob(funds.paymentId);
  await runEveryJob(service);
  await expectRefundedOnce(funds);
});

test('money without a refund and without a job is found by the sweep', async () => {
  const funds = await withoutRefund('swept@example.org');
  await sweep(new Date());
  await runEveryJob(service);
  await expectRefundedOnce(funds);
});

test('a refund that an earlier release sent, and whose response was lost, is found and not sent again', async () => {
  const funds = await unmatchedFunds('sent@example.org');
  const { id } = funds.refund;
  await service
    .stripe()
    .refunds.create(
      { payment_intent: funds.intent, amount: 5000, metadata: { refund: id } },
      { idempotencyKey: `refund:${id}` },
    );
  await enqueueOldJob(funds.paymentId);
  await Promise.all([service.runJobs(), service.runJobs()]);
  await runEveryJob(service);
  expect((await expectRefundedOnce(funds)).id).toBe(id);
});

test('concurrent jobs of both releases about the same money refund it once, under the old key', async () => {
  const funds = await unmatchedFunds('both@example.org');
  await service.control('stripe/fail', {
    method: 'POST',
    path: '^/v1/refunds$',
    kind: 'reset_after',
    times: 2,
  });
  await enqueueOldJob(funds.paymentId);
  await Promise.all([service.runJobs(), service.runJobs()]);
  await runEveryJob(service);
  await expectRefundedOnce(funds);
  const calls = await gatewayCalls(service, '/v1/refunds', 'POST');
  const keys = calls
    .filter(({ body }) => body.includes(funds.intent))
    .map(({ headers }) => headers['idempotency-key']);
  expect(new Set(keys)).toEqual(new Set([`refund:${funds.refund.id}`]));
});
