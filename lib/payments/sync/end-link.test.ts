import { beforeEach, expect, test } from 'vitest';
import { linkStatus } from '#lib/checkout-links/status.ts';
import { db } from '#lib/db.ts';
import { newId } from '#lib/ids.ts';
import { LINK_COMMANDS } from '#scripts/console/links.ts';
import { intentOf, pay } from '#testing/factories.ts';
import {
  askIntent,
  donorReturns,
  gatewayCalls,
  intentsAt,
  onlyAttemptOf,
  resetProcessor,
  secondsAgo,
  setExpiry,
  statesOf,
  statusSeenBy,
  until,
  WAIT_OPTIONS,
} from '#testing/money.ts';
import { linksOnOneCause, runningService } from '#testing/running-service.ts';
import { runs } from '#testing/runs.ts';
import { cancelLink, findCurrentLink } from './end-link.ts';

const { service, partner } = runningService();
const { newLink } = linksOnOneCause(service, partner);
beforeEach(() => resetProcessor(service));

const statusOf = statusSeenBy(service, partner);
const cancel = async (id: string) => linkStatus(await cancelLink(id, new Date()));
/** Runs `link cancel` as an operator does. */
const operatorCancels = (id: string) => LINK_COMMANDS['link cancel']?.prepare({ id })(new Date());

test('a link without attempts is cancelled without a call to any gateway, and cannot be paid', async () => {
  const { id } = await newLink();
  const before = (await gatewayCalls(service, '/v1/')).length;
  expect(await operatorCancels(id)).toMatchObject({ status: 'cancelled' });
  expect((await gatewayCalls(service, '/v1/')).length).toBe(before);
  const { status, body } = await askIntent(service, id);
  expect([status, body.code, body.status_detail]).toEqual([409, 'checkout_link_not_payable', 'cancelled']);
});

test('a live intent is retrieved, cancelled at the gateway, and then here', async () => {
  const { id } = await newLink();
  const intent = await intentOf(service, id);
  expect(await cancel(id)).toBe('cancelled');
  const calls = (await gatewayCalls(service, intent)).map(({ method }) => method);
  expect(calls.slice(0, 2)).toEqual(['GET', 'POST']);
  expect([await statesOf(id), await statusOf(id)]).toEqual([['canceled'], 'cancelled']);
  await expect(pay(service, intent)).rejects.toThrow(/canceled/);
});

test('a payment that was faster completes the link, and the cancel is refused', async () => {
  const { id } = await newLink();
  await pay(service, await intentOf(service, id));
  await expect(operatorCancels(id)).rejects.toThrow(/completed/);
  expect(await statusOf(id)).toBe('completed');
});

async function complete(id: string): Promise<void> {
  await pay(service, await intentOf(service, id));
  await donorReturns(service, id);
}

test.each([
  ['completed', complete],
  ['expired', (id: string) => setExpiry(id, secondsAgo(1))],
])('a link that is %s cannot be cancelled', async (status, end) => {
  const { id } = await newLink();
  await end(id);
  expect(await statusOf(id)).toBe(status);
  await expect(operatorCancels(id)).rejects.toThrow(status);
  expect(await statusOf(id)).toBe(status);
});

test('a link cancelled at its expiry never changes between expired and cancelled', async () => {
  const { id } = await newLink();
  const { expiresAt } = await db().checkoutLink.findUniqueOrThrow({ where: { id } });
  const ahead = new Date(expiresAt.getTime() + 1);
  const behind = new Date(expiresAt.getTime() - 1);
  const [cancelled, read] = await Promise.all([cancelLink(id, behind), findCurrentLink(id, ahead)]);
  const shown = read && linkStatus(read);
  expect([linkStatus(cancelled), await statusOf(id)]).toEqual([shown, shown]);
});

test('while a gateway is unreachable the link stays as it is: 503, never a guess', async () => {
  const { id } = await newLink();
  await intentOf(service, id);
  await service.control('stripe/gateway_down');
  await expect(cancel(id)).rejects.toMatchObject({ status: 503 });
  await service.control('stripe/gateway_up');
  expect([await statusOf(id), await statesOf(id)]).toEqual(['open', ['pending']]);
});

test('a cancellation concurrent with a confirmation: one outcome, which the money agrees with', async () => {
  const links = await Promise.all(Array.from({ length: runs(6, 20) }, newLink));
  const seen = new Set<string>();
  for (const { id } of links) {
    const intent = await intentOf(service, id);
    await Promise.all([cancel(id), pay(service, intent).catch(() => undefined), donorReturns(service, id)]);
    const status = await statusOf(id);
    const [remote] = await intentsAt(service, id);
    const payment = await onlyAttemptOf(id);
    seen.add(status);
    expect([status, remote?.status, payment.state]).toEqual(
      status === 'completed' ? ['completed', 'succeeded', 'approved'] : ['cancelled', 'canceled', 'canceled'],
    );
  }
  expect([...seen].every((status) => status === 'completed' || status === 'cancelled')).toBe(true);
});

test('an attempt that appears while another is being cancelled is cancelled too', async () => {
  const { id } = await newLink();
  await intentOf(service, id);
  const appeared = await service.stripe().paymentIntents.create({
    amount: 5000,
    currency: 'usd',
    allowed_payment_method_types: ['card'],
    metadata: { checkout_link: id },
  });
  const cancelling = await db().$transaction(async (tx) => {
    await tx.$executeRaw`SELECT 1 FROM checkout_links WHERE id = ${id} FOR UPDATE`;
    const cancelled = cancel(id);
    await until('the first is cancelled and about to be recorded', async () => {
      const waiting = await tx.$queryRaw<unknown[]>`
        SELECT 1 FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`;
      return waiting.length > 0;
    });
    const first = await tx.payment.update({
      where: { linkId_rail_attempt: { linkId: id, rail: 'card', attempt: 1 } },
      data: { state: 'canceled' },
    });
    const second = { id: newId('payment'), attempt: 2, state: 'pending', gatewayReference: appeared.id };
    await tx.payment.create({ data: { ...first, ...second } });
    return { cancelled };
  }, WAIT_OPTIONS);
  expect(await cancelling.cancelled).toBe('cancelled');
  expect(await statesOf(id)).toEqual(['canceled', 'canceled']);
  expect((await intentsAt(service, id)).map(({ status }) => status)).toEqual(['canceled', 'canceled']);
});

test('cancelling while donors request the intent leaves nothing that can be paid', async () => {
  for (let round = 0; round < runs(2, 5); round++) {
    const { id } = await newLink();
    const asking = Promise.all(Array.from({ length: 20 }, () => askIntent(service, id)));
    expect(await cancel(id)).toBe('cancelled');
    expect((await asking).every(({ status }) => status === 200 || status === 409)).toBe(true);
    expect((await intentsAt(service, id)).filter(({ status }) => status !== 'canceled')).toEqual([]);
    expect((await statesOf(id)).filter((state) => state !== 'canceled')).toEqual([]);
  }
});

test('the database refuses to change how a link has ended', async () => {
  const { id } = await newLink();
  await cancel(id);
  const change = (data: object) => db().checkoutLink.update({ where: { id }, data });
  await expect(change({ cancelledAt: null })).rejects.toThrow();
  await expect(change({ expiredAt: new Date() })).rejects.toThrow();
});
