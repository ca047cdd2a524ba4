import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test as kit, OUTCOME_NAMES, OUTCOMES } from '#sdk/src/testing/test.ts';
import { startInstance } from '#testing/instance.ts';
import { START_LIMIT_MS } from './support/test.ts';

/** The partners' test kit, with a service of ours. */
const test = kit.extend({
  service: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the needed fixtures from this pattern.
    async ({}, use) => {
      const dataDir = mkdtempSync(join(tmpdir(), 'outcomes-'));
      const instance = await startInstance({ dataDir });
      await use(instance);
      await instance.stop();
      rmSync(dataDir, { recursive: true, force: true });
    },
    { scope: 'worker', timeout: START_LIMIT_MS },
  ],
});

test.describe('every outcome of the test kit is reached, and says what its table says', () => {
  for (const outcome of OUTCOME_NAMES)
    test(`${outcome}: ${OUTCOMES[outcome].title}`, async ({ reach }) => {
      await reach(outcome);
    });
});
