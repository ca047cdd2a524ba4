import { beforeEach, expect, test } from 'vitest';
import { db } from '#lib/db.ts';
import { intentOf, pay } from '#testing/factories.ts';
import {
  intentsAt,
  mailsTo,
  poll,
  resetProcessor,
  runEveryMoneyJob,
  runMoneyJobs,
  statesOf,
  statusSeenBy,
  until,
} from '#testing/money.ts';
import { linksOnOneCause, runningService } from '#testing/running-service.ts';
import { expireNow } from './expire-now.ts';

const { service, partner } = runningService();
const { newLink, paidLink } = linksOnOneCause(service, partner);
const statusOf = (id: string) => statusSeenBy(service, partner)(id);
beforeEach(async () => {
  // Includes its clock, which one of the tests moves.
  await service.control('reset');
  await resetProcessor(service);
});
const expire = (id: string) => expireNow(id, 'a test', new Date());

test('ends an open link at once, and logs the actor and the previous expiry', async () => {
  const { id, expires_at: planned } = await newLink();
  await expire(id);
  const { body } = await poll(service, partner.key, id);
  expect(body.status).toBe('expired');
  expect(Date.parse(body.expires_at)).toBeLessThanOrEqual(Date.now());
  expect(await db().auditEntry.findMany({ where: { subject: id } })).toMatchObject([
    {
      actor: 'a test',
      action: 'link.expire',
      at: new Date(body.expires_at),
      data: { from: planned, to: body.expires_at },
    },
  ]);
});

test('cancels the payment in progress at the gateway, even if nobody requests the link', async () => {
  const { id } = await newLink();
  await intentOf(service, id);
  await expire(id);
  // No job is made due: the job for the original end is a day away.
  await until('its end was settled', async () => {
    await runMoneyJobs(service);
    return (await statesOf(id))[0] === 'canceled';
  });
  expect((await intentsAt(service, id)).map(({ status }) => status)).toEqual(['canceled']);
  expect(await statusOf(id)).toBe('expired');
});

test('an earlier payment still completes the link', async () => {
  const { id } = await paidLink({ email: 'in.time@example.org' });
  await expire(id);
  expect(await statusOf(id)).toBe('completed');
  expect(await statesOf(id)).toEqual(['approved']);
  expect(await mailsTo('in.time@example.org')).toEqual(['donation_completed']);
});

test('refunds later payments', async () => {
  const { id } = await newLink();
  const intent = await intentOf(service, id);
  await service.control('stripe/fail', { kind: 'status', status: 500, times: 100, path: '/cancel$' });
  await service.control('stripe/force', { reference: id, outcome: 'authenticate' });
  await pay(service, intent);
  await expire(id);
  // The processor's clock has whole seconds: a success within the same second still counts.
  await service.control('clock', { advanceMs: 2000 });
  await service.control('stripe/authenticate', { payment_intent: intent, outcome: 'complete' });
  await service.control('stripe/gateway_up');
  expect(await statusOf(id)).toBe('expired');
  await runEveryMoneyJob(service);
  expect(await statesOf(id)).toEqual(['refunded']);
});

test.each(['expired', 'completed'])('refuses a link that is %s, and leaves it as it is', async (status) => {
  const { id } = status === 'completed' ? await paidLink() : await newLink();
  if (status === 'expired') await expire(id);
  else await service.call('/checkout/confirmation', { body: { ref: id } });
  const before = (await poll(service, partner.key, id)).body;
  await expect(expire(id)).rejects.toMatchObject({
    code: 'checkout_link_not_payable',
    statusDetail: status,
  });
  expect((await poll(service, partner.key, id)).body).toEqual(before);
  await expect(expire('chl_nothing')).rejects.toMatchObject({ code: 'checkout_link_not_found' });
});
