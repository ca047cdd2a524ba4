import { runReported } from './run-reported.ts';
import { count, type Section } from './section.ts';

/** What `walks.test.ts` reports. */
export type WalksReport = { walks: number; steps: number; taken: Record<string, number> };

/** Replays walks of the model through the product: `walks.test.ts`, longer. */
export const proveWalks: Section = async ({ seed, walks }) => {
  const settings = { PROVE_WALKS: String(walks), PROVE_SEED: String(seed) };
  const run = await runReported<WalksReport>('testing/proof/walks.test.ts', settings);
  const failures = run.passed ? [] : [`walks from seed ${seed}:\n${run.output}`];
  const done = run.report ?? { walks: 0, steps: 0, taken: {} };
  return {
    title: 'Walks',
    figures: [
      ['walks', count(done.walks)],
      ['steps, everything compared after each', count(done.steps)],
      ['differences', count(failures.length)],
      ['seed', String(seed)],
      ['seconds', count(run.seconds)],
    ],
    columns: ['step', 'times'],
    rows: byFrequency(done.taken),
    failures,
  };
};

/** A table of how often each thing happened, most often first. */
export function byFrequency(times: Readonly<Record<string, number>>): string[][] {
  return Object.entries(times)
    .toSorted(([, a], [, b]) => b - a)
    .map(([what, often]) => [what, count(often)]);
}
