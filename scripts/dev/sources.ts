import type { Sources } from './follow.ts';

/** The web server in development. */
export const WEB_SERVER = 'scripts/dev/web.ts';

/** What the front door is made of, the API with it: taken up by the running server. All other pages are Next's to take up. */
export const FRONT_DOOR = ['app/v1', 'app/healthz', 'lib', 'server.ts'] as const;

/** What each process is made of, by its script. */
export const SOURCES: Readonly<Record<string, Sources>> = {
  'emulators/main.ts': { restart: ['emulators'] },
  'scripts/worker.ts': { restart: ['lib', 'scripts/worker.ts'] },
  [WEB_SERVER]: { restart: ['next.config.mjs', 'scripts/dev'], reload: FRONT_DOOR },
};

/** What only a new start of the whole takes up. */
export const NEEDS_NEW_START = ['prisma', 'package-lock.json'] as const;
