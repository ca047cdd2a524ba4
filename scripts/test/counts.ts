/** How many checks of one kind passed and failed. */
export type Counts = { passed: number; failed: number };

type VitestReport = {
  numTotalTests: number;
  numPassedTests: number;
  testResults: { status: string; assertionResults: unknown[] }[];
};

type PlaywrightReport = {
  stats: { expected: number; unexpected: number; flaky: number; skipped: number };
  errors: unknown[];
};

/**
 * Counts a vitest run. What was skipped or left to do has failed, and so has a file that could not be loaded.
 * @param report the JSON reporter's text; empty when the run broke off
 * @param exitCode of the run
 */
export function countVitest(report: string, exitCode: number): Counts {
  const { numTotalTests, numPassedTests, testResults }: VitestReport = report
    ? JSON.parse(report)
    : { numTotalTests: 0, numPassedTests: 0, testResults: [] };
  const broken = testResults.filter((file) => file.status === 'failed' && file.assertionResults.length === 0);
  const failed = numTotalTests - numPassedTests + broken.length;
  return atLeastOneFailure({ passed: numPassedTests, failed }, exitCode);
}

/** Counts a Playwright run in the same way; a test that passed only when repeated has failed. */
export function countPlaywright(report: string, exitCode: number): Counts {
  const { stats, errors }: PlaywrightReport = report
    ? JSON.parse(report)
    : { stats: { expected: 0, unexpected: 0, flaky: 0, skipped: 0 }, errors: [] };
  const failed = stats.unexpected + stats.flaky + stats.skipped + errors.length;
  return atLeastOneFailure({ passed: stats.expected, failed }, exitCode);
}

/** A run without a single test, or one that failed for a reason no test shows, must not look like a success. */
function atLeastOneFailure({ passed, failed }: Counts, exitCode: number): Counts {
  const silent = failed === 0 && (passed === 0 || exitCode !== 0);
  return { passed, failed: silent ? 1 : failed };
}
