import { defineConfig } from '@playwright/test';
import { browserArguments, findOrInstallBrowser } from '../scripts/browser.ts';

// Every worker reads this file again, and inherits what the first reading found.
process.env.CHROMIUM_PATH ||= await findOrInstallBrowser();

/**
 * Journeys of donors, partners and operators through the service as `npm start` runs it. Each worker has its own instance.
 * Nothing is retried or skipped.
 */
export default defineConfig({
  testDir: '.',
  outputDir: '../test-results',
  snapshotPathTemplate: '{testDir}/accessibility-trees/{arg}{ext}',
  updateSnapshots: process.env.ACCEPT_TREES ? 'all' : 'none',
  globalSetup: './support/build.ts',
  // A journey spends half of its time waiting: two for each core keep the machine busy.
  workers: 4,
  retries: 0,
  forbidOnly: true,
  // Generous, for a machine that is busy or slow: only a journey that fails takes so long.
  timeout: 120_000,
  expect: { timeout: 20_000 },
  reporter: 'list',
  use: {
    locale: 'en-US',
    timezoneId: 'America/Bogota',
    actionTimeout: 20_000,
    navigationTimeout: 40_000,
    // No snapshot of the page at each step, which would cost 40 % of the processor time of all steps.
    trace: { mode: 'retain-on-failure', screenshots: false, snapshots: false },
    screenshot: 'only-on-failure',
    launchOptions: { executablePath: process.env.CHROMIUM_PATH, args: browserArguments() },
  },
});
