import { beforeEach, describe, expect, test } from 'vitest';
import { findLinkDetail, listLinks } from '#lib/dashboard/staff/links.ts';
import { db } from '#lib/db.ts';
import { LINK_COMMANDS } from '#scripts/console/links.ts';
import {
  askIntent,
  attemptsOf,
  poll,
  resetProcessor,
  setExpiry,
  statesOf,
  statusSeenBy,
} from '#scripts/testing/money.ts';
import { linksOnOneCause, runningService } from '#scripts/testing/running-service.ts';
import { findSettledLink } from './end-link.ts';
import { confirmCheckout, loadCheckout, loadPublicLink } from './load-checkout.ts';
import { reviewPayment } from './review.ts';

const { service, partner } = runningService();
const { newLink, paidLink } = linksOnOneCause(service, partner);
beforeEach(() => resetProcessor(service));

const statusOf = statusSeenBy(service, partner);

/** A link, and the clocks of two machines that differ by five seconds: for one it has expired, for the other not. */
async function seenByTwo() {
  const { id } = await newLink();
  const { expiresAt } = await db().checkoutLink.findUniqueOrThrow({ where: { id } });
  const at = (ms: number) => new Date(expiresAt.getTime() + ms);
  return { id: id as string, ahead: at(3000), behind: at(-2000) };
}

/** Everything that tells a status and is given the time. */
const TELLERS: Readonly<Record<string, (id: string, now: Date) => Promise<string | undefined>>> = {
  'the public view': async (id, now) => (await loadPublicLink(id, now)).status,
  'the checkout page': async (id, now) => (await loadCheckout(id, now))?.link.status,
  'the waiting page': async (id, now) => (await confirmCheckout(id, now))?.status,
  'the list of links': async (id, now) => (await listLinks({ q: id }, undefined, now)).rows[0]?.status,
  'the page of a link': async (id, now) => (await findLinkDetail(id, now))?.status,
  'the console': async (id, now) => {
    const told = await LINK_COMMANDS['link unlock']?.prepare({ id })(now);
    return typeof told === 'object' && told !== null && 'status' in told ? String(told.status) : undefined;
  },
};

describe('two machines whose clocks differ by five seconds', () => {
  test.each(Object.keys(TELLERS))('tell the same end once %s has told it', async (first) => {
    const { id, ahead, behind } = await seenByTwo();
    for (const tell of Object.values(TELLERS)) expect(await tell(id, behind)).toBe('open');
    expect(await TELLERS[first]?.(id, ahead)).toBe('expired');
    for (const tell of Object.values(TELLERS)) expect(await tell(id, behind)).toBe('expired');
    expect(await statusOf(id)).toBe('expired');
  });

  test('take no payment for a link that one of them has told is expired', async () => {
    const { id, ahead } = await seenByTwo();
    await loadPublicLink(id, ahead);
    const { status, body } = await askIntent(service, id);
    expect([status, body.status_detail]).toEqual([409, 'expired']);
    const saved = await service.call('/checkout/donation', { body: { ref: id, amount: 60 } });
    expect([saved.status, saved.body.status_detail]).toEqual([409, 'expired']);
  });

  test('agree on one end when one of them reads the end while the other starts a payment', async () => {
    for (let round = 0; round < 10; round++) {
      const { id, ahead } = await seenByTwo();
      const [read, asked] = await Promise.all([findSettledLink(id, ahead), askIntent(service, id)]);
      expect(read?.expiredAt).not.toBeNull();
      // Either it was refused, or the intent was made first and cancelled before the end was told.
      expect([200, 409]).toContain(asked.status);
      expect(await statusOf(id)).toBe('expired');
      expect((await statesOf(id)).filter((state) => state !== 'canceled')).toEqual([]);
    }
  });
});

test('expired, once told, stays told: money that the gateway was already asked about is given back', async () => {
  const { id, intent } = await paidLink();
  // The attempt was given up here, so that nothing keeps the end of the link open.
  await db().payment.updateMany({ where: { linkId: id }, data: { state: 'failed' } });
  const { created } = await service.stripe().paymentIntents.retrieve(intent);
  const expiresAt = new Date((created + 1) * 1000);
  await setExpiry(id, expiresAt);
  // The finaliser began before the expiry, and its gateway takes three seconds to answer.
  const began = new Date(expiresAt.getTime() - 1);
  expect((await loadPublicLink(id, new Date(expiresAt.getTime() + 1))).status).toBe('expired');
  const [attempt] = await attemptsOf(id);
  await reviewPayment(attempt?.id ?? '', began);
  expect([await statusOf(id), await statesOf(id)]).toEqual(['expired', ['refund_due']]);
});

test('operators are told that a link is open while only its gateway knows how it ended', async () => {
  const { id } = await paidLink();
  const { created } = await service.stripe().paymentIntents.retrieve(await intentAt(id));
  await setExpiry(id, new Date((created + 1) * 1000));
  const later = new Date((created + 5) * 1000);
  await service.control('stripe/gateway_down');
  for (const name of ['the list of links', 'the page of a link', 'the console'])
    expect(await TELLERS[name]?.(id, later)).toBe('open');
  await service.control('stripe/gateway_up');
  expect((await loadPublicLink(id, later)).status).toBe('completed');
  for (const tell of Object.values(TELLERS)) expect(await tell(id, later)).toBe('completed');
});

async function intentAt(id: string): Promise<string> {
  return (await attemptsOf(id))[0]?.gatewayReference ?? '';
}

test('reads of open and of ended links write and lock nothing: only the first past the expiry does', async () => {
  const { id, ahead, behind } = await seenByTwo();
  const version = () => db().$queryRaw`SELECT xmin::text, xmax::text FROM checkout_links WHERE id = ${id}`;
  const minted = await version();
  await poll(service, partner.key, id);
  for (const tell of Object.values(TELLERS).slice(0, 5)) await tell(id, behind);
  expect(await version()).toEqual(minted);
  await loadPublicLink(id, ahead);
  const ended = await version();
  expect(ended).not.toEqual(minted);
  await poll(service, partner.key, id);
  for (const tell of Object.values(TELLERS).slice(0, 5)) await tell(id, ahead);
  expect(await version()).toEqual(ended);
});
