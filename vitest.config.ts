import { defineConfig } from 'vitest/config';
import { sourceFiles } from './testing/imports.ts';
import { filesLeftOut, WITHOUT_FULL } from './testing/tags.ts';
import { testsWithOrders } from './testing/tests-with-orders.ts';
import { unitTests } from './testing/unit-tests.ts';

const TESTS = '{app,components,emulators,lib,prisma,scripts,sdk,testing}/**/*.test.{ts,tsx}';
const FILES = sourceFiles();
const UNIT = unitTests(FILES);
const IS_GATE = process.argv.includes(WITHOUT_FULL);

/** Columns with bank accounts and secrets are encrypted in every test, as they are with a live key. */
const env = {
  DATA_ENCRYPTION_KEY: 'test:q2Zr0cXb5m1Jt8oVn4Lx7Ky3Hd6Gs9PfUwAeRiTjBkM=',
  GATE_RUN: IS_GATE ? '1' : '0',
};

/**
 * Three workers for two cores, because tests also wait for the processes that they start. The limits end what hangs, also on a
 * busy machine, and say nothing about speed.
 */
const limits = {
  maxWorkers: 3,
  testTimeout: 120_000,
  hookTimeout: 180_000,
  expect: { poll: { timeout: 30_000 } },
};

/** Tests with this tag run in `npm run test:all` only. */
const tags = [{ name: 'full' as const, description: 'Runs in npm run test:all only.' }];

const left = filesLeftOut(IS_GATE, FILES);

const common = { env, tags, ...limits, setupFiles: ['testing/setup.ts'] };

/** A worker runs one file after the other, each with an environment, a service and a database of its own. */
const ownProcess = {
  ...common,
  pool: 'forks' as const,
  isolate: false,
  setupFiles: ['testing/setup.ts', 'testing/fresh-process.ts'],
  globalSetup: ['testing/database-server.ts'],
};

/** Tests of bank transfers and wallets once more, with attempts that are orders. */
const withOrders = {
  test: {
    name: 'orders',
    include: testsWithOrders(FILES),
    ...ownProcess,
    env: { ...env, MERCADO_PAGO_CO_API: 'orders', MERCADO_PAGO_MX_API: 'orders' },
    sequence: { groupOrder: 2 },
  },
};

export default defineConfig({
  test: {
    projects: [
      {
        // Without a database, a process or a server: one module graph serves all files of a worker.
        // They never wait, so one for each of two cores.
        test: { name: 'unit', include: UNIT, exclude: left, ...common, maxWorkers: 2, pool: 'threads', isolate: false },
      },
      {
        test: {
          name: 'integration',
          include: [TESTS],
          exclude: [...UNIT, ...left],
          ...ownProcess,
          sequence: { groupOrder: 1 },
        },
      },
      // In `npm run test:all` only.
      ...(IS_GATE ? [] : [withOrders]),
    ],
  },
});
