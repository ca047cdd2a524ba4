import { randomInt } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { runs } from '#testing/runs.ts';
import { playGame } from './game/play.ts';
import type { GameReport } from './prove-game.ts';

/**
 * How many rounds, and the seed of the first game; each further game has the next seed. The test suite plays the same games in
 * every run, unless it is told `RANDOM_SEEDS=1`; many are for `npm run prove -- game`. Both say their seed.
 */
const ROUNDS = Number(process.env.PROVE_ROUNDS ?? runs(2, 32));
const SEED = Number(process.env.PROVE_SEED ?? (process.env.RANDOM_SEEDS === '1' ? randomInt(2 ** 31) : 20_261_126));
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
