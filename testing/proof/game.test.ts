import { randomInt } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { asOwner } from '#testing/as-owner.ts';
import { runs } from '#testing/runs.ts';
import { playGame } from './game/play.ts';
import type { World } from './game/world.ts';
import type { GameReport } from './prove-game.ts';

/**
 * How many rounds, and the seed of the first game; each further game has the next seed. The test suite plays the same games in
 * every run, unless it is told `RANDOM_SEEDS=1`; many are for `npm run prove -- game`. Both say their seed.
 */
const ROUNDS = Number(process.env.PROVE_ROUNDS ?? runs(3, 32));
const SEED = Number(
  process.env.PROVE_SEED ?? (process.env.RANDOM_SEEDS === '1' ? randomInt(2 ** 31) : 20_261_126),
);
/** The rounds of one game: its history can still be read. */
const ROUNDS_OF_A_GAME = 8;
/** A mutant is caught by the first game that fails, however long. */
const SHORTENS = process.env.PROVE_SHRINK !== 'no';

test(`random games of ${ROUNDS} rounds from seed ${SEED}: after each, every view, the ledger and the gateways agree`, {
  timeout: 36_000_000,
}, async () => {
  const report: GameReport = { games: 0, rounds: 0, made: {}, failures: [] };
  for (let left = ROUNDS; left > 0; left -= ROUNDS_OF_A_GAME) {
    const rounds = Math.min(left, ROUNDS_OF_A_GAME);
    const { made, failure } = await playGame({ seed: SEED + report.games, rounds, shortens: SHORTENS });
    report.games += 1;
    report.rounds += rounds;
    for (const [move, times] of Object.entries(made)) report.made[move] = (report.made[move] ?? 0) + times;
    if (failure) report.failures.push(failure);
    if (failure && !process.env.PROVE_REPORT) break;
  }
  if (process.env.PROVE_REPORT) writeFileSync(process.env.PROVE_REPORT, JSON.stringify(report));
  expect(report.failures.join('\n\n')).toBe('');
});

/** A posting that is lost, as by a fault in what posts, behind the back of what forbids it. */
const LOSE_A_POSTING = `
  ALTER TABLE ledger_entries DISABLE TRIGGER USER; ALTER TABLE ledger_transactions DISABLE TRIGGER USER;
  DELETE FROM ledger_entries WHERE transaction_id IN (SELECT id FROM ledger_transactions WHERE kind = 'donation');
  DELETE FROM ledger_transactions WHERE kind = 'donation';`;

test('a posting that is lost between two moves is named, with the round and what had happened', async () => {
  const planted = { seed: SEED, rounds: 1, shortens: false, beforeComparing: () => asOwner(LOSE_A_POSTING) };
  const { failure = '' } = await playGame(planted);
  expect(failure).toMatch(`round 1 of npm run prove -- game --rounds 1 --seed ${SEED}`);
  expect(failure).toMatch(/donation 1 \(card, 80 USD\) is paid\n.*round 1 is over\n/s);
  expect(failure).toMatch(/expected .*0n/);
});

test('a refund that nobody asked for is named, after the shortest history', { tags: ['full'] }, async () => {
  const refund = async ({ service, donations }: World) => {
    const { payments } = await service.control('stripe/about', { reference: donations[0]?.linkId });
    await service.stripe().refunds.create({ payment_intent: payments[0].id, amount: 100 });
  };
  const { failure = '' } = await playGame({ seed: SEED, rounds: 2, shortens: true, beforeComparing: refund });
  expect(failure).toMatch(/our refunds that are re_\w+ of donation 1 \(card, 80 USD\)/);
  expect(failure.match(/^ {2}- .*\(events: /gm)).toHaveLength(1);
});
