import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { db } from '#lib/db.ts';
import { causeBalance } from '#lib/ledger/balance.ts';
import { sweep } from '#lib/worker/sweep.ts';
import { intentOf, linkIn, openLink, pay, publishedCause } from '#testing/factories.ts';
import { differences, postedFor } from '#testing/ledger.ts';
import {
  accountStateIn,
  bankPage,
  localLinks,
  paymentsAt,
  payPreference,
  resetAccounts,
  startPreference,
  startPse,
} from '#testing/local-rails.ts';
import {
  deliverEvent,
  donorReturns,
  eventOf,
  onlyAttemptOf,
  poll,
  resetProcessor,
  runEveryMoneyJob,
  runMoneyJobs,
  secondsAgo,
  setExpiry,
} from '#testing/money.ts';
import { linksOnOneCause, runningService } from '#testing/running-service.ts';

const { service, partner } = runningService();
const { paidLink } = linksOnOneCause(service, partner);
const { colombian, mexican } = localLinks(service, partner);
beforeAll(() => resetAccounts(service));
beforeEach(() => resetProcessor(service));
// Nothing mends what was posted wrongly: at the end it shows, whichever test posted it.
afterAll(async () => {
  expect(await differences()).toEqual([]);
});

const entriesOf = async (linkId: string) => postedFor((await onlyAttemptOf(linkId)).id);
const donated = async (overrides = {}) => {
  const link = await paidLink(overrides);
  await donorReturns(service, link.id);
  return link;
};
const settlementOf = async (linkId: string) =>
  (await entriesOf(linkId)).filter(({ event }) => event.startsWith('settlement:')).map(({ entries }) => entries);

test('a donation is posted with its commission and the processor’s fee, with the payment itself', async () => {
  const { id } = await donated();
  const [donation, settlement, ...others] = await entriesOf(id);
  expect(donation).toEqual({
    event: 'donation:…',
    entries: { 'gateway USD': 5000, 'creator USD': -4750, 'commission USD': -250 },
  });
  expect(settlement?.event).toMatch(/^settlement:stripe:txn_/);
  expect(settlement?.entries).toEqual({
    'gateway USD': -175,
    'gateway_cost USD': 175,
    'creator USD': 175,
    'gateway_cost_recovery USD': -175,
  });
  expect(others).toEqual([]);
  // The only open question is whether the money is released when announced.
  const { costDueAt, releasedAt } = await onlyAttemptOf(id);
  expect(releasedAt).not.toBeNull();
  expect(costDueAt).toEqual(releasedAt);
});

test('further reports of it, from all sides at once, post nothing more', async () => {
  const { id, intent } = await donated();
  const before = await entriesOf(id);
  const event = await eventOf(service, 'payment_intent.succeeded', intent);
  await Promise.all([
    ...Array.from({ length: 4 }, () => donorReturns(service, id)),
    service.control('stripe/resend', { event, times: 6, parallel: true }),
  ]);
  expect(await entriesOf(id)).toEqual(before);
});

test('many concurrent first reports of a payment post it once', async () => {
  const { id, intent } = await paidLink();
  const event = await eventOf(service, 'payment_intent.succeeded', intent);
  await Promise.all([
    ...Array.from({ length: 4 }, () => donorReturns(service, id)),
    service.control('stripe/resend', { event, times: 6, parallel: true }),
  ]);
  expect((await entriesOf(id)).map(({ event: name }) => name.split(':')[0])).toEqual(['donation', 'settlement']);
});

test('a fee that the processor does not know yet is posted later, and never delays the donation', async () => {
  await service.control('stripe/settlement', { late: true });
  const { id } = await donated();
  expect((await entriesOf(id)).map(({ event }) => event)).toEqual(['donation:…']);
  const { costDueAt } = await onlyAttemptOf(id);
  expect(costDueAt).not.toBeNull();
  await sweep(new Date((costDueAt?.getTime() ?? 0) - 1));
  await runMoneyJobs(service);
  await service.control('stripe/settlement', { late: false });
  await sweep(new Date((costDueAt?.getTime() ?? 0) + 1));
  await runMoneyJobs(service);
  expect(await settlementOf(id)).toHaveLength(1);
  const later = await onlyAttemptOf(id);
  expect(later.costDueAt).toEqual(later.releasedAt);
});

test('pesos settled in dollars balance in both currencies, and the creator bears the cost in pesos', async () => {
  await service.control('stripe/settlement', { currency: 'usd', rates: { cop: 0.00025 } });
  const { id, cause } = await linkIn(service, partner, 'COP', { country: 'CO', amount: 50_000 });
  await pay(service, await intentOf(service, id));
  await donorReturns(service, id);
  // 12.50 dollars: 2.9 % and 30 cents are 66 cents, which are 2,640 pesos at that rate.
  expect(await settlementOf(id)).toEqual([
    {
      'gateway COP': -5_000_000,
      'exchange COP': 5_000_000,
      'gateway USD': 1184,
      'exchange USD': -1250,
      'gateway_cost USD': 66,
      'creator COP': 264_000,
      'gateway_cost_recovery COP': -264_000,
    },
  ]);
  expect(await causeBalance(db(), cause)).toMatchObject({
    collectedMinor: 5_000_000n,
    commissionMinor: 250_000n,
    gatewayCostMinor: 264_000n,
    leftMinor: 4_486_000n,
  });

  const { gatewayReference: intent } = await onlyAttemptOf(id);
  await service.stripe().refunds.create({ payment_intent: intent ?? '' });
  await deliverEvent(service, 'charge.refunded', intent ?? '');
  const [, refund] = await settlementOf(id);
  expect(refund).toEqual({
    'gateway COP': 5_000_000,
    'exchange COP': -5_000_000,
    'gateway USD': -1250,
    'exchange USD': 1250,
  });
  expect(await causeBalance(db(), cause)).toMatchObject({ leftMinor: -264_000n });
});

test('chilean pesos, which have no cents, settle in dollars, which have', async () => {
  await service.control('stripe/settlement', { currency: 'usd', rates: { clp: 0.00105 } });
  const { id } = await linkIn(service, partner, 'CLP', { country: 'CL', amount: 20_000 });
  await pay(service, await intentOf(service, id));
  await donorReturns(service, id);
  // 21 dollars: 91 cents, which are 866.67 pesos.
  expect((await settlementOf(id))[0]).toMatchObject({
    'gateway CLP': -20_000,
    'gateway USD': 2009,
    'gateway_cost USD': 91,
    'creator CLP': 867,
  });
});

test('under all_inclusive the gateway fee is our cost', async () => {
  const cause = await publishedCause(service, partner, {
    finance_data: undefined,
    fee_model: 'all_inclusive',
  });
  const { id } = await openLink(service, partner, { cause });
  await pay(service, await intentOf(service, id));
  await donorReturns(service, id);
  expect(await settlementOf(id)).toEqual([{ 'gateway USD': -175, 'gateway_cost USD': 175 }]);
  expect((await causeBalance(db(), cause)).leftMinor).toBe(4750n);
});

test('partial refunds return the commission in proportion, and a failed one takes it again', async () => {
  const { id, intent } = await donated();
  for (const amount of [1250, 50]) {
    await service.stripe().refunds.create({ payment_intent: intent, amount });
    await deliverEvent(service, 'charge.refunded', intent);
  }
  await service.control('stripe/refunds', { mode: 'pending' });
  const { id: refund } = await service.stripe().refunds.create({ payment_intent: intent });
  await deliverEvent(service, 'charge.refunded', intent);
  await service.control('stripe/settle_refund', { refund, outcome: 'failed' });
  await deliverEvent(service, 'refund.failed', intent);
  const steps = (await entriesOf(id)).filter(({ event }) => event.startsWith('refund'));
  expect(steps.map(({ event, entries }) => [event, entries['creator USD'], entries['commission USD']])).toEqual([
    ['refund:…:1', 1187, 63],
    ['refund:…:2', 48, 2],
    ['refund_reserved:…:1', 3515, 185],
    ['refund_reserved:…:2', -3515, -185],
  ]);
});

test('a chargeback holds the money back and costs a fee; won, both are returned', async () => {
  const { id, intent } = await donated();
  const { id: dispute } = await service.control('stripe/dispute', { payment_intent: intent });
  await deliverEvent(service, 'charge.dispute.created', intent);
  const opened = (await entriesOf(id)).slice(-2).map(({ entries }) => entries);
  expect(opened).toContainEqual({ 'gateway USD': -5000, 'creator USD': 4750, 'commission USD': 250 });
  expect(opened).toContainEqual({
    'gateway USD': -1500,
    'gateway_cost USD': 1500,
    'creator USD': 1500,
    'gateway_cost_recovery USD': -1500,
  });
  await service.control('stripe/close_dispute', { dispute, outcome: 'won' });
  await deliverEvent(service, 'charge.dispute.closed', intent);
  const sums: Record<string, number> = {};
  for (const { entries } of await entriesOf(id))
    for (const [account, amount] of Object.entries(entries)) sums[account] = (sums[account] ?? 0) + amount;
  expect(sums).toEqual({
    'gateway USD': 4825,
    'creator USD': -4575,
    'commission USD': -250,
    'gateway_cost USD': 175,
    'gateway_cost_recovery USD': -175,
  });
});

test('a lost dispute takes the money, and the creator’s balance below zero by its cost', async () => {
  const cause = await publishedCause(service, partner);
  const { id, intent } = await donated({ cause });
  const { id: dispute } = await service.control('stripe/dispute', { payment_intent: intent });
  await service.control('stripe/close_dispute', { dispute, outcome: 'lost' });
  await deliverEvent(service, 'charge.dispute.closed', intent);
  expect((await entriesOf(id)).find(({ event }) => event === 'dispute:…:1')?.entries).toEqual({
    'gateway USD': -5000,
    'creator USD': 4750,
    'commission USD': 250,
  });
  expect(await causeBalance(db(), cause)).toMatchObject({
    collectedMinor: 5000n,
    disputedMinor: 5000n,
    commissionMinor: 0n,
    leftMinor: -1675n,
  });
});

test('unmatched funds are owed to the donor until they are refunded; their cost is ours', async () => {
  const { id, intent } = await paidLink();
  await setExpiry(id, secondsAgo(2));
  await db().payment.updateMany({ where: { linkId: id }, data: { state: 'canceled' } });
  await deliverEvent(service, 'payment_intent.succeeded', intent);
  const arrived = (await entriesOf(id)).map(({ entries }) => entries);
  expect(arrived).toHaveLength(2);
  expect(arrived).toContainEqual({ 'gateway USD': 5000, 'to_give_back USD': -5000 });
  expect(arrived).toContainEqual({ 'gateway USD': -175, 'gateway_cost USD': 175 });
  await runEveryMoneyJob(service);
  expect((await entriesOf(id)).at(-1)).toMatchObject({
    event: 'refund:…:1',
    entries: { 'gateway USD': -5000, 'to_give_back USD': 5000 },
  });
});

test('a bank transfer costs the difference between amount and credit', async () => {
  const { id } = await colombian();
  await startPse(service, id);
  expect(await bankPage(service, id)).toContain('http');
  const [{ id: payment_id }] = await paymentsAt(service, id);
  await accountStateIn(service, 'co')('approve', { payment_id });
  await donorReturns(service, id);
  const [{ transaction_details: details }] = await paymentsAt(service, id);
  const fee = (50_000 - details.net_received_amount) * 100;
  expect(fee).toBeGreaterThan(0);
  expect(await settlementOf(id)).toEqual([
    { 'gateway COP': -fee, 'gateway_cost COP': fee, 'creator COP': fee, 'gateway_cost_recovery COP': -fee },
  ]);
});

test('a wallet payment costs its fees, to the centavo', async () => {
  const { id } = await mexican();
  const preference = await startPreference(service, id);
  const { fee_details: fees } = await payPreference(service, preference);
  await poll(service, partner.key, id);
  await donorReturns(service, id);
  const fee = Math.round(fees[0].amount * 100);
  expect((await settlementOf(id))[0]).toMatchObject({ 'gateway_cost MXN': fee, 'creator MXN': fee });
});
