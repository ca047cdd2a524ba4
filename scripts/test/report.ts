import { relative, resolve } from 'node:path';
import { stripVTControlCharacters } from 'node:util';

const ROOT = resolve(import.meta.dirname, '../..');

/** A run with more tests than this that passed only when repeated has failed. */
const MOST_FLAKY = 5;

/** A test that did not pass at once. */
export type Failure = {
  /** `file:line › name`, from the root; the line where the report knows it. */
  test: string;
  /** The first line of its first error. */
  error: string;
  seconds: number;
};

/** What a check came to. A flaky test failed once and passed when it was repeated: it counts as neither of the others. */
export type Report = { passed: number; failures: Failure[]; flaky: Failure[] };

type VitestTest = {
  fullName: string;
  status: string;
  duration?: number;
  failureMessages: string[];
  tags: string[];
};
type VitestFile = { name: string; status: string; message: string; assertionResults: VitestTest[] };

type PlaywrightResult = { duration: number; errors: { message?: string }[] };
type PlaywrightSpec = {
  title: string;
  file: string;
  line: number;
  tests: { status: 'expected' | 'unexpected' | 'flaky' | 'skipped'; results: PlaywrightResult[] }[];
};
type PlaywrightSuite = { title: string; file: string; specs?: PlaywrightSpec[]; suites?: PlaywrightSuite[] };
type PlaywrightJson = {
  config: { rootDir: string };
  suites: PlaywrightSuite[];
  errors: { message?: string }[];
};

/** Of a check that passes or fails as a whole. */
export function wholeReport(name: string, exitCode: number): Report {
  if (exitCode === 0) return { passed: 1, failures: [], flaky: [] };
  return { passed: 0, failures: [failure(name, 'It failed; its output is above.', 0)], flaky: [] };
}

/**
 * Of a vitest run. What was skipped or left to do has failed, and so has a file that could not be loaded.
 * @param json the JSON reporter's text; empty when the run broke off
 * @param exitCode of the run
 * @param leftOut the tag of tests that this run leaves out
 */
export function vitestReport(json: string, exitCode: number, leftOut?: string): Report {
  const files: VitestFile[] = json ? JSON.parse(json).testResults : [];
  const report: Report = { passed: 0, failures: [], flaky: [] };
  for (const { name, status, message, assertionResults } of files) {
    const file = relative(ROOT, name);
    if (status === 'failed' && !assertionResults.some((test) => test.status === 'failed'))
      report.failures.push(failure(file, message || 'It could not be loaded.', 0));
    for (const test of assertionResults) {
      if (test.status === 'passed') report.passed++;
      else if (test.status === 'failed' || !leftOut || !test.tags.includes(leftOut))
        report.failures.push(vitestFailure(file, test));
    }
  }
  return withoutSilentLines(report, exitCode, 'tests');
}

/** The files of failed vitest tests. */
export function failedFiles({ failures }: Report): string[] {
  const files = failures.map(({ test }) => /^[^:›]+\.test\.tsx?(?=$|:| ›)/.exec(test)?.[0]);
  return [...new Set(files)].filter((file) => file !== undefined);
}

/**
 * Joins a run with a second one of the files that failed in it: what passed this time was flaky, and keeps its first error.
 * @param again the second run; all of its failures count
 */
export function afterRepeat(first: Report, again: Report): Report {
  const nameOf = ({ test }: Failure) => test.replace(/:\d+(?= ›)/, '');
  const failed = new Set(again.failures.map(nameOf));
  return {
    passed: first.passed,
    failures: again.failures,
    flaky: [...first.flaky, ...first.failures.filter((one) => !failed.has(nameOf(one)))],
  };
}

/** Of a Playwright run, which repeats what failed by itself. What was skipped has failed. */
export function playwrightReport(json: string, exitCode: number): Report {
  const { config, suites, errors }: PlaywrightJson = json
    ? JSON.parse(json)
    : { config: { rootDir: ROOT }, suites: [], errors: [] };
  const report: Report = { passed: 0, failures: [], flaky: [] };
  const visit = ({ title, file, specs = [], suites: inner = [] }: PlaywrightSuite, path: string[]) => {
    // The outermost suite is the file.
    const within = title === file ? path : [...path, title];
    for (const spec of specs)
      for (const { status, results } of spec.tests) {
        if (status === 'expected') {
          report.passed++;
          continue;
        }
        const name = [...within, spec.title].join(' › ');
        const where = `${relative(ROOT, resolve(config.rootDir, spec.file))}:${spec.line} › ${name}`;
        const error = status === 'skipped' ? 'It was skipped.' : (results[0]?.errors[0]?.message ?? '');
        const one = failure(where, error, (results[0]?.duration ?? 0) / 1000);
        (status === 'flaky' ? report.flaky : report.failures).push(one);
      }
    for (const suite of inner) visit(suite, within);
  };
  for (const suite of suites) visit(suite, []);
  for (const { message = '' } of errors) report.failures.push(failure('outside every test', message, 0));
  return withoutSilentLines(report, exitCode, 'journeys');
}

/** The reports of all checks in one. Too many flaky tests are a failure of the run. */
export function total(reports: readonly Report[]): Report {
  const flaky = reports.flatMap((report) => report.flaky);
  const failures = reports.flatMap((report) => report.failures);
  if (flaky.length > MOST_FLAKY)
    failures.push(failure('flaky tests', `${flaky.length} tests failed once; at most ${MOST_FLAKY} may.`, 0));
  return { passed: reports.reduce((sum, { passed }) => sum + passed, 0), failures, flaky };
}

/** `47 passed, 0 failed`, and how many were flaky if any. */
export function counts({ passed, failures, flaky }: Report): string {
  const repeated = flaky.length > 0 ? `, ${flaky.length} flaky` : '';
  return `${passed} passed, ${failures.length} failed${repeated}`;
}

/** Two lines for each test that did not pass at once. */
export function namedFailures({ failures, flaky }: Report): string[] {
  const lines = (word: string) => (one: Failure) => [
    `${word}  ${one.test} (${one.seconds.toFixed(1)} s)`,
    `        ${one.error}`,
  ];
  return [...flaky.flatMap(lines('flaky ')), ...failures.flatMap(lines('failed'))];
}

function vitestFailure(file: string, { fullName, status, duration = 0, failureMessages }: VitestTest): Failure {
  const error = failureMessages[0] ?? `It is ${status}.`;
  const line = /^\d+/.exec(error.split(`${file}:`)[1] ?? '')?.[0];
  return failure(`${file}${line ? `:${line}` : ''} › ${fullName}`, error, duration / 1000);
}

function failure(test: string, error: string, seconds: number): Failure {
  const [first = ''] = stripVTControlCharacters(error).trim().split('\n');
  return { test, error: first, seconds };
}

/** A run without a single test, or one that failed for a reason no test shows, must not look like a success. */
function withoutSilentLines(report: Report, exitCode: number, name: string): Report {
  const { passed, failures, flaky } = report;
  if (failures.length > 0 || (exitCode === 0 && passed + flaky.length > 0)) return report;
  const error = exitCode === 0 ? 'No test was found.' : 'It failed outside every test; see its output above.';
  return { passed, failures: [failure(name, error, 0)], flaky };
}
