import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { rehearseUpgrade } from './rehearse/upgrade.ts';

const USAGE = `npm run rehearse -- upgrade --from CHECKOUT [--seconds 10]
Upgrades from a checkout of an earlier release under load, behind HAProxy (docs/deployment.md).`;

/** Rehearses what an operator does. Exits 1 if anything failed. */
async function rehearse(args: string[]): Promise<void> {
  const { values, positionals } = parseArgs({
    args,
    allowPositionals: true,
    options: { from: { type: 'string' }, seconds: { type: 'string', default: '10' } },
  });
  const seconds = Number(values.seconds);
  if (positionals.join() !== 'upgrade' || !values.from || !(seconds > 0)) {
    console.error(USAGE);
    process.exitCode = 1;
    return;
  }
  if (!(await rehearseUpgrade(resolve(values.from), seconds * 1000))) process.exitCode = 1;
}

await rehearse(process.argv.slice(2)).catch((error: Error) => {
  console.error(error.message);
  process.exitCode = 1;
});
