import { watch } from 'node:fs';
import { resolve } from 'node:path';
import { publishSdk } from './pack-sdk.ts';
import { claimFolder } from './start/claims.ts';
import { runService } from './start/run-service.ts';
import { supervise } from './start/supervise.ts';

const ROOT = resolve(import.meta.dirname, '..');
const WEB_SERVER = 'scripts/dev/web.ts';
/** Node restarts a process when one of the files that it imports has changed; one that fails waits for the next change. */
const RESTART_ON_CHANGE = ['--watch', '--watch-preserve-output'];

/** Says when a file has changed that needs a new start: what surrounds Next, the database, the packages. */
function watchForNewStart(): void {
  const tell = (file: string, isSource: RegExp) => {
    if (isSource.test(file)) console.error(`${file} changed: stop this command and start it again to take it up.`);
  };
  watch(ROOT, (_, name) => tell(name ?? '', /^(server\.ts|next\.config\.mjs|package-lock\.json)$/));
  for (const folder of ['lib/http', 'prisma/models', 'prisma/migrations'])
    watch(resolve(ROOT, folder), { recursive: true }, (_, name) =>
      tell(`${folder}/${name}`, /(?<!\.test)\.ts$|\.prisma$|\.sql$/),
    );
}

await runService({
  // A database, emulators and a demonstration of its own; an explicit DATA_DIR still counts. Next serves in one process.
  // Live keys are refused in development, before anything starts.
  settings: () => ({
    DATA_DIR: process.env.DATA_DIR || '.data-dev',
    PROCESSES: '1',
    NODE_ENV: 'development',
  }),
  prepare: async () => {
    const refusal = 'Another `npm run dev` serves this checkout: stop it first, or work in a second checkout.';
    claimFolder(resolve(ROOT, '.next/development'), refusal);
    watchForNewStart();
    await publishSdk(resolve(ROOT, '.next/sdk'));
    return { NODE_ENV: 'development', NEXT_DIST_DIR: '.next', NEXT_TELEMETRY_DISABLED: '1' };
  },
  server: WEB_SERVER,
  // Next takes up changes of pages and the API by itself.
  supervise: ({ flags = [], ...plan }) =>
    supervise({ ...plan, flags: plan.file === WEB_SERVER ? flags : [...flags, ...RESTART_ON_CHANGE] }),
});
