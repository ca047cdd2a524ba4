import { beforeEach, expect, test } from 'vitest';
import { db } from '#lib/db.ts';
import { LINK_COMMANDS } from '#scripts/console/links.ts';
import { asOwner } from '#testing/as-owner.ts';
import { intentOf, pay } from '#testing/factories.ts';
import {
  askIntent,
  deliverEvent,
  donorReturns,
  eventOf,
  intentsAt,
  poll,
  resetProcessor,
  statesOf,
} from '#testing/money.ts';
import { linksOnOneCause, runningService } from '#testing/running-service.ts';

const { service, partner } = runningService();
const { newLink } = linksOnOneCause(service, partner);
beforeEach(async () => {
  await resetProcessor(service);
  // Many on one cause would pause the whole cause (pauses.test.ts).
  await asOwner('DELETE FROM declines');
});

/** An open link whose intent has been declined some times. */
async function declined(times: number): Promise<{ id: string; intent: string }> {
  const { id } = await newLink();
  const intent = await intentOf(service, id);
  await decline(intent, times);
  return { id, intent };
}

async function decline(intent: string, times: number): Promise<void> {
  for (let i = 0; i < times; i++)
    await expect(pay(service, intent, 'pm_card_chargeDeclined')).rejects.toThrow(/declined/);
}

async function expectLocked(id: string): Promise<void> {
  const { status, body, headers } = await askIntent(service, id);
  expect([status, body.code]).toEqual([429, 'rate_limit_exceeded']);
  const seconds = Number(headers.get('retry-after'));
  expect(Number.isInteger(seconds) && seconds > 0 && seconds <= 3600, `${seconds}`).toBe(true);
  expect((await poll(service, partner.key, id)).body.status).toBe('open');
}

test('nine declines are allowed; the tenth locks the link and cancels its intent', async () => {
  const { id, intent } = await declined(9);
  expect(await intentOf(service, id)).toBe(intent);
  await decline(intent, 1);
  await deliverEvent(service, 'charge.failed', intent);
  expect((await intentsAt(service, id)).map(({ status }) => status)).toEqual(['canceled']);
  await expect(pay(service, intent)).rejects.toThrow(/canceled/);
  await expectLocked(id);
});

test('ten unreported declines are found, and lock the link, when the intent is requested', async () => {
  const { id } = await declined(10);
  await expectLocked(id);
  expect([(await intentsAt(service, id))[0]?.status, await statesOf(id)]).toEqual(['canceled', ['canceled']]);
});

test('a decline counts once, even if reported several times', async () => {
  const { id, intent } = await declined(5);
  const event = await eventOf(service, 'charge.failed', intent);
  await service.control('stripe/resend', { event, times: 10, parallel: true });
  for (let i = 0; i < 5; i++) await donorReturns(service, id);
  expect(await db().decline.count({ where: { linkId: id } })).toBe(5);
  expect((await askIntent(service, id)).status).toBe(200);
});

test('declines of several intents of a link count together', async () => {
  const { id } = await declined(6);
  await service.call('/checkout/donation', { body: { ref: id, amount: 60 } });
  await decline(await intentOf(service, id), 4);
  await expectLocked(id);
});

test('an operator lifts the lock; ten more lock it again', async () => {
  const { id } = await declined(10);
  await expectLocked(id);
  // Charges have whole seconds: a later one in this second must not count as lifted.
  await asOwner(`UPDATE declines SET declined_at = declined_at - interval '5 seconds' WHERE link_id = '${id}'`);
  const lifted = new Date(Date.now() - 2000);
  expect(await LINK_COMMANDS['link unlock']?.prepare({ id })(lifted)).toMatchObject({ id, status: 'open' });
  await decline(await intentOf(service, id), 10);
  await expectLocked(id);
});

test('the lock ends an hour after the oldest of the ten', async () => {
  const { id } = await declined(10);
  await expectLocked(id);
  await asOwner(`UPDATE declines SET declined_at = declined_at - interval '1 hour' WHERE link_id = '${id}'`);
  const intent = await intentOf(service, id);
  await pay(service, intent);
  expect((await donorReturns(service, id)).body.status).toBe('completed');
});

test('a card that is accepted after declines completes the link', async () => {
  const { id, intent } = await declined(9);
  await pay(service, intent);
  expect((await donorReturns(service, id)).body.status).toBe('completed');
});
