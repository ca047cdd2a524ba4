import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: ['{lib,app,components,emulators,scripts,prisma}/**/*.test.{ts,tsx}'],
    globalSetup: ['prisma/test-database-server.ts'],
    // Real processes and a real database on two cores: one worker a core, and time for a slow start.
    pool: 'forks',
    maxWorkers: 2,
    testTimeout: 20_000,
    hookTimeout: 60_000,
  },
});
