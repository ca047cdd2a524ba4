import { randomUUID } from 'node:crypto';
import { beforeEach, expect, test } from 'vitest';
import { db, snapshot } from '#lib/db.ts';
import { newId } from '#lib/ids.ts';
import { checkLedger } from '#lib/ledger/check.ts';
import { syncPayment } from '#lib/payments/sync/sync-payment.ts';
import { accountStateIn, approvedTransfer, localLinks, paymentsAt, resetAccounts } from '#testing/local-rails.ts';
import { donorReturns, forgetJobs, mailsTo, runEveryMoneyJob } from '#testing/money.ts';
import { runningService } from '#testing/running-service.ts';
import { performRefund } from './perform-refund.ts';
import { requestRefund } from './request-refund.ts';

const { service, partner } = runningService();
const links = localLinks(service, partner);
beforeEach(async () => {
  await forgetJobs();
  await resetAccounts(service);
});
const co = accountStateIn(service, 'co');

/** A bank transfer of 50,000 pesos that has completed its link. */
async function approved(email: string) {
  const { id: linkId } = await links.colombian({ email });
  await approvedTransfer(service, linkId);
  await donorReturns(service, linkId);
  const payment = await db().payment.findFirstOrThrow({ where: { linkId, state: 'approved' } });
  const ask = async (pesos: number, seenMinor: bigint) => {
    const asked = await requestRefund(
      {
        paymentId: payment.id,
        amountMinor: BigInt(pesos) * 100n,
        reason: 'Asked for',
        seenMinor,
        key: randomUUID(),
        requestedBy: newId('account'),
      },
      new Date(),
    );
    if (asked.kind !== 'requested') throw new Error(asked.kind);
    return asked.refund.id;
  };
  const back = async () => {
    const [now] = await paymentsAt(service, linkId);
    return now.refunds.map(({ amount }: { amount: number }) => amount);
  };
  return { payment, ask, back };
}

test.each([
  ['gave it back and hung up', { kind: 'reset_after' }],
  ['hung up first', { kind: 'reset_before' }],
  ['answered 500', { kind: 'status', status: 500 }],
])('a bank transfer is partly refunded once, although the gateway %s', async (why, failure) => {
  const email = `local-${why.replaceAll(' ', '-')}@example.org`;
  const { payment, ask, back } = await approved(email);
  const first = await ask(20_000, 0n);
  await co('fail', { method: 'POST', path: '/refunds$', ...failure });
  await expect(performRefund(first, new Date())).rejects.toThrow(/gateway/);
  await runEveryMoneyJob(service);
  expect(await back()).toEqual([20_000]);
  await performRefund(await ask(30_000, 2_000_000n), new Date());
  expect(await back()).toEqual([20_000, 30_000]);
  const { state, refundedMinor } = await db().payment.findUniqueOrThrow({ where: { id: payment.id } });
  expect([state, refundedMinor]).toEqual(['approved', 5_000_000n]);
  expect(await mailsTo(email)).toEqual(['donation_completed', 'donation_given_back', 'donation_given_back']);
  expect(await snapshot(checkLedger)).toEqual([]);
});

test('three equal parts are each refunded once, although answers are lost and our record learns of a refund first', async () => {
  const { payment, ask, back } = await approved('local-equal@example.org');
  const refunded = async () => (await db().payment.findUniqueOrThrow({ where: { id: payment.id } })).refundedMinor;
  await performRefund(await ask(15_000, 0n), new Date());
  const second = await ask(15_000, 1_500_000n);
  await co('fail', { method: 'POST', path: '/refunds$', kind: 'reset_after' });
  await expect(performRefund(second, new Date())).rejects.toThrow(/gateway/);
  await syncPayment(payment.id, new Date());
  await runEveryMoneyJob(service);
  expect([await back(), await refunded()]).toEqual([[15_000, 15_000], 3_000_000n]);
  const third = await ask(15_000, 3_000_000n);
  await co('fail', { method: 'POST', path: '/refunds$', kind: 'reset_before' });
  await expect(performRefund(third, new Date())).rejects.toThrow(/gateway/);
  await runEveryMoneyJob(service);
  expect([await back(), await refunded()]).toEqual([[15_000, 15_000, 15_000], 4_500_000n]);
});

test.each([
  ['answers', undefined],
  ['gives it back and hangs up', { kind: 'reset_after' }],
  ['hangs up first', { kind: 'reset_before' }],
  ['refuses the key for a moment', { kind: 'status', status: 403 }],
])('a refund that was made by hand before is not taken for ours, when the gateway %s', async (why, failure) => {
  const email = `by-hand-${why.replaceAll(' ', '-')}@example.org`;
  const { payment, ask, back } = await approved(email);
  await co('refund', { payment_id: payment.gatewayPaymentId, amount: 20_000 });
  const refund = await ask(20_000, 0n);
  if (failure) await co('fail', { method: 'POST', path: '/refunds$', ...failure });
  await performRefund(refund, new Date()).catch(() => undefined);
  await runEveryMoneyJob(service);
  expect(await back()).toEqual([20_000, 20_000]);
  expect(await db().refund.findUnique({ where: { id: refund } })).toMatchObject({ state: 'succeeded' });
  const { refundedMinor } = await db().payment.findUniqueOrThrow({ where: { id: payment.id } });
  expect(refundedMinor).toBe(4_000_000n);
  // Of each of the two.
  expect(await mailsTo(email)).toEqual(['donation_completed', 'donation_given_back', 'donation_given_back']);
  expect(await snapshot(checkLedger)).toEqual([]);
});

test.each([403, 404, 500])(
  'while the refunds that there are cannot be listed (%i), ours is not asked for, and does not fail',
  async (status) => {
    const { payment, ask, back } = await approved(`unlisted-${status}@example.org`);
    await co('refund', { payment_id: payment.gatewayPaymentId, amount: 20_000 });
    const refund = await ask(20_000, 0n);
    await co('fail', { method: 'GET', path: '/refunds$', kind: 'status', status, times: 2 });
    for (const _time of [1, 2]) await performRefund(refund, new Date()).catch(() => undefined);
    expect(await db().refund.findUnique({ where: { id: refund } })).toMatchObject({ state: 'pending' });
    expect(await back()).toEqual([20_000]);
    await runEveryMoneyJob(service);
    expect(await back()).toEqual([20_000, 20_000]);
  },
);

test('a refund by hand that leaves less than ours leaves ours failed, and the donor is told of that one alone', async () => {
  const email = 'by-hand-too-much@example.org';
  const { payment, ask, back } = await approved(email);
  await co('refund', { payment_id: payment.gatewayPaymentId, amount: 30_000 });
  const refund = await ask(30_000, 0n);
  await performRefund(refund, new Date());
  await runEveryMoneyJob(service);
  expect(await back()).toEqual([30_000]);
  expect(await db().refund.findUnique({ where: { id: refund } })).toMatchObject({ state: 'failed' });
  expect(await mailsTo(email)).toEqual(['donation_completed', 'donation_given_back']);
  const mail = await db().email.findFirstOrThrow({
    where: { recipient: email, template: 'donation_given_back' },
  });
  expect(mail.data).toMatchObject({ backMajor: 30_000 });
});
