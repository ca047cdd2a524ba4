import { beforeAll, expect, test } from 'vitest';
import { db } from '#lib/db.ts';
import { HANDLERS } from '#lib/jobs/handlers.ts';
import { sweep } from '#lib/jobs/sweep.ts';
import type { RemoteAttempt } from '#lib/rails/port.ts';
import { changeCause, intentOf, openLink, publishedCause } from '#scripts/testing/factories.ts';
import {
  attemptsOf,
  donorReturns,
  eventOf,
  loseWebhooks,
  mailsTo,
  poll,
  runEveryJob,
  setExpiry,
  statesOf,
  statusSeenBy,
} from '#scripts/testing/money.ts';
import { linksOnOneCause, runningService } from '#scripts/testing/running-service.ts';
import { settle } from './settle.ts';

const { service, partner } = runningService();
const { paidLink } = linksOnOneCause(service, partner);
beforeAll(() => loseWebhooks(service));

const statusOf = statusSeenBy(service, partner);

/** Its time is over, and the payment came before the end of it. */
async function expireAfterPayment(linkId: string): Promise<void> {
  await setExpiry(linkId, new Date(Date.now() - 1));
}

test('without any webhook, the return of the donor finds the payment', async () => {
  const { id } = await paidLink();
  expect(await statusOf(id)).toBe('open');
  const { body } = await donorReturns(service, id);
  const [payment] = await attemptsOf(id);
  expect(body).toMatchObject({ status: 'completed', amountPaid: 50, paymentId: payment?.id });
  expect(await statusOf(id)).toBe('completed');
});

test('without webhook and return, the next poll past the expiry finds the payment', async () => {
  const { id } = await paidLink();
  await expireAfterPayment(id);
  expect(await statusOf(id)).toBe('completed');
});

test('without webhook, return and poll, the job that was made with the attempt finds the payment', async () => {
  const { id } = await paidLink({ email: 'job@example.org' });
  await expireAfterPayment(id);
  await runEveryJob(service);
  expect(await statesOf(id)).toEqual(['approved']);
  expect(await mailsTo('job@example.org')).toEqual(['donation_completed']);
});

test('when that job is lost too, the sweep finds the payment', async () => {
  const { id } = await paidLink();
  await expireAfterPayment(id);
  await db().$executeRaw`DELETE FROM pgboss.job`;
  await sweep(new Date());
  await service.runJobs();
  expect(await statesOf(id)).toEqual(['approved']);
});

test('a worker alone settles a link, and doing it again changes nothing', async () => {
  const { id } = await paidLink();
  await expireAfterPayment(id);
  await HANDLERS.settle_link(id);
  const recorded = await attemptsOf(id);
  expect(recorded).toMatchObject([{ state: 'approved' }]);
  await Promise.all([
    HANDLERS.settle_link(id),
    HANDLERS.check_payment(recorded[0]?.id ?? ''),
    sweep(new Date()),
  ]);
  expect(await attemptsOf(id)).toEqual(recorded);
});

test('everything at once finds one payment and sends one receipt', async () => {
  const { id, intent } = await paidLink({ email: 'at.once@example.org' });
  const event = await eventOf(service, 'payment_intent.succeeded', intent);
  await expireAfterPayment(id);
  await Promise.all([
    service.control('stripe/resend', { event, times: 5, parallel: true }),
    donorReturns(service, id),
    HANDLERS.settle_link(id),
    ...Array.from({ length: 10 }, () => statusOf(id)),
  ]);
  expect(await statesOf(id)).toEqual(['approved']);
  expect(await mailsTo('at.once@example.org')).toEqual(['donation_completed']);
});

test('a payment whose transaction is rolled back leaves no receipt and no job', async () => {
  const { id } = await paidLink({ email: 'rolled.back@example.org' });
  await db()
    .$executeRaw`ALTER TABLE emails ADD CONSTRAINT none CHECK (recipient <> 'rolled.back@example.org')`;
  expect((await donorReturns(service, id)).status).toBe(500);
  expect(await statesOf(id)).toEqual(['pending']);
  await db().$executeRaw`ALTER TABLE emails DROP CONSTRAINT none`;
  await donorReturns(service, id);
  expect(await statesOf(id)).toEqual(['approved']);
  expect(await mailsTo('rolled.back@example.org')).toEqual(['donation_completed']);
});

/** What partners see of a cause's money. */
async function totalsOf(key: string) {
  return (await service.call(`/v1/causes/${key}`, { key: partner.key })).body.totals;
}

/** Delivers an event about an intent, so that it is read back. */
async function hear(type: string, intent: string): Promise<void> {
  await service.control('stripe/resend', { event: await eventOf(service, type, intent) });
}

test('refunds after completion change what the cause has collected, and not the status of the link', async () => {
  const own = await publishedCause(service, partner);
  const { id, intent } = await paidLink({ cause: own });
  await hear('payment_intent.succeeded', intent);
  expect(await totalsOf(own)).toEqual({ collected: 50, contributions: 1, contributors: 1 });
  await service.stripe().refunds.create({ payment_intent: intent, amount: 2000 });
  await hear('charge.refunded', intent);
  expect(await totalsOf(own)).toEqual({ collected: 30, contributions: 1, contributors: 1 });
  await service.stripe().refunds.create({ payment_intent: intent });
  await hear('refund.created', intent);
  expect(await totalsOf(own)).toEqual({ collected: 0, contributions: 0, contributors: 0 });
  expect((await poll(service, partner.key, id)).body).toMatchObject({ status: 'completed', amount_paid: 50 });
});

test('a dispute takes a payment out of the totals while it is open or lost, and back in when it is won', async () => {
  const own = await publishedCause(service, partner);
  const [won, lost] = [await paidLink({ cause: own }), await paidLink({ cause: own })];
  for (const { intent } of [won, lost]) await hear('payment_intent.succeeded', intent);
  const opened = [];
  for (const { intent } of [won, lost]) {
    opened.push(await service.control('stripe/dispute', { payment_intent: intent }));
    await hear('charge.dispute.created', intent);
  }
  expect(await totalsOf(own)).toMatchObject({ collected: 0, contributions: 0 });
  await service.control('stripe/close_dispute', { dispute: opened[0].id, outcome: 'won' });
  await service.control('stripe/close_dispute', { dispute: opened[1].id, outcome: 'lost' });
  for (const { intent } of [won, lost]) await hear('charge.dispute.closed', intent);
  expect(await totalsOf(own)).toMatchObject({ collected: 50, contributions: 1 });
  expect([await statusOf(won.id), await statusOf(lost.id)]).toEqual(['completed', 'completed']);
});

test('an older reading that is settled late does not undo a newer one', async () => {
  const { id, intent } = await paidLink();
  await hear('payment_intent.succeeded', intent);
  const [before] = await attemptsOf(id);
  if (!before?.succeededAt) throw new Error('not paid');
  const money = { id: intent, linkId: id, amountMajor: 50, amountMinor: 5000n, currency: 'USD' };
  const older: RemoteAttempt = {
    standing: 'live',
    declines: [],
    money: [
      {
        ...money,
        succeededAt: before.succeededAt,
        refundedMinor: 0n,
        dispute: null,
        costs: { movements: [], complete: true },
      },
    ],
  };
  await service.stripe().refunds.create({ payment_intent: intent, amount: 1000 });
  await hear('charge.refunded', intent);
  await settle(before.id, older, new Date(), before);
  expect(await attemptsOf(id)).toMatchObject([{ refundedMinor: 1000n }]);

  await service.stripe().refunds.create({ payment_intent: intent, amount: 500 });
  await Promise.all(Array.from({ length: 10 }, () => HANDLERS.check_payment(before.id)));
  expect(await attemptsOf(id)).toMatchObject([{ refundedMinor: 1500n }]);
});

test('donors are counted by their address without regard to case, and each without one for themselves', async () => {
  const own = await publishedCause(service, partner);
  for (const email of ['Twice@example.org', 'twice@example.org', undefined, undefined])
    await hear(
      'payment_intent.succeeded',
      (await paidLink({ cause: own, ...(email ? { email } : {}) })).intent,
    );
  expect(await totalsOf(own)).toEqual({ collected: 200, contributions: 4, contributors: 3 });
});

test('the sweep cancels what may not be paid any more because its cause has closed by itself', async () => {
  const own = await publishedCause(service, partner);
  const link = await openLink(service, partner, { cause: own });
  const intent = await intentOf(service, link.id);
  const closesAt = new Date(Date.now() + 3_600_000);
  await changeCause(own, { closesAt });
  await sweep(new Date(closesAt.getTime() - 1000));
  await service.runJobs();
  expect((await service.stripe().paymentIntents.retrieve(intent)).status).toBe('requires_payment_method');
  await changeCause(own, { closesAt: new Date(Date.now() + 1) });
  await sweep(new Date(Date.now() + 10));
  await service.runJobs();
  expect((await service.stripe().paymentIntents.retrieve(intent)).status).toBe('canceled');
  expect(await statesOf(link.id)).toEqual(['canceled']);
});
