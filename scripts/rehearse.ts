import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { rehearseAlerts } from './rehearse/alerts.ts';
import { rehearseUpgrade } from './rehearse/upgrade.ts';

const USAGE = `npm run rehearse -- upgrade --from CHECKOUT [--seconds 10]
Upgrades from a checkout of an earlier release under load, behind HAProxy (docs/deployment.md).
npm run rehearse -- alerts [--only NAME]
An hour of normal load, then one fault after the other: which alerts Prometheus fires (docs/operations.md).`;

/** Rehearses what an operator does, or is called to. Exits 1 if anything was wrong. */
async function rehearse(args: string[]): Promise<void> {
  const { values, positionals } = parseArgs({
    args,
    allowPositionals: true,
    options: {
      from: { type: 'string' },
      seconds: { type: 'string', default: '10' },
      only: { type: 'string', default: '' },
    },
  });
  const [seconds, what] = [Number(values.seconds), positionals.join()];
  let isGood = false;
  if (what === 'upgrade' && values.from && seconds > 0)
    isGood = await rehearseUpgrade(resolve(values.from), seconds * 1000);
  else if (what === 'alerts') isGood = await rehearseAlerts(values.only);
  else console.error(USAGE);
  if (!isGood) process.exitCode = 1;
}

await rehearse(process.argv.slice(2)).catch((error: Error) => {
  console.error(error.message);
  process.exitCode = 1;
});
