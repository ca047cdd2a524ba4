import { beforeAll, expect, test } from 'vitest';
import { db } from '#lib/db.ts';
import { donorReturns, loseWebhooks, onlyAttemptOf, runEveryMoneyJob, statesOf } from '#testing/money.ts';
import { heldBalances, reconcile } from '#testing/reconcile.ts';
import { linksOnOneCause, runningService } from '#testing/running-service.ts';

const { service, partner } = runningService();
const { paidLink } = linksOnOneCause(service, partner);
beforeAll(() => loseWebhooks(service));

test('a payment that cannot be retrieved is named by a run that finishes, and synced by a job', async () => {
  const [broken, lost] = [await paidLink(), await paidLink()];
  await donorReturns(service, broken.id);
  const { id: paymentId } = await onlyAttemptOf(broken.id);
  await service.stripe().refunds.create({ payment_intent: broken.intent, amount: 1000 });
  await service.control('stripe/fail', {
    kind: 'status',
    status: 500,
    shouldRetry: false,
    times: 100,
    path: `^/v1/payment_intents/${broken.intent}$`,
  });
  const found = await reconcile('stripe');
  expect(found.filter(({ subject }) => subject !== 'USD')).toEqual([
    {
      about: 'unread_payment',
      subject: broken.intent,
      paymentId,
      currency: 'USD',
      oursMinor: '4825',
      theirsMinor: '3825',
    },
  ]);
  expect(await statesOf(lost.id)).toEqual(['approved']);
  expect(await heldBalances('stripe')).toHaveProperty('USD');
  await service.control('stripe/gateway_up');
  await runEveryMoneyJob(service);
  expect(await db().payment.findUniqueOrThrow({ where: { id: paymentId } })).toMatchObject({
    refundedMinor: 1000n,
  });
  expect(await reconcile('stripe')).toEqual([]);
});

test('one that is not known here, and cannot be retrieved, is named too', async () => {
  const { id, intent } = await paidLink();
  await service.control('stripe/fail', {
    kind: 'reset_before',
    times: 100,
    path: `^/v1/payment_intents/${intent}$`,
  });
  const [named] = (await reconcile('stripe')).filter(({ subject }) => subject === intent);
  expect(named).toMatchObject({ about: 'unread_payment', currency: 'USD', theirsMinor: '4825' });
  await service.control('stripe/gateway_up');
  expect(await reconcile('stripe')).toEqual([]);
  expect(await statesOf(id)).toEqual(['approved']);
});
