import { byFrequency } from './prove-walks.ts';
import { runReported } from './run-reported.ts';
import { count, type Section } from './section.ts';

/** What `game.test.ts` reports. */
export type GameReport = { games: number; rounds: number; made: Record<string, number>; failures: string[] };

/** Plays random games against the product: `game.test.ts`, longer. */
export const proveGame: Section = async ({ seed, rounds }) => {
  const settings = { PROVE_ROUNDS: String(rounds), PROVE_SEED: String(seed) };
  const run = await runReported<GameReport>('testing/proof/game.test.ts', settings);
  const done = run.report ?? { games: 0, rounds: 0, made: {}, failures: [] };
  // A failure of the game itself has no report.
  const isUnexplained = !run.passed && done.failures.length === 0;
  const failures = isUnexplained ? [`games from seed ${seed}:\n${run.output}`] : done.failures;
  return {
    title: 'Game',
    figures: [
      ['games, each of a service of its own', count(done.games)],
      ['rounds, everything compared after each', count(done.rounds)],
      ['moves', count(Object.values(done.made).reduce((sum, times) => sum + times, 0))],
      ['games with a difference', count(failures.length)],
      ['seed of the first game', String(seed)],
      ['seconds', count(run.seconds)],
    ],
    columns: ['move', 'times'],
    rows: byFrequency(done.made),
    failures,
  };
};
