import journeys from '../playwright.config.ts';

/** Takes pictures of every state for people to look at: `npm run screens`. Not part of `npm test`. */
export default {
  ...journeys,
  testDir: '.',
  testMatch: '*.shots.ts',
  outputDir: '../../test-results',
  globalSetup: undefined,
  fullyParallel: true,
  // Every language, theme and size of a state in one test.
  timeout: 600_000,
};
