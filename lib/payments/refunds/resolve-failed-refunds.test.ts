import { beforeEach, expect, test } from 'vitest';
import { findFailedRefund } from '#lib/dashboard/staff/failed-refunds.ts';
import { findPaymentDetail } from '#lib/dashboard/staff/payment.ts';
import { db, transaction } from '#lib/db.ts';
import { newId } from '#lib/ids.ts';
import {
  deliverEvent,
  donorReturns,
  forgetJobs,
  mailsTo,
  onlyAttemptOf,
  resetProcessor,
  runEveryMoneyJob,
  statesOf,
} from '#testing/money.ts';
import { refusalOf } from '#testing/refusals.ts';
import { linksOnOneCause, runningService } from '#testing/running-service.ts';
import { closeFailedRefund, retryRefund } from './resolve-failed-refunds.ts';

const { service, partner } = runningService();
const { paidLateLink } = linksOnOneCause(service, partner);
let donor = 0;
beforeEach(async () => {
  await forgetJobs();
  await resetProcessor(service);
  donor += 1;
});

const address = () => `seen-to-${donor}@example.org`;
const noticeOf = async (linkId: string) => (await donorReturns(service, linkId)).body.refund;
const refundsAt = async (intent: string) =>
  (await service.stripe().refunds.list({ payment_intent: intent, limit: 100 })).data;

/** 50 dollars that arrived after the end of their link. */
async function lateMoney() {
  const { id: linkId, intent } = await paidLateLink({ email: address() });
  await donorReturns(service, linkId);
  const payment = await onlyAttemptOf(linkId);
  return { linkId, intent, paymentId: payment.id };
}

const failedOf = (paymentId: string) =>
  db().refund.findMany({ where: { paymentId, state: 'failed', resolvedAt: null } });

/** The same after every automatic refund of it has failed at the gateway. */
async function givenUp() {
  const late = await lateMoney();
  await service.control('stripe/refunds', { mode: 'failed' });
  for (let tries = 0; tries < 5; tries++) await runEveryMoneyJob(service);
  const failed = await failedOf(late.paymentId);
  expect(failed).toHaveLength(3);
  await service.control('stripe/refunds', { mode: 'succeeded' });
  return { ...late, refundId: failed[0]?.id ?? '' };
}

/** The same after a refund that was returned to us. */
async function returned() {
  const late = await lateMoney();
  await runEveryMoneyJob(service);
  expect(await noticeOf(late.linkId)).toMatchObject({ state: 'refunded' });
  const [remote] = await refundsAt(late.intent);
  await service.control('stripe/refunds', { mode: 'pending' });
  await service.control('stripe/settle_refund', { refund: remote?.id, outcome: 'failed' });
  await deliverEvent(service, 'refund.failed', late.intent);
  return late;
}

const retry = (refundId: string) => transaction((tx) => retryRefund(tx, refundId, new Date()));
const close = (refundId: string, accountId = newId('account')) =>
  transaction((tx) => closeFailedRefund(tx, refundId, accountId, new Date()));
test('money whose refunds failed three times waits for staff, and is refunded when they retry', async () => {
  const { linkId, intent, paymentId, refundId } = await givenUp();
  await runEveryMoneyJob(service);
  expect(await refundsAt(intent)).toHaveLength(3);
  expect(await Promise.all([retry(refundId), retry(refundId)].map(refusalOf))).toContain('nothing was refused');
  await runEveryMoneyJob(service);
  expect((await refundsAt(intent)).map(({ status }) => status)).toEqual(['succeeded', 'failed', 'failed', 'failed']);
  expect([await statesOf(linkId), await failedOf(paymentId)]).toEqual([['refunded'], []]);
  expect(await mailsTo(address())).toEqual(['donation_refunded']);
  // A transfer that somebody has sent too is recorded on the page of a failed one, to which the payment's page leads.
  const detail = await findPaymentDetail(newId('account'), paymentId, new Date());
  expect(detail?.refunds.map(({ isReplaced }) => isReplaced)).toEqual([false, true, true, true]);
  expect((await findFailedRefund(newId('account'), refundId))?.sendable).toMatchObject({ why: 'beyond' });
});

test('unmatched funds that are owed to the donor cannot be closed without sending them', async () => {
  const { linkId, refundId } = await givenUp();
  expect(await refusalOf(close(refundId))).toBe('refund_still_owed');
  expect(await statesOf(linkId)).toEqual(['refund_due']);
});

test('of two concurrent retries one is made, and the other is refused', async () => {
  const { refundId } = await givenUp();
  const results = await Promise.all([retry(refundId), retry(refundId)].map(refusalOf));
  expect(results.toSorted()).toEqual(['nothing was refused', 'refund_resolved']);
});

test('a failed refund cannot be resolved while another refund of the same money is in progress', async () => {
  const { linkId, paymentId } = await returned();
  await runEveryMoneyJob(service);
  const [back] = await failedOf(paymentId);
  expect(await noticeOf(linkId)).toMatchObject({ state: 'returned' });
  const [id, pending] = [back?.id ?? '', 'refund_pending'];
  expect([await refusalOf(retry(id)), await refusalOf(close(id))]).toEqual([pending, pending]);
});

test('the donor is notified of a returned refund, and of the next one only once it is made', async () => {
  const { linkId, intent } = await returned();
  expect(await noticeOf(linkId)).toMatchObject({ state: 'returned', amount: 50 });
  await runEveryMoneyJob(service);
  expect(await noticeOf(linkId)).toMatchObject({ state: 'returned' });
  expect(await mailsTo(address())).toEqual(['donation_refunded', 'refund_returned']);
  const [again] = await refundsAt(intent);
  await service.control('stripe/settle_refund', { refund: again?.id, outcome: 'succeeded' });
  await runEveryMoneyJob(service);
  expect(await noticeOf(linkId)).toMatchObject({ state: 'refunded' });
});

test('a donor whose bank took unmatched funds back is notified, and expects no refund', async () => {
  const { linkId, intent, paymentId } = await lateMoney();
  const dispute = await service.control('stripe/dispute', { payment_intent: intent, kind: 'fraudulent' });
  await service.control('stripe/close_dispute', { dispute: dispute.id, outcome: 'lost' });
  await runEveryMoneyJob(service);
  await deliverEvent(service, 'charge.dispute.closed', intent);
  await runEveryMoneyJob(service);
  expect(await statesOf(linkId)).toEqual(['charged_back']);
  expect(await noticeOf(linkId)).toEqual({
    state: 'charged_back',
    amount: 50,
    currency: 'USD',
    reason: 'late',
  });
  expect(await db().refund.count({ where: { paymentId, state: 'pending' } })).toBe(0);
});
