import { beforeEach, expect, test } from 'vitest';
import { db } from '#lib/db.ts';
import { intentOf, pay } from '#testing/factories.ts';
import {
  askIntent,
  attemptsOf,
  donorReturns,
  gatewayCalls,
  intentsAt,
  poll,
  resetProcessor,
  secondsAgo,
  setExpiry,
  statesOf,
  statusSeenBy,
} from '#testing/money.ts';
import { linksOnOneCause, runningService } from '#testing/running-service.ts';
import { runs } from '#testing/runs.ts';

// These tests read as fast as responses arrive.
const { service, partner } = runningService({ RATE_LIMIT_CLIENT_PER_10S: '1000000' });
const { newLink } = linksOnOneCause(service, partner);
beforeEach(() => resetProcessor(service));

const statusOf = statusSeenBy(service, partner);

/** The gateway's time of a charge. */
async function chargedAt(intent: string): Promise<number> {
  const { latest_charge: charge } = await service
    .stripe()
    .paymentIntents.retrieve(intent, { expand: ['latest_charge'] });
  if (typeof charge !== 'object' || charge === null) throw new Error('not charged');
  return charge.created * 1000;
}

test.each([-1000, -1, 0, 1, 999, ...runs<number[]>([], [-1500, -999, -50, 2, 50, 1000, 5000])])(
  'charged %d ms before the expiry: the gateway’s own time decides, whoever asks first',
  async (offset) => {
    const { id } = await newLink();
    const intent = await intentOf(service, id);
    await pay(service, intent);
    await setExpiry(id, new Date((await chargedAt(intent)) + offset));
    const answers = await Promise.all([
      ...Array.from({ length: 5 }, () => poll(service, partner.key, id)),
      donorReturns(service, id),
    ]);
    const inTime = offset >= 0;
    // Before the expiry a poll may still read "open": only the return syncs with the gateway then.
    const ends = new Set(answers.map(({ body }) => body.status).filter((status) => status !== 'open'));
    expect([...ends]).toEqual([inTime ? 'completed' : 'expired']);
    expect(await statesOf(id)).toEqual([inTime ? 'approved' : 'refund_due']);
    expect(await statusOf(id)).toBe(inTime ? 'completed' : 'expired');
  },
);

test('links confirmed at their expiry: no status ever changes back, and all money is accounted for', async () => {
  const offsets = runs([-100, -20, -5, 0, 5, 20], [-400, -200, -100, -50, -20, -5, 0, 5, 20, 50, 200]);
  const links = await Promise.all(
    offsets.map(async (offset) => {
      const { id } = await newLink();
      return { id, intent: await intentOf(service, id), offset };
    }),
  );
  const expiresAt = Date.now() + runs(700, 1500);
  await Promise.all(
    links.map(async ({ id, intent, offset }) => {
      await setExpiry(id, new Date(expiresAt));
      const read: string[] = [];
      let paid: Promise<unknown> | undefined;
      while (Date.now() < expiresAt + runs(150, 400)) {
        if (Date.now() >= expiresAt + offset) paid ??= pay(service, intent).catch(() => undefined);
        read.push(await statusOf(id));
      }
      await paid;
      await donorReturns(service, id);
      read.push(await statusOf(id));
      const changes = read.filter((status, i) => status !== read[i - 1]);
      expect(changes.length, changes.join()).toBeLessThanOrEqual(2);
      const [remote] = await intentsAt(service, id);
      expect([read.at(-1), remote?.status, await statesOf(id)]).toEqual(
        read.at(-1) === 'completed'
          ? ['completed', 'succeeded', ['approved']]
          : ['expired', remote?.status, [remote?.status === 'succeeded' ? 'refund_due' : 'canceled']],
      );
    }),
  );
});

test('past its expiry an unpaid link is expired for good, and its intent is cancelled at the gateway', async () => {
  const { id } = await newLink();
  const intent = await intentOf(service, id);
  await setExpiry(id, secondsAgo(1));
  expect(await statusOf(id)).toBe('expired');
  expect((await intentsAt(service, id)).map(({ status }) => status)).toEqual(['canceled']);
  await expect(pay(service, intent)).rejects.toThrow(/canceled/);
  const { status, body } = await askIntent(service, id);
  expect([status, body.code, body.status_detail]).toEqual([409, 'checkout_link_not_payable', 'expired']);
  // Not even a later expiry, set by hand, reopens it.
  await setExpiry(id, new Date(Date.now() + 60_000));
  expect(await statusOf(id)).toBe('expired');
});

test('many concurrent reads past the expiry end it once', async () => {
  const { id } = await newLink();
  await pay(service, await intentOf(service, id));
  await setExpiry(id, new Date());
  const answers = await Promise.all(Array.from({ length: 25 }, () => poll(service, partner.key, id)));
  expect(new Set(answers.map(({ body }) => body.status))).toEqual(new Set(['completed']));
  expect(await statesOf(id)).toEqual(['approved']);
});

test('while the gateway is unreachable every reader gets 503 with Retry-After, never a guess', async () => {
  const { id } = await newLink();
  const intent = await intentOf(service, id);
  await pay(service, intent);
  await setExpiry(id, new Date(await chargedAt(intent)));
  await service.control('stripe/gateway_down');
  const answers = await Promise.all([
    poll(service, partner.key, id),
    service.call(`/v1/checkout_links/${id}/public`),
    askIntent(service, id),
    donorReturns(service, id),
    service.call('/checkout/donation', { body: { ref: id, amount: 60 } }),
  ]);
  for (const { status, body, headers } of answers) {
    expect([status, body.code]).toEqual([503, 'internal_error']);
    expect(headers.get('retry-after')).toMatch(/^[1-9]\d*$/);
  }
  await service.control('stripe/gateway_up');
  expect(await statusOf(id)).toBe('completed');
});

test('an attempt that the gateway never knew does not keep a link from expiring, even while it is down', async () => {
  const { id } = await newLink();
  await service.control('stripe/gateway_down');
  await askIntent(service, id);
  expect(await attemptsOf(id)).toMatchObject([{ state: 'starting', gatewayReference: null }]);
  await setExpiry(id, secondsAgo(1));
  expect([await statusOf(id), await statesOf(id)]).toEqual(['expired', ['canceled']]);
});

test('links without live attempts are read without a call to any gateway', async () => {
  const [expired, failed] = [await newLink(), await newLink()];
  await intentOf(service, failed.id);
  await db().payment.updateMany({ where: { linkId: failed.id }, data: { state: 'failed' } });
  const before = (await gatewayCalls(service, '/v1/')).length;
  for (const { id } of [expired, failed]) {
    expect(await statusOf(id)).toBe('open');
    await setExpiry(id, secondsAgo(1));
    expect(await statusOf(id)).toBe('expired');
  }
  expect((await gatewayCalls(service, '/v1/')).length).toBe(before);
});

test('a donor’s changes to an ended link are refused', async () => {
  const { id } = await newLink();
  await setExpiry(id, secondsAgo(1));
  const { status, body } = await service.call('/checkout/donation', { body: { ref: id, amount: 60 } });
  expect([status, body.status_detail]).toEqual([409, 'expired']);
});
