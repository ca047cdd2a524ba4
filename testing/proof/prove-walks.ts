import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { count, type Section } from './section.ts';

const ROOT = resolve(import.meta.dirname, '../..');

/** What `walks.test.ts` reports. */
export type WalksReport = { walks: number; steps: number; taken: Record<string, number> };

/** Replays walks of the model through the product: `walks.test.ts`, longer. */
export const proveWalks: Section = async ({ seed, walks }) => {
  const started = performance.now();
  const folder = mkdtempSync(join(tmpdir(), 'prove-walks-'));
  const report = join(folder, 'walks.json');
  const args = ['node_modules/vitest/vitest.mjs', 'run', 'testing/proof/walks.test.ts'];
  const env = { ...process.env, PROVE_WALKS: String(walks), PROVE_SEED: String(seed), PROVE_REPORT: report };
  const run = spawn(process.execPath, args, { cwd: ROOT, env, stdio: ['ignore', 'pipe', 'inherit'] });
  let output = '';
  run.stdout.on('data', (text) => {
    output += text;
  });
  try {
    const [code] = await once(run, 'close');
    const failures = code === 0 ? [] : [`walks from seed ${seed}:\n${output}`];
    const done: WalksReport =
      code === 0 ? JSON.parse(readFileSync(report, 'utf8')) : { walks: 0, steps: 0, taken: {} };
    return {
      title: 'Walks',
      figures: [
        ['walks', count(done.walks)],
        ['steps, everything compared after each', count(done.steps)],
        ['differences', count(failures.length)],
        ['seed', String(seed)],
        ['seconds', count(Math.round((performance.now() - started) / 1000))],
      ],
      columns: ['step', 'times'],
      rows: Object.entries(done.taken)
        .toSorted(([, a], [, b]) => b - a)
        .map(([step, times]) => [step, count(times)]),
      failures,
    };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
};
