import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from '@playwright/test';
import { findAttackSurface } from '#scripts/fuzz/attack-surface.ts';
import { startInstance } from '#testing/instance.ts';
import { fuzz } from '../scripts/fuzz/run.ts';
import { errorsIn, SETTINGS } from '../scripts/fuzz/service.ts';

/** The same requests in every run, so that a failure can be repeated; `npm run fuzz` sends more, and others. */
const SEED = 20_261_122;
const REQUESTS = 3000;

test('hostile requests get a documented answer, never a server error or a redirect to another site', async () => {
  test.setTimeout(1_800_000);
  const dataDir = mkdtempSync(join(tmpdir(), 'fuzz-'));
  const instance = await startInstance({ dataDir, settings: SETTINGS });
  try {
    const surface = await findAttackSurface(instance);
    const { sent, statuses, findings } = await fuzz(surface, { seed: SEED, requests: REQUESTS });
    expect(findings).toEqual([]);
    expect(errorsIn(instance.output())).toEqual([]);
    expect(sent).toBeGreaterThanOrEqual(REQUESTS);
    // Requests get past the first check, so that mutated parts behind it are read.
    for (const status of [200, 201, 303, 400, 404, 422]) expect(statuses.get(status), `${status}`).toBeGreaterThan(0);
  } finally {
    await instance.stop();
    rmSync(dataDir, { recursive: true, force: true });
  }
});
