import { expect } from 'vitest';
import { db } from '#lib/db.ts';
import { minorUnitsPerMajor } from '#lib/money.ts';
import { sweep } from '#lib/worker/sweep.ts';
import { runEveryJob, secondsAgo, setExpiry } from '#testing/money.ts';
import { bothBooks, reconcile } from '#testing/reconcile.ts';
import { viewsAgree } from '#testing/views-agree.ts';
import { endEveryRefund, minutePasses } from './moves.ts';
import { type Charge, GATEWAYS, type World } from './world.ts';

const DAY_MS = 86_400_000;

/** Whatever is pending, unread or not known yet: every view of a cause shows the same, and no more was given back than came. */
export async function compareRound(world: World): Promise<void> {
  world.instants.push(new Date());
  const instants = [...world.instants, new Date(Date.now() + DAY_MS)];
  for (const { key, currency } of world.causes) {
    const { collectedMinor, refundedMinor, disputedMinor } = await viewsAgree(key, instants);
    const { body } = await world.service.call(`/v1/causes/${key}`, { key: world.partner.key });
    const keptMinor = collectedMinor - refundedMinor - disputedMinor;
    expect(body.totals.collected, `collected by the API of ${key}`).toBe(
      Number(keptMinor) / minorUnitsPerMajor(currency),
    );
  }
  for (const charge of await world.charges()) {
    // What somebody refunds at the gateway after a transfer is not ours to prevent.
    const ours = charge.refunds.filter((one) => isGiven(one) && !world.elsewhere.has(one.id));
    expect(sum(ours) + (await sentByHand(charge)), `given back of ${charge.name}`).toBeLessThanOrEqual(
      charge.amountMinor,
    );
  }
}

/** Of a refund that failed, nothing was given back. */
function isGiven({ status }: { status: string }): boolean {
  return !['failed', 'canceled', 'cancelled', 'rejected'].includes(status);
}

function sum(amounts: readonly { amountMinor: number }[]): number {
  return amounts.reduce((total, { amountMinor }) => total + amountMinor, 0);
}

async function sentByHand({ id: gatewayPaymentId, gateway }: Charge): Promise<number> {
  const transfers = await db().manualRefund.findMany({
    where: { returnedAt: null, payment: { gateway, gatewayPaymentId } },
  });
  return sum(transfers.map(({ amountMinor }) => ({ amountMinor: Number(amountMinor) })));
}

/** How often the service gets a day to find what was lost. */
const DAYS = 3;

/**
 * Everything is answered again, and nobody does anything new: what is pending ends, the service does what it does by itself, and
 * the daily reconciliation follows. Then nothing waits for ever, and all books agree.
 */
export async function settle(world: World): Promise<void> {
  for (const gateway of GATEWAYS) await world.at(gateway, 'gateway_up');
  await world.at('stripe', 'refunds', { mode: 'succeeded' });
  await world.at('stripe', 'settlement', { late: false, held: false });
  for (const gateway of GATEWAYS)
    if (gateway !== 'stripe') await world.at(gateway, 'switches', { refunds: 'approved' });
  await world.deliverLate();
  await decideEveryPayment(world);
  for (let day = 0; day < DAYS; day++) {
    await endEveryRefund(world);
    await dayPasses(world);
  }
  await compareRound(world);
  await nothingWaits(world);
  await booksAgree(world);
}

/** Banks decide about what their donors have confirmed. */
async function decideEveryPayment(world: World): Promise<void> {
  for (const { way, linkId } of world.donations) {
    if (way.rail !== 'card') continue;
    const { payments } = await world.at('stripe', 'about', { reference: linkId });
    for (const { id, status } of payments)
      if (status === 'processing') await world.at('stripe', 'settle', { payment_intent: id, outcome: 'succeeded' });
  }
}

async function dayPasses(world: World): Promise<void> {
  await minutePasses();
  await sweep(new Date(Date.now() + DAY_MS));
  await runEveryJob(world.service);
  // A live attempt that nobody has paid ends with its link.
  const live = await db().payment.findMany({ where: { state: { in: ['starting', 'pending'] } } });
  for (const { linkId } of live) await setExpiry(linkId, secondsAgo(1));
  await sweep(new Date(Date.now() + DAY_MS));
  await runEveryJob(world.service);
  for (const gateway of GATEWAYS) await reconcile(gateway, new Date(Date.now() + 1000));
  await runEveryJob(world.service);
}

/** Nothing is pending but what waits for a person. */
async function nothingWaits(world: World): Promise<void> {
  const attempts = await db().payment.findMany({ where: { state: { in: ['starting', 'pending'] } } });
  expect(
    attempts.map(({ linkId, state }) => [linkId, state]),
    'attempts in progress',
  ).toEqual([]);
  const pending = await db().refund.findMany({
    where: { state: 'pending', payment: { disputedMinor: 0 } },
    include: { payment: { select: { linkId: true } } },
  });
  const nameOf = (linkId: string) => world.donations.find((one) => one.linkId === linkId)?.name;
  expect(
    pending.map(({ payment, lastError, keyNumber }) => [nameOf(payment.linkId), lastError, keyNumber]),
    'pending refunds',
  ).toEqual([]);
  for (const { name, row } of await world.received()) {
    if (row.state !== 'refund_due' || row.disputedMinor > 0n) continue;
    const forStaff = await db().refund.count({ where: { paymentId: row.id, state: 'failed' } });
    expect(forStaff, `failed refunds of ${name}, which is due`).toBeGreaterThan(0);
  }
}

/** Our books are the gateways' own, to the cent; and every refund there is one of ours, or one that nobody asked us for. */
async function booksAgree(world: World): Promise<void> {
  for (const gateway of GATEWAYS) {
    expect(await reconcile(gateway, new Date(Date.now() + 1000)), `differences of ${gateway}`).toEqual([]);
    const { ours, theirs } = await bothBooks(world.service, gateway);
    expect(ours, `balance at ${gateway}`).toEqual(theirs);
  }
  const rows = await db().refund.findMany({ include: { payment: { select: { gateway: true } } } });
  for (const { gateway, id, of, status } of await world.refundsAtGateways()) {
    if (!isGiven({ status }) || world.elsewhere.has(id)) continue;
    const own = rows.filter((row) => row.payment.gateway === gateway && row.gatewayRefundId === id);
    expect(
      own.map(({ state }) => state),
      `our refunds that are ${id} of ${of}`,
    ).toEqual(['succeeded']);
  }
  const charges = await world.charges();
  const received = await world.received();
  const recorded = received.map(({ row }) => `${row.gateway} ${row.gatewayPaymentId}: ${row.amountMinor}`);
  expect(recorded.toSorted(), 'received').toEqual(
    charges.map(({ gateway, id, amountMinor }) => `${gateway} ${id}: ${amountMinor}`).toSorted(),
  );
}
