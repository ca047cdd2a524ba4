import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: ['{lib,app,components,emulators,scripts,prisma}/**/*.test.{ts,tsx}'],
    globalSetup: ['prisma/test-database-server.ts'],
    // Real processes and a real database on two cores: one worker a core, and patience on a busy machine.
    pool: 'forks',
    maxWorkers: 2,
    testTimeout: 60_000,
    hookTimeout: 120_000,
  },
});
