import { expect, test } from 'vitest';
import { intentOf, openLink, pay } from '#testing/factories.ts';
import { accountStateIn, localCalls, localLinks, startTransfer } from '#testing/local-rails.ts';
import { askIntent, donorReturns, gatewayCalls, poll, secondsAgo, setExpiry } from '#testing/money.ts';
import { runningService } from '#testing/running-service.ts';
import { runs } from '#testing/runs.ts';

/* What anybody can ask about a link costs the gateway's quota little. */

const { service, partner } = runningService();
const { colombian } = localLinks(service, partner);

const WAVES = runs(1, 4);
const MANY = WAVES * 50;
/** Ten at once, and one a second of a slow machine. */
const FEW = 40;
/** In each wave all ask at once. */
async function inWaves(ask: () => Promise<{ status: number }>, expected = 200): Promise<void> {
  for (let wave = 0; wave < WAVES; wave++) {
    const replies = await Promise.all(Array.from({ length: 50 }, ask));
    expect(new Set(replies.map(({ status }) => status))).toEqual(new Set([expected]));
  }
}

test(`${MANY} confirmations of a card cost a few reads, and the next one sees the payment`, async () => {
  const { id } = await openLink(service, partner);
  const intent = await intentOf(service, id);
  await inWaves(() => donorReturns(service, id));
  expect((await gatewayCalls(service, intent, 'GET')).length).toBeLessThanOrEqual(FEW);
  await pay(service, intent);
  expect((await donorReturns(service, id)).body).toMatchObject({ status: 'completed' });
});

test(`${MANY} requests of a payment intent cost a few reads`, async () => {
  const { id } = await openLink(service, partner);
  const intent = await intentOf(service, id);
  await inWaves(() => askIntent(service, id));
  expect((await gatewayCalls(service, intent, 'GET')).length).toBeLessThanOrEqual(FEW);
});

test(`${MANY} confirmations of a bank transfer cost a few reads`, async () => {
  const { id } = await colombian();
  const payment_id = await startTransfer(service, id);
  await inWaves(() => donorReturns(service, id));
  expect((await localCalls(service, `/v1/payments/${payment_id}`, 'GET')).length).toBeLessThanOrEqual(FEW);
  await accountStateIn(service, 'co')('approve', { payment_id });
  expect((await donorReturns(service, id)).body).toMatchObject({ status: 'completed' });
});

test(`${MANY} reads of a link past its expiry cost a few reads, also while its gateway is down`, async () => {
  const { id } = await openLink(service, partner);
  const intent = await intentOf(service, id);
  await setExpiry(id, secondsAgo(2));
  const before = (await gatewayCalls(service, intent)).length;
  const read = () => service.call(`/v1/checkout_links/${id}/public`);
  await service.control('stripe/gateway_down', { reference: id });
  await inWaves(read, 503);
  await service.control('stripe/gateway_up');
  await inWaves(() => poll(service, partner.key, id));
  // The SDK repeats each of them once.
  expect((await gatewayCalls(service, intent)).length - before).toBeLessThanOrEqual(FEW);
  expect((await read()).body.status).toBe('expired');
});
