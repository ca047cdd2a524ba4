import { defineConfig } from '@playwright/test';
import { browserArguments, findOrInstallBrowser } from '../scripts/browser.ts';

// Every worker reads this file again, and inherits what the first reading found.
process.env.CHROMIUM_PATH ||= await findOrInstallBrowser();

/**
 * Journeys of donors, partners and operators through the service as `npm start` runs it. Each worker has its own instance.
 * The tag `@gate` is on those that every change has to pass: one or two for each promise of the product. A journey that fails
 * is repeated once, alone and after all others, and the run names it. Nothing is skipped.
 */
export default defineConfig({
  testDir: '.',
  outputDir: '../test-results',
  snapshotPathTemplate: '{testDir}/accessibility-trees/{arg}{ext}',
  updateSnapshots: process.env.ACCEPT_TREES ? 'all' : 'none',
  globalSetup: './support/build.ts',
  // A journey spends half of its time waiting: two for each core keep the machine busy.
  workers: 4,
  retries: 1,
  retryStrategy: 'isolated',
  forbidOnly: true,
  // Generous, for a machine that is busy, slow, or stands still for seconds: only a journey that fails takes so long. A shorter
  // limit is within a loop that goes on until one of these.
  timeout: 180_000,
  expect: { timeout: 40_000 },
  reporter: 'list',
  use: {
    locale: 'en-US',
    timezoneId: 'America/Bogota',
    actionTimeout: 40_000,
    navigationTimeout: 60_000,
    // Only a repeat is traced, and without a snapshot of the page at each step, which would cost 40 % of the processor time.
    trace: { mode: 'on-first-retry', screenshots: false, snapshots: false },
    screenshot: 'only-on-failure',
    launchOptions: { executablePath: process.env.CHROMIUM_PATH, args: browserArguments() },
  },
});
