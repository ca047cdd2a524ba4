import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: ['{lib,app,components,emulators,scripts,prisma}/**/*.test.{ts,tsx}'],
    // What is kept of bank accounts and secrets is encrypted in every test, as it is with a live key.
    env: { DATA_ENCRYPTION_KEY: 'test:q2Zr0cXb5m1Jt8oVn4Lx7Ky3Hd6Gs9PfUwAeRiTjBkM=' },
    globalSetup: ['prisma/test-database-server.ts'],
    // Real processes and a real database on two cores: one worker a core, and patience on a busy machine.
    pool: 'forks',
    maxWorkers: 2,
    testTimeout: 60_000,
    hookTimeout: 120_000,
  },
});
