import { beforeAll, beforeEach, expect, test } from 'vitest';
import { db } from '#lib/db.ts';
import { newId } from '#lib/ids.ts';
import { intentOf, pay } from '#testing/factories.ts';
import { donorReturns, forgetJobs, loseWebhooks, poll, secondsAgo, setExpiry, statesOf } from '#testing/money.ts';
import { linksOnOneCause, runningService } from '#testing/running-service.ts';
import { sweep } from './sweep.ts';

const { service, partner } = runningService();
const { newLink, paidLateLink } = linksOnOneCause(service, partner);
beforeAll(() => loseWebhooks(service));
beforeEach(async () => {
  await service.runJobs();
  await forgetJobs();
});

const inThreeMinutes = () => new Date(Date.now() + 180_000);
const mailbox = async (to: string) => (await fetch(`${service.emulatorUrl}/mailbox.json?to=${to}`)).json();

/** Deletes every job. */
async function loseJobs(): Promise<void> {
  await forgetJobs();
}

test('without lost work it enqueues nothing', async () => {
  await newLink();
  expect(await sweep(inThreeMinutes())).toBe(0);
});

test('unmatched funds are found when their job is lost', async () => {
  const { id } = await paidLateLink();
  await poll(service, partner.key, id);
  await loseJobs();
  expect(await sweep(new Date())).toBe(0);
  expect(await sweep(inThreeMinutes())).toBe(1);
  await service.runJobs();
  expect(await statesOf(id)).toEqual(['refunded']);
});

test('a mail is found when its job is lost, and delivered once', async () => {
  const { id } = await newLink({ email: 'lost.mail@example.org' });
  await pay(service, await intentOf(service, id));
  await donorReturns(service, id);
  await loseJobs();
  expect(await sweep(inThreeMinutes())).toBe(1);
  await sweep(inThreeMinutes());
  await service.runJobs();
  expect(await mailbox('lost.mail@example.org')).toHaveLength(1);
  expect(await sweep(inThreeMinutes())).toBe(0);
});

test('an unhandled event is found', async () => {
  const id = newId('gatewayEvent');
  const event = { id, gateway: 'stripe', eventId: 'evt_forgotten', type: 'x', reference: null };
  await db().gatewayEvent.create({ data: event });
  await sweep(inThreeMinutes());
  await service.runJobs();
  expect((await db().gatewayEvent.findUniqueOrThrow({ where: { id } })).handledAt).toBeInstanceOf(Date);
});

test('an unpaid link past its expiry is ended although nobody reads it', async () => {
  const { id } = await newLink();
  const intent = await intentOf(service, id);
  await setExpiry(id, secondsAgo(1));
  await loseJobs();
  await sweep(new Date());
  await service.runJobs();
  expect((await service.stripe().paymentIntents.retrieve(intent)).status).toBe('canceled');
  expect(await statesOf(id)).toEqual(['canceled']);
  expect(await sweep(new Date())).toBe(0);
});

test.each([
  ['a millisecond before its expiry', -1, 0],
  ['at the very instant of its expiry', 0, 0],
  ['a millisecond after its expiry', 1, 1],
])('%s a link with a live attempt is found as expected (%i ms, %i found)', async (_when, ms, found) => {
  const { id } = await newLink();
  await intentOf(service, id);
  const expiresAt = new Date(Date.now() + 30_000);
  await setExpiry(id, expiresAt);
  await loseJobs();
  expect(await sweep(new Date(expiresAt.getTime() + ms))).toBe(found);
  await db().checkoutLink.update({ where: { id }, data: { cancelledAt: new Date() } });
});

test('concurrent sweeps enqueue one job for each row', async () => {
  const { id } = await newLink();
  await intentOf(service, id);
  await setExpiry(id, secondsAgo(1));
  await loseJobs();
  await Promise.all(Array.from({ length: 5 }, () => sweep(new Date())));
  const [jobs] = await db().$queryRaw<{ count: number }[]>`
    SELECT count(*)::int AS count FROM pgboss.job WHERE data->>'id' = ${id}`;
  expect(jobs).toEqual({ count: 1 });
});
