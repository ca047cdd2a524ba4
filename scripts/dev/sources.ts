import type { Sources } from './restart-on-change.ts';

/** The web server in development. */
export const WEB_SERVER = 'scripts/dev/web.ts';

/** Sources of the front door and the API, which the running server reloads. Next reloads the pages. */
export const FRONT_DOOR = ['app/v1', 'app/healthz', 'lib', 'server.ts'] as const;

/** The sources of each process, by its script. */
export const SOURCES: Readonly<Record<string, Sources>> = {
  'emulators/main.ts': { restart: ['emulators'] },
  'scripts/worker.ts': { restart: ['lib', 'scripts/worker.ts'] },
  [WEB_SERVER]: { restart: ['next.config.mjs', 'scripts/dev'], reload: FRONT_DOOR },
};

/** Changes of these need a new start of the command. */
export const NEEDS_NEW_START = ['prisma', 'package-lock.json'] as const;
