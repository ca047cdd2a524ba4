import { resolve } from 'node:path';
import { restartOnChange } from './dev/restart-on-change.ts';
import { NEEDS_NEW_START, SOURCES, WEB_SERVER } from './dev/sources.ts';
import { watchPaths } from './dev/watch.ts';
import { publishSdk } from './pack-sdk.ts';
import { claimFolder } from './start/claims.ts';
import { runService } from './start/run-service.ts';

const ROOT = resolve(import.meta.dirname, '..');

await runService({
  // A database, emulators and a demonstration of its own; an explicit DATA_DIR still counts. Next serves in one process.
  // Live keys are refused in development, before anything starts.
  settings: () => ({
    DATA_DIR: process.env.DATA_DIR || '.data-dev',
    PROCESSES: '1',
    NODE_ENV: 'development',
  }),
  prepare: async () => {
    const refusal =
      'Another `npm run dev` serves this checkout: stop it first, or work in a second checkout.';
    claimFolder(resolve(ROOT, '.next/development'), refusal);
    watchPaths(ROOT, NEEDS_NEW_START, ([changed]) => {
      console.error(`${changed} changed: stop this command and start it again to take it up.`);
    });
    await publishSdk(resolve(ROOT, '.next/sdk'));
    return { NODE_ENV: 'development', NEXT_DIST_DIR: '.next', NEXT_TELEMETRY_DISABLED: '1' };
  },
  server: WEB_SERVER,
  supervise: (plan) => restartOnChange(plan, SOURCES[plan.file] ?? { restart: [] }),
});
