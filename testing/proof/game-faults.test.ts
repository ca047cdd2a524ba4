import { expect, test } from 'vitest';
import { asOwner } from '#testing/as-owner.ts';
import { playGame } from './game/play.ts';
import { shorten } from './game/shorten.ts';
import type { World } from './game/world.ts';

/** A game in which nothing is wrong but what is planted. */
const SEED = 20_261_126;

/** A posting that is lost, as by a fault in what posts, behind the back of what forbids it. */
const LOSE_A_POSTING = `
  ALTER TABLE ledger_entries DISABLE TRIGGER USER; ALTER TABLE ledger_transactions DISABLE TRIGGER USER;
  DELETE FROM ledger_entries WHERE transaction_id IN (SELECT id FROM ledger_transactions WHERE kind = 'donation');
  DELETE FROM ledger_transactions WHERE kind = 'donation';`;

// What the game compares guards no product: it is tried when the game has changed.
test('a posting that is lost between two moves is named, with the round and what had happened', {
  tags: ['full'],
}, async () => {
  const planted = { seed: SEED, rounds: 1, shortens: false, beforeComparing: () => asOwner(LOSE_A_POSTING) };
  const { failure = '' } = await playGame(planted);
  expect(failure).toMatch(`round 1 of npm run prove -- game --rounds 1 --seed ${SEED}`);
  expect(failure).toMatch(/donation 1 \(card, 80 USD\) is paid\n.*round 1 is over\n/s);
  expect(failure).toMatch(/expected .*0n/);
});

test('a refund that nobody asked for is named', { tags: ['full'] }, async () => {
  const refund = async ({ service, donations }: World) => {
    const { payments } = await service.control('stripe/about', { reference: donations[0]?.linkId });
    await service.stripe().refunds.create({ payment_intent: payments[0].id, amount: 100 });
  };
  const { failure } = await playGame({ seed: SEED, rounds: 1, shortens: false, beforeComparing: refund });
  expect(failure).toMatch(/our refunds that are re_\w+ of donation 1 \(card, 80 USD\)/);
});

test('a failing game is shortened to the moves without which it does not fail', async () => {
  const game = [['a', 'b'], ['c'], ['d', 'e', 'f'], ['g']];
  let played = 0;
  /** Fails in the round of `e`, if `b` came before. */
  const play = async (moves: string[][]) => {
    played += 1;
    const round = moves.findIndex((one) => one.includes('e')) + 1;
    return round > 0 && moves.flat().includes('b') ? { round, moves } : undefined;
  };
  const { round, moves } = await shorten(game, { round: 3, moves: game }, play);
  expect([round, moves]).toEqual([3, [['b'], [], ['e']]]);
  expect(played).toBeLessThan(10);
});
