import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { KINDS } from './kinds.ts';
import { MUTANTS, type Mutant, mutate } from './mutants.ts';
import { count, type Section } from './section.ts';
import { TEST_FAULTS } from './test-faults.ts';

const ROOT = resolve(import.meta.dirname, '../..');
/** How many walks a mutant has to survive: those of `npm test`. */
const WALKS = 32;
/** And how many rounds of the random game. */
const ROUNDS = 96;
const SEED = 20_261_123;
/** Mutants that are tried at the same time, each in a copy of the tree: as many as there are cores. */
const COPIES = 2;
/** How long a check may take, in milliseconds: one that is cut off says nothing. */
const TIMEOUT_MS = 9 * 60 * 1000;

type Check = { name: string; args: readonly string[]; env: Record<string, string> };
const VITEST = ['node_modules/vitest/vitest.mjs', 'run'];

/** The checks of what decides and records, the cheapest first: each a command in the copy, which must pass without a mutant. */
const CHECKS: readonly Check[] = [
  { name: 'model', args: ['testing/proof/explore-short.ts'], env: {} },
  {
    name: 'walks',
    args: [...VITEST, 'testing/proof/walks.test.ts'],
    env: { PROVE_WALKS: String(WALKS), PROVE_SEED: String(SEED), PROVE_SHRINK: 'no' },
  },
  {
    name: 'game',
    args: [...VITEST, 'testing/proof/game.test.ts'],
    env: { PROVE_ROUNDS: String(ROUNDS), PROVE_SEED: String(SEED), PROVE_SHRINK: 'no' },
  },
];

/** The checks of a mutant: those of all and at last the tests of its folder, or the one test file that notices it. */
function checksOf({ noticed, file }: Mutant): readonly Check[] {
  if (noticed) return [{ name: noticed.test, args: [...VITEST, noticed.test], env: noticed.env }];
  const folder = dirname(file);
  return [...CHECKS, { name: `tests of ${folder}`, args: [...VITEST, `${folder}/`, '--bail', '1'], env: {} }];
}

/** Tries all mutants, and says which check noticed each. */
export const proveMutants: Section = async ({ only }) => {
  const started = performance.now();
  const mutants = [...MUTANTS, ...TEST_FAULTS].filter(({ breaks, noticed }) =>
    only in KINDS ? noticed?.kind === only : breaks.includes(only),
  );
  const checks = new Map(mutants.flatMap(checksOf).map((check) => [JSON.stringify(check), check]));
  const copies = Array.from({ length: COPIES }, copyTree);
  const caught = new Map<Mutant, string>();
  const failures: string[] = [];
  try {
    await shareOut([...checks.values()], copies, async ({ name, args, env }, copy) => {
      if ((await run(copy, args, env)) !== 'passed') failures.push(`without a mutant, ${name} does not pass`);
    });
    await shareOut(failures.length > 0 ? [] : mutants, copies, async (mutant, copy) => {
      const { killer, escaped } = await tryMutant(copy, mutant);
      if (killer) caught.set(mutant, killer);
      else failures.push(escaped);
      console.error(`${killer ?? 'ESCAPED'}: ${mutant.breaks}`);
    });
  } finally {
    for (const copy of copies) rmSync(copy, { recursive: true, force: true });
  }
  const isOfAll = (killer: string) => CHECKS.some(({ name }) => name === killer);
  const by = (name: string) => [...caught.values()].filter((killer) => killer === name).length;
  return {
    title: 'Mutants',
    figures: [
      ['mutants', count(mutants.length)],
      ['caught', count(caught.size)],
      ...CHECKS.map(({ name }) => [`by the ${name}`, count(by(name))] as const),
      ['by a test beside the code', count([...caught.values()].filter((killer) => !isOfAll(killer)).length)],
      ['seconds', count(Math.round((performance.now() - started) / 1000))],
    ],
    columns: ['fault', 'kind', 'file', 'caught by'],
    rows: mutants.map((mutant) => [
      mutant.breaks,
      mutant.noticed?.kind ?? '',
      mutant.file,
      caught.get(mutant) ?? 'nothing',
    ]),
    failures,
  };
};

/** Each task once, in order: every copy takes the next one as soon as it is free. */
async function shareOut<T>(
  tasks: readonly T[],
  copies: readonly string[],
  perform: (task: T, copy: string) => Promise<void>,
): Promise<void> {
  const left = tasks.values();
  const takeAll = async (copy: string) => {
    for (const task of left) await perform(task, copy);
  };
  await Promise.all(copies.map(takeAll));
}

/** Applies one mutant to a copy, runs its checks until one fails, and puts the file back. */
async function tryMutant(copy: string, mutant: Mutant): Promise<{ killer: string | undefined; escaped: string }> {
  const file = join(copy, mutant.file);
  const source = readFileSync(file, 'utf8');
  const mutated = mutate(source, mutant);
  if (mutated === undefined)
    return { killer: undefined, escaped: `“${mutant.breaks}”: its text does not occur exactly once in ${mutant.file}` };
  writeFileSync(file, mutated);
  const { killer, cutOff } = await firstFailing(copy, checksOf(mutant));
  writeFileSync(file, source);
  return { killer, escaped: `“${mutant.breaks}” is not caught (${mutant.file})${cutOff && `: ${cutOff}`}` };
}

/** The first check that fails, twice: once may be by chance. `cutOff` names the checks that took too long. */
async function firstFailing(copy: string, checks: readonly Check[]): Promise<{ killer?: string; cutOff: string }> {
  const cutOff: string[] = [];
  for (const { name, args, env } of checks) {
    const results = [await run(copy, args, env)];
    if (results[0] === 'failed') results.push(await run(copy, args, env));
    if (results[1] === 'failed') return { killer: name, cutOff: '' };
    if (results.includes('cut off')) cutOff.push(`the ${name} was cut off`);
  }
  return { cutOff: cutOff.join(', ') };
}

async function run(
  cwd: string,
  args: readonly string[],
  env: Record<string, string>,
): Promise<'passed' | 'failed' | 'cut off'> {
  const check = spawn(process.execPath, args, {
    cwd,
    env: { ...process.env, ...env },
    stdio: 'ignore',
    timeout: TIMEOUT_MS,
  });
  const [code] = await once(check, 'close');
  if (code === null) return 'cut off';
  return code === 0 ? 'passed' : 'failed';
}

/** Everything that is in the repository, with the generated client, in a folder of its own; packages are shared. */
function copyTree(): string {
  const copy = mkdtempSync(join(tmpdir(), 'prove-mutants-'));
  const list = ['ls-files', '-z', '--cached', '--others', '--exclude-standard'];
  const files = execFileSync('git', list, { cwd: ROOT, encoding: 'utf8', maxBuffer: 2 ** 26 });
  for (const file of files.split('\0')) {
    if (file === '' || file.startsWith('e2e/')) continue;
    mkdirSync(dirname(join(copy, file)), { recursive: true });
    cpSync(join(ROOT, file), join(copy, file), { errorOnExist: false });
  }
  cpSync(join(ROOT, 'prisma/generated'), join(copy, 'prisma/generated'), { recursive: true });
  symlinkSync(join(ROOT, 'node_modules'), join(copy, 'node_modules'));
  return copy;
}
