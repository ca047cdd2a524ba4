import { beforeAll, describe, expect, test } from 'vitest';
import { CAUSE_STATES, STATE_RULES } from '#lib/causes/states.ts';
import { db } from '#lib/db.ts';
import { NOW, storedCause } from '#testing/causes.ts';
import { applyReport, chargeback, donation, movementCosts, ownDatabase, releaseCosts } from '#testing/ledger.ts';
import { anotherCauseOf, creatorWith } from '#testing/withdrawals.ts';
import { withdrawableOf, withdrawableOfCreator } from './withdrawable.ts';

ownDatabase();

const DAY_MS = 86_400_000;
const inDays = (days: number) => new Date(NOW.getTime() + days * DAY_MS);
const dayOf = (days: number) => inDays(days).toISOString().slice(0, 10);

async function withdrawableAt(key: string, now = NOW) {
  return withdrawableOf(db(), await db().cause.findUniqueOrThrow({ where: { key } }), now);
}
const given = (key: string, amountMajor: number, releasedAt: Date | null) =>
  donation(key, { amountMajor, feePercent: '0', costs: releaseCosts(releasedAt) });

test('a cause without donations has nothing, pending or not', async () => {
  const { key } = await storedCause();
  expect(await withdrawableAt(key)).toEqual({
    owedMinor: 0n,
    onItsWay: [],
    onItsWayMinor: 0n,
    releasedMinor: 0n,
    creatorReleasedMinor: 0n,
    keptForOthersMinor: 0n,
    availableMinor: 0n,
  });
});

test('unreleased money is pending, summed by day, the nearest first and unknown days last', async () => {
  const { key } = await creatorWith(100);
  await given(key, 30, inDays(14));
  await given(key, 20, inDays(2));
  await given(key, 5, inDays(2));
  await given(key, 7, null);
  expect(await withdrawableAt(key)).toMatchObject({
    owedMinor: 16_200n,
    releasedMinor: 10_000n,
    availableMinor: 10_000n,
    onItsWayMinor: 6200n,
    onItsWay: [
      { day: dayOf(2), amountMinor: 2500n },
      { day: dayOf(14), amountMinor: 3000n },
      { day: null, amountMinor: 700n },
    ],
  });
});

test('it is released when its gateway says so at its instant, neither before nor because that passes', async () => {
  const { key } = await creatorWith(0);
  const id = await given(key, 20, inDays(2));
  const early = new Date(inDays(2).getTime() - 1);
  await applyReport(id, { costs: { ...releaseCosts(inDays(2)), isReleased: true } }, early);
  expect((await withdrawableAt(key, early)).availableMinor).toBe(0n);
  expect(await withdrawableAt(key, inDays(3))).toMatchObject({
    availableMinor: 0n,
    onItsWay: [{ day: null, amountMinor: 2000n }],
  });
  await applyReport(id, { costs: { ...releaseCosts(inDays(2)), isReleased: false } }, inDays(2));
  expect((await withdrawableAt(key, inDays(3))).availableMinor).toBe(0n);
  await applyReport(id, { costs: releaseCosts(inDays(2), inDays(2)) }, inDays(2));
  expect(await withdrawableAt(key, inDays(2))).toMatchObject({ availableMinor: 2000n, onItsWay: [] });
});

test('reversals of a pending payment reduce that payment; costs beyond it count at once', async () => {
  const { key } = await creatorWith(100);
  const costs = { ...movementCosts('txn_way', 5000n, 175n), releasedAt: inDays(2), isReleased: false };
  const id = await donation(key, { amountMajor: 50, feePercent: '0', costs });
  await applyReport(id, { refundedMinor: 1000n });
  expect(await withdrawableAt(key)).toMatchObject({ onItsWayMinor: 3825n, availableMinor: 10_000n });
  await applyReport(id, { refundedMinor: 5000n });
  expect(await withdrawableAt(key)).toMatchObject({ onItsWayMinor: 0n, availableMinor: 9825n });
});

test('reversals of released money count at once, whatever is still pending', async () => {
  const { key } = await creatorWith(0);
  const released = await given(key, 100, NOW);
  await given(key, 500, inDays(2));
  await applyReport(released, {
    disputes: [chargeback('du_1', 'open', { amountMinor: 10_000n })],
  });
  expect(await withdrawableAt(key)).toMatchObject({ availableMinor: 0n, onItsWayMinor: 50_000n });
});

test('a negative cause reduces what the creator’s other causes in that currency pay out, and no other creator’s', async () => {
  const { key, ask, creator } = await creatorWith(0);
  const returned = await given(key, 274, NOW);
  await ask(274);
  await applyReport(returned, { refundedMinor: 27_400n });
  const second = await anotherCauseOf(creator, 300);
  const { key: stranger } = await creatorWith(300);
  expect(await withdrawableAt(key)).toMatchObject({ availableMinor: -27_400n, keptForOthersMinor: 0n });
  expect(await withdrawableAt(second)).toMatchObject({
    releasedMinor: 30_000n,
    keptForOthersMinor: 27_400n,
    availableMinor: 2600n,
  });
  expect(await withdrawableAt(stranger)).toMatchObject({ keptForOthersMinor: 0n, availableMinor: 30_000n });
});

test('pending money of one cause does not cover another’s deficit', async () => {
  const { key, ask, creator } = await creatorWith(0);
  const returned = await given(key, 100, NOW);
  await ask(100);
  await applyReport(returned, { refundedMinor: 10_000n });
  const second = await anotherCauseOf(creator, 50);
  const id = await given(second, 1000, inDays(2));
  expect((await withdrawableAt(second)).availableMinor).toBe(0n);
  await applyReport(id, { costs: releaseCosts(inDays(2), inDays(2)) }, inDays(2));
  expect((await withdrawableAt(second, inDays(2))).availableMinor).toBe(95_000n);
});

test('a creator’s totals are those of each cause, for each currency', async () => {
  const { creator, key } = await creatorWith(200);
  const second = await anotherCauseOf(creator, 70);
  await given(second, 40, inDays(2));
  const owner = { connect: { id: creator.id } };
  const pesos = await storedCause({ currency: 'COP', owner });
  await donation(pesos.key, { amountMajor: 50_000 });
  const causes = await db().cause.findMany({ where: { ownerId: creator.id } });
  const { byCause, byCurrency } = await withdrawableOfCreator(db(), causes, NOW);
  for (const one of [key, second, pesos.key]) expect(byCause.get(one)).toEqual(await withdrawableAt(one));
  expect(byCurrency.get('USD')).toMatchObject({
    availableMinor: 27_000n,
    onItsWay: [{ day: dayOf(2), amountMinor: 4000n }],
  });
  expect(byCurrency.get('COP')).toMatchObject({ availableMinor: 4_750_000n, onItsWayMinor: 0n });
});

describe('money of a cause', () => {
  // Every test leaves the states of the causes as it found them.
  let causes: Awaited<ReturnType<typeof threeCauses>>;
  beforeAll(async () => {
    causes = await threeCauses();
  });

  /** Three causes of a creator: one below zero, one with little money, and one with more than the first lacks. */
  async function threeCauses() {
    const { key, ask, creator } = await creatorWith(0);
    const returned = await given(key, 60, NOW);
    await ask(60);
    await applyReport(returned, { refundedMinor: 6000n });
    return { key, creator, small: await anotherCauseOf(creator, 50), rich: await anotherCauseOf(creator, 300) };
  }
  const become = (key: string, state: string) => db().cause.update({ where: { key }, data: { state } });

  test.each(CAUSE_STATES)(
    'in state %s covers another’s deficit only if it pays out; its deficit always counts',
    async (state) => {
      const { key, creator, small, rich } = causes;
      await become(rich, state);
      const { paysOut } = STATE_RULES[state];
      expect(await withdrawableAt(small)).toMatchObject({
        creatorReleasedMinor: paysOut ? 29_000n : -1000n,
        availableMinor: paysOut ? 5000n : 0n,
        keptForOthersMinor: paysOut ? 0n : 5000n,
      });
      const all = await db().cause.findMany({ where: { ownerId: creator.id } });
      const { byCause, byCurrency } = await withdrawableOfCreator(db(), all, NOW);
      for (const one of [key, small, rich]) expect(byCause.get(one)).toEqual(await withdrawableAt(one));
      expect(byCurrency.get('USD')).toMatchObject({
        releasedMinor: 29_000n,
        availableMinor: paysOut ? 29_000n : -1000n,
      });

      // The deficit of a cause that pays out nothing is missing all the same.
      await become(rich, 'published');
      await become(key, state);
      expect(await withdrawableAt(small)).toMatchObject({
        creatorReleasedMinor: 29_000n,
        availableMinor: 5000n,
      });
      await become(rich, 'fraud');
      expect(await withdrawableAt(small)).toMatchObject({ creatorReleasedMinor: -1000n, availableMinor: 0n });
      for (const one of [key, rich]) await become(one, 'published');
    },
  );
});
