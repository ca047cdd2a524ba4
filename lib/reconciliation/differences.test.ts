import { beforeAll, expect, test, vi } from 'vitest';
import { transaction } from '#lib/db.ts';
import { post } from '#lib/ledger/post.ts';
import { log } from '#lib/log.ts';
import { asOwner } from '#testing/as-owner.ts';
import { donorReturns, loseWebhooks, onlyAttemptOf, statesOf } from '#testing/money.ts';
import { heldBalances, reconcile } from '#testing/reconcile.ts';
import { linksOnOneCause, runningService } from '#testing/running-service.ts';
import { acknowledgeDifference } from './acknowledge.ts';
import { differenceName } from './known-differences.ts';

const { service, partner } = runningService();
const { paidLink } = linksOnOneCause(service, partner);
beforeAll(() => loseWebhooks(service));

const DAY_MS = 86_400_000;

async function donated() {
  const { id, intent } = await paidLink();
  await donorReturns(service, id);
  const payment = await onlyAttemptOf(id);
  return { ...payment, intent };
}
const about = (found: Awaited<ReturnType<typeof reconcile>>, subject: string) =>
  found.filter((one) => one.subject === subject);

test('an unknown payment at the gateway is reported every day until it is known', async () => {
  const { id: intent } = await service
    .stripe()
    .paymentIntents.create({ amount: 4200, currency: 'usd', allowed_payment_method_types: ['card'] });
  await service.stripe().paymentIntents.confirm(intent, { payment_method: 'pm_card_visa' });
  const named = {
    about: 'unknown_payment',
    subject: intent,
    paymentId: null,
    currency: 'USD',
    oursMinor: '0',
    theirsMinor: '4048',
  };
  const error = vi.spyOn(log(), 'error').mockReturnValue(undefined);
  const found = await reconcile('stripe');
  expect(about(found, intent)).toEqual([named]);
  expect(error).toHaveBeenCalledWith(
    { gateway: 'stripe', difference: expect.objectContaining({ subject: intent }) },
    'the books of a gateway do not agree',
  );
  error.mockRestore();
  // Long after the overlap, too.
  for (const days of [10, 20])
    expect(about(await reconcile('stripe', new Date(Date.now() + days * DAY_MS)), intent)).toEqual([named]);
});

test('an explained difference is logged as known, not as one that does not agree', async () => {
  const { id: intent } = await service
    .stripe()
    .paymentIntents.create({ amount: 1000, currency: 'usd', allowed_payment_method_types: ['card'] });
  await service.stripe().paymentIntents.confirm(intent, { payment_method: 'pm_card_visa' });
  // The runs of days to come would be later than these.
  await asOwner('DELETE FROM reconciliations');
  for (const one of await reconcile('stripe')) {
    const wish = { gateway: 'stripe', difference: differenceName(one), reason: 'A test', by: 'console' };
    await transaction((tx) => acknowledgeDifference(tx, wish, new Date()));
  }
  const error = vi.spyOn(log(), 'error').mockReturnValue(undefined);
  const info = vi.spyOn(log(), 'info').mockReturnValue(undefined);
  const found = await reconcile('stripe');
  expect(about(found, intent)).toHaveLength(1);
  expect(error).not.toHaveBeenCalled();
  expect(info).toHaveBeenCalledWith(
    { gateway: 'stripe', acknowledged: found.length },
    'the books of a gateway agree, but for what is acknowledged',
  );
  await service.stripe().refunds.create({ payment_intent: intent, amount: 100 });
  await reconcile('stripe');
  const named = error.mock.calls.map(
    ([of]) => (of as unknown as { difference: { subject: string } }).difference.subject,
  );
  expect(new Set(named)).toEqual(new Set([intent, 'USD']));
  error.mockRestore();
  info.mockRestore();
});

test('a payment with different amounts is reported with both; the balance differs by as much', async () => {
  const { id, intent, causeKey } = await donated();
  await reconcile('stripe');
  const before = (await heldBalances('stripe')).USD ?? 0;
  await transaction((tx) =>
    post(tx, {
      kind: 'refund',
      dedupeKey: `refund:${id}:tampered`,
      at: new Date(),
      paymentId: id,
      entries: [
        { account: 'gateway', detail: 'stripe', currency: 'USD', amountMinor: -100n, causeKey },
        { account: 'creator', detail: '', currency: 'USD', amountMinor: 100n, causeKey },
      ],
    }),
  );
  const afterAMinute = new Date(Date.now() + 61_000);
  const found = await reconcile('stripe', afterAMinute);
  expect(about(found, intent)).toEqual([
    {
      about: 'amount',
      subject: intent,
      paymentId: id,
      currency: 'USD',
      oursMinor: '4725',
      theirsMinor: '4825',
    },
  ]);
  expect((await heldBalances('stripe')).USD).toBe(before - 100);
  expect(about(found, 'USD')).toMatchObject([{ about: 'balance', oursMinor: String(before - 100) }]);
});

test('a run for a chosen period only reports its differences, and does not affect later runs', async () => {
  const yesterday = new Date(Date.now() - DAY_MS);
  const chosen = { from: new Date(yesterday.getTime() - DAY_MS), to: yesterday };
  const kinds = (await reconcile('stripe', new Date(), chosen)).map((one) => one.about);
  expect(new Set(kinds)).toEqual(new Set(['balance']));
  const later = await paidLink();
  await reconcile('stripe');
  expect(await statesOf(later.id)).toEqual(['approved']);
});

test('a payment of ours that the gateway does not know is reported', async () => {
  const { id, intent } = await donated();
  await service.control('stripe/reset');
  await loseWebhooks(service);
  expect(about(await reconcile('stripe'), intent)).toEqual([
    {
      about: 'missing_payment',
      subject: intent,
      paymentId: id,
      currency: 'USD',
      oursMinor: '4825',
      theirsMinor: '0',
    },
  ]);
});
