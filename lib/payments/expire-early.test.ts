import { beforeEach, expect, test } from 'vitest';
import { db } from '#lib/db.ts';
import { intentOf, pay } from '#scripts/testing/factories.ts';
import {
  intentsAt,
  mailsTo,
  poll,
  resetProcessor,
  runEveryJob,
  statesOf,
  statusSeenBy,
  until,
} from '#scripts/testing/money.ts';
import { linksOnOneCause, runningService } from '#scripts/testing/running-service.ts';
import { expireEarly } from './expire-early.ts';

const { service, partner } = runningService();
const { newLink, paidLink } = linksOnOneCause(service, partner);
const statusOf = (id: string) => statusSeenBy(service, partner)(id);
beforeEach(async () => {
  // Its clock too, which one of the tests moves.
  await service.control('reset');
  await resetProcessor(service);
});
const expire = (id: string) => expireEarly(id, 'a test', new Date());

test('ends an open link at once, and writes down who did it and what the end was before', async () => {
  const { id, expires_at: planned } = await newLink();
  await expire(id);
  const { body } = await poll(service, partner.key, id);
  expect(body.status).toBe('expired');
  expect(Date.parse(body.expires_at)).toBeLessThanOrEqual(Date.now());
  expect(await db().auditEntry.findMany({ where: { subject: id } })).toMatchObject([
    {
      ...{ actor: 'a test', action: 'link expire', at: new Date(body.expires_at) },
      data: { from: planned, to: body.expires_at },
    },
  ]);
});

test('calls the payment under way off at the gateway, also when nobody asks for the link', async () => {
  const { id } = await newLink();
  await intentOf(service, id);
  await expire(id);
  // No job is made due: the one that was planned for the end it had waits for a day.
  await until('its end was settled', async () => {
    await service.runJobs();
    return (await statesOf(id))[0] === 'canceled';
  });
  expect((await intentsAt(service, id)).map(({ status }) => status)).toEqual(['canceled']);
  expect(await statusOf(id)).toBe('expired');
});

test('lets a payment that was made before it complete the link', async () => {
  const { id } = await paidLink({ email: 'in.time@example.org' });
  await expire(id);
  expect(await statusOf(id)).toBe('completed');
  expect(await statesOf(id)).toEqual(['approved']);
  expect(await mailsTo('in.time@example.org')).toEqual(['donation_completed']);
});

test('gives back what is paid after it', async () => {
  const { id } = await newLink();
  const intent = await intentOf(service, id);
  await service.control('stripe/fail', { kind: 'status', status: 500, times: 100, path: '/cancel$' });
  await service.control('stripe/force', { reference: id, outcome: 'authenticate' });
  await pay(service, intent);
  await expire(id);
  // The processor tells time in whole seconds: what succeeds in the very second still counts.
  await service.control('clock', { advanceMs: 2000 });
  await service.control('stripe/authenticate', { payment_intent: intent, outcome: 'complete' });
  await service.control('stripe/gateway_up');
  expect(await statusOf(id)).toBe('expired');
  await runEveryJob(service);
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
