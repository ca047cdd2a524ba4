import { styleText } from 'node:util';
import { unitTests } from '#testing/unit-tests.ts';
import { affectedBy, changedFiles, guardsOf } from './test/changed.ts';
import { CHECKS, type Check, type Part } from './test/checks.ts';
import { committedTree, passedAt, recordPassed } from './test/passed-trees.ts';
import { counts, namedFailures, type Report, total, wholeReport } from './test/report.ts';
import { interruption, stopOnSignal } from './test/tool.ts';

type Chosen = readonly (readonly [Check, Part])[];

const FLAGS = /^--(all|changed|shard=\d+\/\d+)$/;

/**
 * Without arguments the gate: what every change must pass. `--all`: everything, of which `--shard=2/4` is a part. `--changed`:
 * what differs from `main` can affect. Else the named tests and journeys (`npm test -- lib/money e2e/declined sdk/example`),
 * with the types of the whole project.
 * @throws Error for a flag that there is not
 */
function chosen(args: string[]): Chosen {
  const unknown = args.find((arg) => arg.startsWith('-') && !FLAGS.test(arg));
  if (unknown) throw new Error(`npm test takes paths, --all, --shard=N/M or --changed, not ${unknown}.`);
  const shard = args.find((arg) => arg.startsWith('--shard='))?.slice('--shard='.length);
  if (args.includes('--all')) return everything(shard);
  if (shard) throw new Error('--shard is a part of npm run test:all.');
  if (args.includes('--changed')) return affected();
  return args.length > 0 ? named(args) : gate();
}

function gate(): Chosen {
  const guards = guardsOf(changedFiles());
  return [
    ['types', {}],
    ['lint', {}],
    ['tests', { gate: true, except: guards }],
    ...(guards.length > 0 ? ([['tests', { paths: guards, withoutOrders: true }]] as const) : []),
    ['build', {}],
    ['journeys', { gate: true }],
    ['partner', {}],
  ];
}

/** Journeys that differ from `main` run three times more. */
function everything(shard: string | undefined): Chosen {
  const journeys = changedFiles().filter((path) => /^e2e\/.*\.spec\.ts$/.test(path));
  const again = journeys.length > 0 ? ([['journeys', { paths: journeys, thrice: true }]] as const) : [];
  const parts: Chosen = [
    ['tests', { randomSeeds: true, shard }],
    ['build', {}],
    ['journeys', { shard }],
  ];
  // What cannot be divided is part of the first shard.
  if (shard && !shard.startsWith('1/')) return parts;
  return [['types', {}], ['lint', {}], ...parts, ...again, ['partner', {}]];
}

function named(args: string[]): Chosen {
  const journeys = args.filter((arg) => /^e2e\b/.test(arg));
  const partner = args.includes('sdk/example');
  const tests = args.filter((arg) => !journeys.includes(arg) && arg !== 'sdk/example');
  return [
    ['types', {}],
    ...(tests.length > 0 ? ([['tests', { paths: tests }]] as const) : []),
    ...(journeys.length > 0 ? ([['journeys', { paths: journeys }]] as const) : []),
    ...(partner ? ([['partner', {}]] as const) : []),
  ];
}

/** Types, lint and the unit tests take seconds: they always run. */
function affected(): Chosen {
  const { integrationTests, journeys, example } = affectedBy(changedFiles());
  return [
    ['types', {}],
    ['lint', {}],
    ['tests', { paths: [...new Set([...unitTests(), ...integrationTests])] }],
    ...(journeys.length > 0 ? ([['journeys', { paths: journeys }]] as const) : []),
    ...(example ? ([['partner', {}]] as const) : []),
  ];
}

/** Runs the checks one after the other; one that fails does not keep the others from saying what they know. */
async function run(checks: Chosen): Promise<Report> {
  const reports: Report[] = [];
  const summary: string[] = [];
  for (const [name, part] of checks) {
    console.log(`\n${styleText('bold', name)}`);
    const began = performance.now();
    const report = await CHECKS[name](part).catch((error: Error) => {
      console.error(error.message);
      return wholeReport(name, 1);
    });
    interruption.throwIfAborted();
    reports.push(report);
    const seconds = Math.round((performance.now() - began) / 1000);
    summary.push(`${name.padEnd(10)}${counts(report)} (${seconds} s)`);
  }
  const report = total(reports);
  console.log(`\n${[...summary, '', ...namedFailures(report)].map((line) => `  ${line}`).join('\n')}\n`);
  return report;
}

const args = process.argv.slice(2);
const suite = args.length === 0 ? 'gate' : args.join(' ') === '--all' ? 'all' : undefined;

stopOnSignal();
try {
  const tree = committedTree();
  const before = tree && suite && passedAt(tree, suite);
  if (before) console.log(`These sources have passed already, on ${before}.`);
  const { passed, failures } = await run(chosen(args));
  const isUnchanged = tree !== undefined && tree === committedTree();
  if (failures.length === 0 && suite && isUnchanged) recordPassed(tree, suite, new Date());
  console.log(`${passed} passed, ${failures.length} failed`);
  process.exitCode = failures.length === 0 ? 0 : 1;
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}
