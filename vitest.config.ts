import { defineConfig } from 'vitest/config';
import { unitTests } from './testing/unit-tests.ts';

const TESTS = '{app,components,emulators,lib,prisma,scripts,sdk,testing}/**/*.test.{ts,tsx}';
const UNIT = unitTests();

/** Columns with bank accounts and secrets are encrypted in every test, as they are with a live key. */
const env = { DATA_ENCRYPTION_KEY: 'test:q2Zr0cXb5m1Jt8oVn4Lx7Ky3Hd6Gs9PfUwAeRiTjBkM=' };

/** Two cores, and generous timeouts for a busy machine. */
const limits = { maxWorkers: 2, testTimeout: 60_000, hookTimeout: 120_000 };

export default defineConfig({
  test: {
    projects: [
      {
        // Without a database, a process or a server: one module graph serves all files of a worker.
        test: { name: 'unit', include: UNIT, env, ...limits, pool: 'threads', isolate: false },
      },
      {
        test: {
          name: 'integration',
          include: [TESTS],
          exclude: UNIT,
          env,
          ...limits,
          // Each file is a process: it holds one environment, one service and one database.
          pool: 'forks',
          globalSetup: ['testing/database-server.ts'],
          sequence: { groupOrder: 1 },
        },
      },
    ],
  },
});
