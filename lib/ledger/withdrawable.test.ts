import { expect, test } from 'vitest';
import { db } from '#lib/db.ts';
import { NOW, storedCause } from '#scripts/testing/causes.ts';
import { chargeback, donation, gatewaySays, ownDatabase, releasing, taken } from '#scripts/testing/ledger.ts';
import { anotherCauseOf, creatorWith } from '#scripts/testing/withdrawals.ts';
import { withdrawableOf, withdrawableOfCreator } from './withdrawable.ts';

ownDatabase();

const DAY_MS = 86_400_000;
const inDays = (days: number) => new Date(NOW.getTime() + days * DAY_MS);
const dayOf = (days: number) => inDays(days).toISOString().slice(0, 10);

async function standing(key: string, now = NOW) {
  return withdrawableOf(db(), await db().cause.findUniqueOrThrow({ where: { key } }), now);
}
const given = (key: string, amountMajor: number, releasedAt: Date | null) =>
  donation(key, { amountMajor, feePercent: '0', costs: releasing(releasedAt) });

test('a cause to which nothing was given has nothing, on its way or not', async () => {
  const { key } = await storedCause();
  expect(await standing(key)).toEqual({
    ...{ owedMinor: 0n, onItsWay: [], onItsWayMinor: 0n, releasedMinor: 0n },
    ...{ creatorReleasedMinor: 0n, keptForOthersMinor: 0n, availableMinor: 0n },
  });
});

test('what is not released is on its way, added up by day, the nearest first and what has none last', async () => {
  const { key } = await creatorWith(100);
  await given(key, 30, inDays(14));
  await given(key, 20, inDays(2));
  await given(key, 5, inDays(2));
  await given(key, 7, null);
  expect(await standing(key)).toMatchObject({
    ...{ owedMinor: 16_200n, releasedMinor: 10_000n, availableMinor: 10_000n, onItsWayMinor: 6200n },
    onItsWay: [
      { day: dayOf(2), amountMinor: 2500n },
      { day: dayOf(14), amountMinor: 3000n },
      { day: null, amountMinor: 700n },
    ],
  });
});

test('it is released at its moment, not before', async () => {
  const { key } = await creatorWith(0);
  await given(key, 20, inDays(2));
  expect((await standing(key, new Date(inDays(2).getTime() - 1))).availableMinor).toBe(0n);
  expect(await standing(key, inDays(2))).toMatchObject({ availableMinor: 2000n, onItsWay: [] });
});

test('what goes back of a payment on its way comes off that payment; what it costs beyond it counts at once', async () => {
  const { key } = await creatorWith(100);
  const costs = { ...taken('txn_way', 5000n, 175n), releasedAt: inDays(2) };
  const id = await donation(key, { amountMajor: 50, feePercent: '0', costs });
  await gatewaySays(id, { refundedMinor: 1000n });
  expect(await standing(key)).toMatchObject({ onItsWayMinor: 3825n, availableMinor: 10_000n });
  await gatewaySays(id, { refundedMinor: 5000n });
  expect(await standing(key)).toMatchObject({ onItsWayMinor: 0n, availableMinor: 9825n });
});

test('what goes back of released money counts at once, whatever is still on its way', async () => {
  const { key } = await creatorWith(0);
  const released = await given(key, 100, NOW);
  await given(key, 500, inDays(2));
  await gatewaySays(released, {
    disputes: [chargeback('du_1', 'open', { amountMinor: 10_000n })],
  });
  expect(await standing(key)).toMatchObject({ availableMinor: 0n, onItsWayMinor: 50_000n });
});

test('a cause below zero lowers what the others of its creator in that currency pay out, and no other creator’s', async () => {
  const { key, ask, creator } = await creatorWith(0);
  const returned = await given(key, 274, NOW);
  await ask(274);
  await gatewaySays(returned, { refundedMinor: 27_400n });
  const second = await anotherCauseOf(creator, 300);
  const { key: stranger } = await creatorWith(300);
  expect(await standing(key)).toMatchObject({ availableMinor: -27_400n, keptForOthersMinor: 0n });
  expect(await standing(second)).toMatchObject({
    ...{ releasedMinor: 30_000n, keptForOthersMinor: 27_400n, availableMinor: 2600n },
  });
  expect(await standing(stranger)).toMatchObject({ keptForOthersMinor: 0n, availableMinor: 30_000n });
});

test('money on its way to one cause does not make good what another lacks', async () => {
  const { key, ask, creator } = await creatorWith(0);
  const returned = await given(key, 100, NOW);
  await ask(100);
  await gatewaySays(returned, { refundedMinor: 10_000n });
  const second = await anotherCauseOf(creator, 50);
  await given(second, 1000, inDays(2));
  expect((await standing(second)).availableMinor).toBe(0n);
  expect((await standing(second, inDays(2))).availableMinor).toBe(95_000n);
});

test('of a creator it is told for each cause and in each currency, as for the cause alone', async () => {
  const { creator, key } = await creatorWith(200);
  const second = await anotherCauseOf(creator, 70);
  await given(second, 40, inDays(2));
  const pesos = await storedCause({ currency: 'COP' });
  await db().cause.update({ where: { key: pesos.key }, data: { ownerId: creator.accountId } });
  await donation(pesos.key, { amountMajor: 50_000 });
  const causes = await db().cause.findMany({ where: { ownerId: creator.accountId } });
  const { byCause, byCurrency } = await withdrawableOfCreator(db(), causes, NOW);
  for (const one of [key, second, pesos.key]) expect(byCause.get(one)).toEqual(await standing(one));
  expect(byCurrency.get('USD')).toMatchObject({
    ...{ availableMinor: 27_000n, onItsWay: [{ day: dayOf(2), amountMinor: 4000n }] },
  });
  expect(byCurrency.get('COP')).toMatchObject({ availableMinor: 4_750_000n, onItsWayMinor: 0n });
});
