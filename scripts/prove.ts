import { parseArgs } from 'node:util';
import { proveChaos } from '#testing/proof/prove-chaos.ts';
import { proveGame } from '#testing/proof/prove-game.ts';
import { proveModel } from '#testing/proof/prove-model.ts';
import { proveMutants } from '#testing/proof/prove-mutants.ts';
import { proveWalks } from '#testing/proof/prove-walks.ts';
import { provedCommit, publish } from '#testing/proof/publish.ts';
import type { Section, SectionReport } from '#testing/proof/section.ts';

/** The sections by name, in the order they run: the cheapest first. */
const SECTIONS: Record<string, Section> = {
  model: proveModel,
  walks: proveWalks,
  game: proveGame,
  chaos: proveChaos,
  mutants: proveMutants,
};

const USAGE = `npm run prove -- [${Object.keys(SECTIONS).join('|')}]… [--walks 5000] [--rounds 500] [--minutes 5] [--calm 12] [--failover] [--seed N] [--only NAME] [--write|--add]
Without a section all of them. --calm: at most so many seconds between two strikes of chaos: longer pauses make more donations a minute. --failover: chaos with two databases, of which one follows the other. --only: mutants of this kind (docs/testing.md), or with this in their name. --write: puts the figures into docs/exactly-once.md; --add: adds them to those that are there.`;

/** Runs the sections that were asked for and prints what they found. Exits 1 if anything was wrong. */
async function prove(args: string[]): Promise<void> {
  const { values, positionals } = parseArgs({
    args,
    allowPositionals: true,
    options: {
      walks: { type: 'string', default: '5000' },
      rounds: { type: 'string', default: '500' },
      minutes: { type: 'string', default: '5' },
      calm: { type: 'string', default: '12' },
      seed: { type: 'string', default: String(1 + Math.floor(Math.random() * 1e9)) },
      failover: { type: 'boolean', default: false },
      only: { type: 'string', default: '' },
      write: { type: 'boolean', default: false },
      add: { type: 'boolean', default: false },
    },
  });
  const [walks, rounds, seed] = [values.walks, values.rounds, values.seed].map(Number) as [number, number, number];
  const [minutes, calm] = [values.minutes, values.calm].map(Number) as [number, number];
  const names = positionals.length > 0 ? positionals : Object.keys(SECTIONS);
  const sections = names.flatMap((name) => SECTIONS[name] ?? []);
  const areCounts = [walks, rounds].every((one) => Number.isInteger(one) && one > 0);
  const areNumbers = areCounts && Number.isInteger(seed) && minutes > 0 && calm > 0;
  if (sections.length < names.length || !areNumbers) {
    console.error(USAGE);
    process.exitCode = 1;
    return;
  }
  const commit = values.write || values.add ? provedCommit() : undefined;
  for (const section of sections) {
    const { failover: isFollowed, only } = values;
    const report = await section({ walks, rounds, seed, minutes, calm, isFollowed, only });
    print(report);
    if (commit !== undefined) publish(report, commit, values.add);
    if (report.failures.length > 0) process.exitCode = 1;
  }
}

function print({ title, figures, columns, rows, failures }: SectionReport): void {
  console.log(`\n${title}`);
  for (const [what, value] of figures) console.log(`  ${what}: ${value}`);
  const table = rows.length > 0 ? [columns, ...rows] : [];
  for (const row of table) console.log(`  | ${row.join(' | ')} |`);
  for (const failure of failures) console.log(`\n  WRONG: ${failure}`);
}

await prove(process.argv.slice(2));
