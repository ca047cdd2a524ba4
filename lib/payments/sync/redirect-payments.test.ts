import { beforeEach, describe, expect, test } from 'vitest';
import { db } from '#lib/db.ts';
import {
  accountStateIn,
  localLinks,
  paymentsAt,
  plannedChecks,
  resetAccounts,
  setAge,
  startTransfer,
  webhooksDelivered,
} from '#testing/local-rails.ts';
import {
  donorReturns,
  forgetJobs,
  mailsTo,
  onlyAttemptOf,
  poll,
  runEveryMoneyJob,
  runMoneyJobs,
  secondsAgo,
  setExpiry,
  statesOf,
} from '#testing/money.ts';
import { runningService } from '#testing/running-service.ts';
import { runs } from '#testing/runs.ts';
import { runScheduledSync } from './scheduled-sync.ts';

const { service, partner } = runningService();
const links = localLinks(service, partner);
beforeEach(async () => {
  await resetAccounts(service);
  await forgetJobs();
});
const co = accountStateIn(service, 'co');
const hearWebhooks = (how: object = {}) =>
  co('webhooks', { drop: false, times: 1, delayMs: 0, reorder: 0, signature: 'valid', ...how });

/** A link whose donor is on the page of their bank. */
async function atTheBank(overrides: Record<string, unknown> = {}) {
  const link = await links.colombian(overrides);
  const payment_id = await startTransfer(service, link.id);
  const attempt = await onlyAttemptOf(link.id);
  if (!attempt) throw new Error('no attempt');
  return { link, payment_id, attemptId: attempt.id };
}
const statusOf = async (id: string) => (await poll(service, partner.key, id)).body;

describe('a transfer that the bank approved completes its link', () => {
  test.each(['valid', 'milliseconds'])(
    'by the event alone, with its timestamp in this format: %s',
    async (signature) => {
      const { link, payment_id, attemptId } = await atTheBank({ email: `${signature}@example.org` });
      await hearWebhooks({ signature });
      const { payment } = await co('approve', { payment_id });
      await webhooksDelivered(service);
      expect(await statusOf(link.id)).toMatchObject({
        status: 'completed',
        amount_paid: 50_000,
        currency_paid: 'COP',
        payment_id: attemptId,
        completed_at: new Date(payment.date_approved).toISOString(),
      });
      expect(await mailsTo(`${signature}@example.org`)).toEqual(['donation_completed']);
    },
  );

  test('by the donor’s return alone', async () => {
    const { link, payment_id, attemptId } = await atTheBank();
    expect((await donorReturns(service, link.id)).body).toMatchObject({
      status: 'open',
      pending: true,
      waitingFor: 'bank_transfer',
      declined: false,
    });
    await co('approve', { payment_id });
    expect((await donorReturns(service, link.id)).body).toMatchObject({
      status: 'completed',
      pending: false,
      waitingFor: null,
    });
    expect(await db().payment.findUnique({ where: { id: attemptId } })).toMatchObject({
      state: 'approved',
      amount: 50_000n,
    });
  });

  test('by a scheduled sync alone', async () => {
    const { link, payment_id } = await atTheBank();
    await co('approve', { payment_id });
    await runEveryMoneyJob(service);
    expect((await statusOf(link.id)).status).toBe('completed');
  });

  test('by the partner’s poll past the expiry alone, if the bank approved in time', async () => {
    const { link, payment_id } = await atTheBank();
    const { payment } = await co('approve', { payment_id });
    await setExpiry(link.id, new Date(payment.date_approved));
    expect((await statusOf(link.id)).status).toBe('completed');
  });

  test('once, for any number and order of events', async () => {
    const { link, payment_id } = await atTheBank({ email: 'often@example.org' });
    await hearWebhooks();
    await co('approve', { payment_id });
    await co('resend', { payment_id, times: 20, parallel: true });
    await co('resend', { payment_id, action: 'payment.created', times: 3 });
    await webhooksDelivered(service);
    await donorReturns(service, link.id);
    expect(await statesOf(link.id)).toEqual(['approved']);
    expect(await mailsTo('often@example.org')).toEqual(['donation_completed']);
  });
});

test('a pending transfer is synced every 15 s until its bank’s deadline, each sync scheduling the next', async () => {
  const { attemptId } = await atTheBank();
  expect(await plannedChecks(attemptId)).toEqual([15]);
  for (const [age, next] of [
    [15, 30],
    [945, 960],
    [960, 1800],
    [1800, 3600],
    [3600, 7200],
  ] as const) {
    await setAge(attemptId, age);
    await runEveryMoneyJob(service);
    expect((await plannedChecks(attemptId)).map(Math.round)).toEqual([next]);
  }
});

test('a gateway that is down does not end the syncs', async () => {
  const { link, payment_id, attemptId } = await atTheBank();
  await co('approve', { payment_id });
  await co('gateway_down');
  await runEveryMoneyJob(service);
  expect(await plannedChecks(attemptId)).toHaveLength(1);
  expect((await donorReturns(service, link.id)).status).toBe(503);
  await co('gateway_up');
  await runEveryMoneyJob(service);
  expect((await statusOf(link.id)).status).toBe('completed');
});

type Unpaid = [action: string, input: object, state: string];
const UNPAID: Unpaid[] = [
  ['reject', {}, 'declined'],
  ['cancel', {}, 'canceled'],
];
// lib/rails/mercado-pago/translate.test.ts has every status.
const OTHER_UNPAID: Unpaid[] = [
  ['reject', { status_detail: 'bank_error' }, 'declined'],
  ['expire', {}, 'declined'],
  ['set_status', { status: 'canceled', status_detail: 'by_payer' }, 'canceled'],
];
test.each([...UNPAID, ...runs([], OTHER_UNPAID)])(
  'a transfer that ended unpaid (%s %j) is reported as such, and the link stays open',
  async (action, input, state) => {
    const { link, payment_id, attemptId } = await atTheBank();
    await co(action, { payment_id, ...input });
    expect((await donorReturns(service, link.id)).body).toMatchObject({
      status: 'open',
      pending: false,
      waitingFor: null,
      declined: true,
      refund: null,
    });
    expect(await statesOf(link.id)).toEqual([state]);
    await runScheduledSync(attemptId, new Date());
    expect(await statesOf(link.id)).toEqual([state]);
  },
);

test.each(['a_status_of_tomorrow', ...runs<string[]>([], ['in_process', 'authorized'])])(
  'a transfer that is %s stays pending',
  async (status) => {
    const { link, payment_id } = await atTheBank();
    await co('set_status', { payment_id, status });
    expect((await donorReturns(service, link.id)).body).toMatchObject({ status: 'open', pending: true });
    await co('approve', { payment_id }).catch(() => co('set_status', { payment_id, status: 'approved' }));
    expect((await donorReturns(service, link.id)).body.status).toBe('completed');
  },
);

test.each(['rejected', 'nonsense', ...runs<string[]>([], ['in_process', 'pending', 'cancelled'])])(
  'an approved transfer never changes back, even if the gateway calls it %s',
  async (status) => {
    const { link, payment_id, attemptId } = await atTheBank();
    await co('approve', { payment_id });
    await donorReturns(service, link.id);
    const before = await statusOf(link.id);
    await hearWebhooks();
    await co('set_status', { payment_id, status });
    await webhooksDelivered(service);
    await runScheduledSync(attemptId, new Date());
    expect(await statusOf(link.id)).toEqual(before);
    expect(await statesOf(link.id)).toEqual(['approved']);
  },
);

test('a transfer approved after the expiry is refunded, once, and the donor notified', async () => {
  const { link, payment_id, attemptId } = await atTheBank({ email: 'late@example.org' });
  await setExpiry(link.id, secondsAgo(1));
  expect((await statusOf(link.id)).status).toBe('expired');
  await co('approve', { payment_id, late: true });
  await runScheduledSync(attemptId, new Date());
  expect((await donorReturns(service, link.id)).body).toMatchObject({
    status: 'expired',
    refund: { state: 'refund_due', amount: 50_000 },
  });
  await runMoneyJobs(service);
  expect(await paymentsAt(service, link.id)).toMatchObject([{ status: 'refunded' }]);
  expect(await mailsTo('late@example.org')).toEqual(['donation_refunded']);
  expect((await statusOf(link.id)).status).toBe('expired');
});

test('an abandoned transfer is synced twice more, which finds money that the bank took without any event', async () => {
  const { link, payment_id, attemptId } = await atTheBank();
  await co('cancel', { payment_id });
  await runEveryMoneyJob(service);
  expect(await statesOf(link.id)).toEqual(['canceled']);
  await co('approve', { payment_id, late: true });
  await runEveryMoneyJob(service);
  expect((await statusOf(link.id)).status).toBe('completed');
  await db().payment.update({ where: { id: attemptId }, data: { settledAt: secondsAgo(86_400) } });
  await runEveryMoneyJob(service);
  expect(await plannedChecks(attemptId)).toEqual([]);
});

test('refunds and charge-backs after completion change what the cause collected, never the link', async () => {
  const { link, payment_id } = await atTheBank();
  const collected = async () => (await service.call(`/v1/causes/${link.cause}`, { key: partner.key })).body.totals;
  const before = await collected();
  await hearWebhooks();
  await co('approve', { payment_id });
  await webhooksDelivered(service);
  const change = async (action: string, input: object = {}) => {
    await co(action, { payment_id, ...input });
    await webhooksDelivered(service);
    const totals = await collected();
    return [totals.collected - before.collected, totals.contributions - before.contributions];
  };
  expect(await change('refund', { amount: 20_000 })).toEqual([30_000, 1]);
  expect(await change('charge_back')).toEqual([0, 0]);
  expect(await change('charge_back', { status_detail: 'reimbursed' })).toEqual([30_000, 1]);
  expect(await change('set_status', { status: 'refunded', status_detail: 'refunded' })).toEqual([0, 0]);
  expect(await statusOf(link.id)).toMatchObject({ status: 'completed', amount_paid: 50_000 });
});
