import { defineConfig } from 'vitest/config';
import { unitTests } from '../unit-tests.ts';

/** The unit tests of `lib`, in one project: the mutation runner starts them in a copy of the tree, without a database. */
export default defineConfig({
  test: {
    include: unitTests().filter((path) => path.startsWith('lib/')),
    env: { DATA_ENCRYPTION_KEY: 'test:q2Zr0cXb5m1Jt8oVn4Lx7Ky3Hd6Gs9PfUwAeRiTjBkM=', GATE_RUN: '1' },
    tags: [{ name: 'full' as const, description: 'Runs in npm run test:all only.' }],
    setupFiles: ['testing/setup.ts'],
    pool: 'threads',
    isolate: false,
    testTimeout: 120_000,
  },
});
