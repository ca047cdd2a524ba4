import { beforeEach, expect, test } from 'vitest';
import { db, transaction } from '#lib/db.ts';
import { newId } from '#lib/ids.ts';
import { sweep } from '#lib/jobs/sweep.ts';
import { intentOf, pay } from '#scripts/testing/factories.ts';
import {
  attemptsOf,
  donorReturns,
  eventOf,
  mailsTo,
  resetProcessor,
  runEveryJob,
  secondsAgo,
  setExpiry,
  statesOf,
} from '#scripts/testing/money.ts';
import { linksOnOneCause, runningService } from '#scripts/testing/running-service.ts';
import { noteSeenTo, retryRefund } from './see-to-refunds.ts';

const { service, partner } = runningService();
const { newLink } = linksOnOneCause(service, partner);
let donor = 0;
beforeEach(async () => {
  await resetProcessor(service);
  donor += 1;
});

const address = () => `seen-to-${donor}@example.org`;
const noticeOf = async (linkId: string) => (await donorReturns(service, linkId)).body.refund;
const refundsAt = async (intent: string) =>
  (await service.stripe().refunds.list({ payment_intent: intent, limit: 100 })).data;

/** 50 dollars that came after the end of their link. */
async function lateMoney() {
  const { id: linkId } = await newLink({ email: address() });
  const intent = await intentOf(service, linkId);
  await setExpiry(linkId, secondsAgo(2));
  await pay(service, intent);
  await donorReturns(service, linkId);
  const [payment] = await attemptsOf(linkId);
  return { linkId, intent, paymentId: payment?.id ?? '' };
}

const failedOf = (paymentId: string) =>
  db().refund.findMany({ where: { paymentId, state: 'failed', resolvedAt: null } });

/** The same after the gateway has failed every refund of it that goes by itself. */
async function givenUp() {
  const late = await lateMoney();
  await service.control('stripe/refunds', { mode: 'failed' });
  for (let tries = 0; tries < 5; tries++) await runEveryJob(service);
  const failed = await failedOf(late.paymentId);
  expect(failed).toHaveLength(3);
  await service.control('stripe/refunds', { mode: 'succeeded' });
  return { ...late, refundId: failed[0]?.id ?? '' };
}

/** The same after it had been given back, and came back to us. */
async function returned() {
  const late = await lateMoney();
  await runEveryJob(service);
  expect(await noticeOf(late.linkId)).toMatchObject({ state: 'refunded' });
  const [remote] = await refundsAt(late.intent);
  await service.control('stripe/refunds', { mode: 'pending' });
  await service.control('stripe/settle_refund', { refund: remote?.id, outcome: 'failed' });
  await service.control('stripe/resend', { event: await eventOf(service, 'refund.failed', late.intent) });
  return late;
}

const retry = (refundId: string) => transaction((tx) => retryRefund(tx, refundId, new Date()));
const note = (refundId: string, accountId = newId('account')) =>
  transaction((tx) => noteSeenTo(tx, refundId, accountId, new Date()));

test('money whose refunds have failed three times waits for staff, and goes back once they try again', async () => {
  const { linkId, intent, paymentId, refundId } = await givenUp();
  await runEveryJob(service);
  expect(await refundsAt(intent)).toHaveLength(3);
  expect(await Promise.all([retry(refundId), retry(refundId)])).toContain(undefined);
  await runEveryJob(service);
  expect((await refundsAt(intent)).map(({ status }) => status)).toEqual([
    'succeeded',
    ...['failed', 'failed', 'failed'],
  ]);
  expect([await statesOf(linkId), await failedOf(paymentId)]).toEqual([['refunded'], []]);
  expect(await mailsTo(address())).toEqual(['donation_refunded']);
});

test('money that somebody has seen to is never given back by itself as well', async () => {
  const { linkId, intent, paymentId, refundId } = await givenUp();
  const accountId = newId('account');
  expect(await note(refundId, accountId)).toBeUndefined();
  await sweep(new Date(Date.now() + 600_000));
  await service.runJobs();
  await runEveryJob(service);
  expect(await refundsAt(intent)).toHaveLength(3);
  expect([await statesOf(linkId), await failedOf(paymentId)]).toEqual([['refund_due'], []]);
  expect(await db().refund.count({ where: { paymentId, resolvedBy: accountId } })).toBe(3);
});

test('of two who see to a refund at once one does, and the other is told', async () => {
  const { refundId } = await givenUp();
  const told = await Promise.all([note(refundId), retry(refundId)]);
  expect(told.filter((why) => why !== 'seen_to')).toEqual([undefined]);
});

test('nothing is decided about a refund while another of the same money is under way', async () => {
  const { linkId, paymentId } = await returned();
  await runEveryJob(service);
  const [back] = await failedOf(paymentId);
  expect(await noticeOf(linkId)).toMatchObject({ state: 'returned' });
  expect([await retry(back?.id ?? ''), await note(back?.id ?? '')]).toEqual(['under_way', 'under_way']);
});

test('the donor of a refund that came back is told so, and that it is back only once it is', async () => {
  const { linkId, intent } = await returned();
  expect(await noticeOf(linkId)).toMatchObject({ state: 'returned', amount: 50 });
  await runEveryJob(service);
  expect(await noticeOf(linkId)).toMatchObject({ state: 'returned' });
  expect(await mailsTo(address())).toEqual(['donation_refunded', 'refund_returned']);
  const [again] = await refundsAt(intent);
  await service.control('stripe/settle_refund', { refund: again?.id, outcome: 'succeeded' });
  await runEveryJob(service);
  expect(await noticeOf(linkId)).toMatchObject({ state: 'refunded' });
});

test('a donor whose bank took uncounted money back is told that, and waits for no refund', async () => {
  const { linkId, intent, paymentId } = await lateMoney();
  const dispute = await service.control('stripe/dispute', { payment_intent: intent, kind: 'fraudulent' });
  await service.control('stripe/close_dispute', { dispute: dispute.id, outcome: 'lost' });
  await runEveryJob(service);
  await service.control('stripe/resend', {
    event: await eventOf(service, 'charge.dispute.closed', intent),
  });
  await runEveryJob(service);
  expect(await statesOf(linkId)).toEqual(['charged_back']);
  expect(await noticeOf(linkId)).toEqual({
    ...{ state: 'charged_back', amount: 50, currency: 'USD', reason: 'late' },
  });
  expect(await db().refund.count({ where: { paymentId, state: 'pending' } })).toBe(0);
});
