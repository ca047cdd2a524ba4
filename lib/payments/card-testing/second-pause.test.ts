import { expect, test } from 'vitest';
import { db, transaction } from '#lib/db.ts';
import { NOW, storedCause } from '#testing/causes.ts';
import { ownDatabase, pendingPayment } from '#testing/ledger.ts';
import { refusalOf } from '#testing/refusals.ts';
import { cardPause, liftPause, pauseAfterDeclines } from './decline-limits.ts';

ownDatabase();

const HOUR_MS = 3_600_000;
const NETWORKS = { own: 'a network', wide: null };
let declines = 0;

/** A link that a network asked for. */
async function asked() {
  const { linkId } = await db().payment.findUniqueOrThrow({
    where: { id: await pendingPayment((await storedCause()).key) },
  });
  await db().cardCaller.create({ data: { linkId, network: NETWORKS.own, askedAt: NOW } });
  return db().checkoutLink.findUniqueOrThrow({ where: { id: linkId } });
}

test('a network is paused as often as its cards are declined too often: for an hour each, counted from zero each time', async () => {
  const link = await asked();
  const { id: linkId, causeKey } = link;
  const endOf = async (now: Date) => (await cardPause(link, NETWORKS, now))?.endsAt;
  const decline = async (count: number, declinedAt: Date) => {
    const row = { gateway: 'stripe', linkId, causeKey, network: NETWORKS.own, declinedAt };
    await db().decline.createMany({
      data: Array.from({ length: count }, () => ({ ...row, code: 'card_declined', reference: `ch_${++declines}` })),
    });
    await pauseAfterDeclines(linkId, declinedAt);
  };
  let now = NOW;
  for (const _time of ['first', 'second', 'third']) {
    await decline(29, now);
    expect(await endOf(now)).toBeUndefined();
    await decline(1, now);
    const end = new Date(now.getTime() + HOUR_MS);
    expect(await endOf(now)).toEqual(end);
    expect(await endOf(new Date(end.getTime() - 1))).toEqual(end);
    expect(await endOf(end)).toBeUndefined();
    now = new Date(end.getTime() + 1);
  }
  // And once more after staff lifted it.
  await decline(30, now);
  const pause = await db().cardPause.findFirstOrThrow();
  const lifted = new Date(now.getTime() + 60_000);
  await transaction((tx) => liftPause(tx, pause.id, pause.startedAt, lifted));
  const soon = new Date(lifted.getTime() + 1);
  await decline(29, soon);
  expect(await endOf(soon)).toBeUndefined();
  await decline(1, soon);
  const end = new Date(soon.getTime() + HOUR_MS);
  expect(await endOf(soon)).toEqual(end);
  // Who meant the earlier one lifts neither this one, nor any once it is over.
  const again = await db().cardPause.findFirstOrThrow();
  expect(again).toMatchObject({ id: pause.id, startedAt: soon });
  const lift = (begun: Date, at: Date) => refusalOf(transaction((tx) => liftPause(tx, pause.id, begun, at)));
  expect(await lift(pause.startedAt, soon)).toBe('wrong_state');
  expect(await lift(soon, end)).toBe('wrong_state');
  expect(await db().cardPause.findFirstOrThrow()).toEqual(again);
  await lift(soon, soon);
  expect(await endOf(soon)).toBeUndefined();
  expect(await lift(soon, soon)).toBe('wrong_state');
});
