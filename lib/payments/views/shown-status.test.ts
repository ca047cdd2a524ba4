import { beforeEach, describe, expect, test } from 'vitest';
import { findLinkDetail, listLinks } from '#lib/dashboard/staff/links.ts';
import { db } from '#lib/db.ts';
import { findCurrentLink } from '#lib/payments/sync/end-link.ts';
import { syncPayment } from '#lib/payments/sync/sync-payment.ts';
import { LINK_COMMANDS } from '#scripts/console/links.ts';
import { askIntent, attemptsOf, poll, resetProcessor, setExpiry, statesOf, statusSeenBy } from '#testing/money.ts';
import { linksOnOneCause, runningService } from '#testing/running-service.ts';
import { checkoutView, confirmCheckout, loadPublicLink } from './load-checkout.ts';

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
const READERS: Readonly<Record<string, (id: string, now: Date) => Promise<string | undefined>>> = {
  'the public view': async (id, now) => (await loadPublicLink(id, now)).status,
  'the checkout page': async (id, now) => (await checkoutView(id, now))?.link.status,
  'the waiting page': async (id, now) => (await confirmCheckout(id, now))?.view.status,
  'the list of links': async (id, now) => (await listLinks({ q: id }, now)).rows[0]?.status,
  'the page of a link': async (id, now) => (await findLinkDetail(id, now))?.status,
  'the console': async (id, now) => {
    const shown = await LINK_COMMANDS['link unlock']?.prepare({ id })(now);
    return typeof shown === 'object' && shown !== null && 'status' in shown ? String(shown.status) : undefined;
  },
};

describe('two machines whose clocks differ by five seconds', () => {
  test.each(Object.keys(READERS))('show the same end once %s has shown it', async (first) => {
    const { id, ahead, behind } = await seenByTwo();
    for (const read of Object.values(READERS)) expect(await read(id, behind)).toBe('open');
    expect(await READERS[first]?.(id, ahead)).toBe('expired');
    for (const read of Object.values(READERS)) expect(await read(id, behind)).toBe('expired');
    expect(await statusOf(id)).toBe('expired');
  });

  test('take no payment for a link that one of them has shown as expired', async () => {
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
      const [read, asked] = await Promise.all([findCurrentLink(id, ahead), askIntent(service, id)]);
      expect(read?.expiredAt).not.toBeNull();
      // Either it was refused, or the intent was made first and cancelled before the end was shown.
      expect([200, 409]).toContain(asked.status);
      expect(await statusOf(id)).toBe('expired');
      expect((await statesOf(id)).filter((state) => state !== 'canceled')).toEqual([]);
    }
  });
});

test('a link once shown as expired stays expired: money that arrives at the gateway afterwards is refunded', async () => {
  const { id, intent } = await paidLink();
  // The attempt was given up here, so that nothing keeps the end of the link open.
  await db().payment.updateMany({ where: { linkId: id }, data: { state: 'failed' } });
  const { created } = await service.stripe().paymentIntents.retrieve(intent);
  const expiresAt = new Date((created + 1) * 1000);
  await setExpiry(id, expiresAt);
  // The sync began before the expiry, and its gateway takes three seconds to answer.
  const began = new Date(expiresAt.getTime() - 1);
  expect((await loadPublicLink(id, new Date(expiresAt.getTime() + 1))).status).toBe('expired');
  const [attempt] = await attemptsOf(id);
  await syncPayment(attempt?.id ?? '', began);
  expect([await statusOf(id), await statesOf(id)]).toEqual(['expired', ['refund_due']]);
});

test('operators see that a link is open while only its gateway knows how it ended', async () => {
  const { id } = await paidLink();
  const { created } = await service.stripe().paymentIntents.retrieve(await intentAt(id));
  await setExpiry(id, new Date((created + 1) * 1000));
  const later = new Date((created + 5) * 1000);
  await service.control('stripe/gateway_down');
  for (const name of ['the list of links', 'the page of a link', 'the console'])
    expect(await READERS[name]?.(id, later)).toBe('open');
  await service.control('stripe/gateway_up');
  expect((await loadPublicLink(id, later)).status).toBe('completed');
  for (const read of Object.values(READERS)) expect(await read(id, later)).toBe('completed');
});

async function intentAt(id: string): Promise<string> {
  return (await attemptsOf(id))[0]?.gatewayReference ?? '';
}

test('reads of open and of ended links write and lock nothing: only the first past the expiry does', async () => {
  const { id, ahead, behind } = await seenByTwo();
  const version = () => db().$queryRaw`SELECT xmin::text, xmax::text FROM checkout_links WHERE id = ${id}`;
  const minted = await version();
  await poll(service, partner.key, id);
  for (const read of Object.values(READERS).slice(0, 5)) await read(id, behind);
  expect(await version()).toEqual(minted);
  await loadPublicLink(id, ahead);
  const ended = await version();
  expect(ended).not.toEqual(minted);
  await poll(service, partner.key, id);
  for (const read of Object.values(READERS).slice(0, 5)) await read(id, ahead);
  expect(await version()).toEqual(ended);
});
