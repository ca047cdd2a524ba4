import { defineConfig } from '@playwright/test';
import { browserArguments, findOrInstallBrowser } from '../scripts/browser.ts';

// Read again in every worker, which inherits what the first reading found.
process.env.CHROMIUM_PATH ||= await findOrInstallBrowser();

/**
 * The journeys of donors, partners and operators through the service as `npm start` runs it, each worker with an
 * instance of its own. A journey that fails has failed: nothing is repeated, nothing is skipped.
 */
export default defineConfig({
  testDir: '.',
  outputDir: '../test-results',
  globalSetup: './support/build.ts',
  workers: 2,
  retries: 0,
  forbidOnly: true,
  timeout: 45_000,
  expect: { timeout: 10_000 },
  reporter: 'list',
  use: {
    locale: 'en-US',
    timezoneId: 'America/Bogota',
    actionTimeout: 10_000,
    navigationTimeout: 20_000,
    trace: { mode: 'retain-on-failure', screenshots: false },
    launchOptions: { executablePath: process.env.CHROMIUM_PATH, args: browserArguments() },
  },
});
