import { defineConfig } from '@playwright/test';

/** `BASE_URL` of a running service, or `CHECKOUT` with a checkout of it, tells the kit where to test. */
export default defineConfig({
  testDir: '.',
  fullyParallel: true,
  workers: 2,
  // Generous, for a machine that is busy: only a test that fails takes so long.
  timeout: 180_000,
  expect: { timeout: 40_000 },
  use: {
    locale: 'en-US',
    // A Chromium of the system, where Playwright has not installed its own.
    launchOptions: process.env.CHROMIUM_PATH ? { executablePath: process.env.CHROMIUM_PATH } : {},
  },
});
