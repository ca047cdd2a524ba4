import { resolve } from 'node:path';
import { expect, test } from 'vitest';
import {
  afterRepeat,
  counts,
  failedFiles,
  namedFailures,
  playwrightReport,
  type Report,
  total,
  vitestReport,
  wholeReport,
} from './report.ts';

const ROOT = resolve(import.meta.dirname, '../..');

type Test = { status: string; fullName?: string; tags?: string[]; failureMessages?: string[] };

function vitest(...tests: Test[]): string {
  return vitestFiles({
    status: tests.some(({ status }) => status === 'failed') ? 'failed' : 'passed',
    tests,
  });
}

function vitestFiles(...files: { name?: string; status: string; message?: string; tests: Test[] }[]): string {
  const testResults = files.map(({ name = 'lib/money.test.ts', status, message = '', tests }) => ({
    name: resolve(ROOT, name),
    status,
    message,
    assertionResults: tests.map((one) => ({
      fullName: 'adds up',
      duration: 1_234,
      failureMessages: [],
      tags: [],
      ...one,
    })),
  }));
  return JSON.stringify({ testResults });
}

type Journey = { status: string; messages?: string[][] };

function playwright(journeys: Journey[], errors: object[] = []): string {
  const specs = journeys.map(({ status, messages = [[]] }) => {
    const results = messages.map((all) => ({ duration: 2_500, errors: all.map((message) => ({ message })) }));
    return { title: 'pays', file: 'declined.spec.ts', line: 19, tests: [{ status, results }] };
  });
  const inner = { title: 'A donor', file: 'declined.spec.ts', specs };
  const suites = [{ title: 'declined.spec.ts', file: 'declined.spec.ts', specs: [], suites: [inner] }];
  return JSON.stringify({ config: { rootDir: resolve(ROOT, 'e2e') }, suites, errors });
}

const said = (report: Report) => counts(report);
const passed = { status: 'passed' };
const skipped = { status: 'skipped' };

test('what passed is counted', () => {
  expect(said(vitestReport(vitest(passed, passed), 0))).toBe('2 passed, 0 failed');
  expect(said(playwrightReport(playwright([{ status: 'expected' }]), 0))).toBe('1 passed, 0 failed');
  expect(said(wholeReport('types', 0))).toBe('1 passed, 0 failed');
});

test('what was skipped has failed', () => {
  expect(said(vitestReport(vitest(passed, skipped, { status: 'todo' }), 0))).toBe('1 passed, 2 failed');
  expect(said(playwrightReport(playwright([{ status: 'expected' }, { status: 'skipped' }]), 0))).toBe(
    '1 passed, 1 failed',
  );
});

test('what a suite leaves out by its tag is neither passed nor failed, unless it ran', () => {
  const full = { ...skipped, tags: ['full'] };
  expect(said(vitestReport(vitest(passed, full), 0, 'full'))).toBe('1 passed, 0 failed');
  expect(said(vitestReport(vitest(passed, full), 0))).toBe('1 passed, 1 failed');
  expect(said(vitestReport(vitest(passed, skipped), 0, 'full'))).toBe('1 passed, 1 failed');
  expect(said(vitestReport(vitest(passed, { ...full, status: 'failed' }), 1, 'full'))).toBe('1 passed, 1 failed');
});

test('a file that could not be loaded has failed, and says why', () => {
  const file = { name: 'lib/db.test.ts', status: 'failed', message: 'SyntaxError: no\n  at x', tests: [] };
  const report = vitestReport(vitestFiles({ status: 'passed', tests: [passed] }, file), 1);
  expect(report.failures).toEqual([{ test: 'lib/db.test.ts', error: 'SyntaxError: no', seconds: 0 }]);
  expect(failedFiles(report)).toEqual(['lib/db.test.ts']);
});

test('a set-up that failed, whose tests were therefore left out, has failed', () => {
  const file = { status: 'failed', message: 'No database.', tests: [{ ...skipped, tags: ['full'] }] };
  expect(said(vitestReport(vitestFiles(file), 1, 'full'))).toBe('0 passed, 1 failed');
});

test('a run without tests, or that broke off, has failed', () => {
  for (const code of [0, 1]) {
    expect(said(vitestReport(code ? '' : vitest(), code))).toBe('0 passed, 1 failed');
    expect(said(playwrightReport(code ? '' : playwright([]), code))).toBe('0 passed, 1 failed');
  }
});

test('an error outside every test is a failure', () => {
  expect(said(vitestReport(vitest(passed), 1))).toBe('1 passed, 1 failed');
  const report = playwrightReport(playwright([{ status: 'expected' }], [{ message: 'No server.' }]), 1);
  expect(said(report)).toBe('1 passed, 1 failed');
  expect(report.failures[0]?.error).toBe('No server.');
});

test('a failed test is named with its file and line, the first line of its error, and its duration', () => {
  const message = `AssertionError: expected 1 to be 2\n    at ${ROOT}/lib/money.test.ts:41:7`;
  expect(namedFailures(vitestReport(vitest({ status: 'failed', failureMessages: [message] }), 1))).toEqual([
    'failed  lib/money.test.ts:41 › adds up (1.2 s)',
    '        AssertionError: expected 1 to be 2',
  ]);
  const journey = {
    status: 'unexpected',
    messages: [['\u001b[31mError: not focused\u001b[39m\n\nLocator'], ['x']],
  };
  expect(namedFailures(playwrightReport(playwright([journey]), 1))).toEqual([
    'failed  e2e/declined.spec.ts:19 › A donor › pays (2.5 s)',
    '        Error: not focused',
  ]);
});

test('a journey that passed only when repeated is flaky, and keeps its first error', () => {
  const report = playwrightReport(
    playwright([{ status: 'expected' }, { status: 'flaky', messages: [['Error: too slow'], []] }]),
    0,
  );
  expect(said(report)).toBe('1 passed, 0 failed, 1 flaky');
  expect(namedFailures(report)).toEqual([
    'flaky   e2e/declined.spec.ts:19 › A donor › pays (2.5 s)',
    '        Error: too slow',
  ]);
});

const failing = (fullName: string, error = 'Error: first', line = 3) => ({
  status: 'failed',
  fullName,
  failureMessages: [`${error}\n at ${ROOT}/lib/money.test.ts:${line}:1`],
});

test('a test that passes when its file runs again is flaky; one that fails again has failed', () => {
  const first = vitestReport(vitest(passed, failing('rounds'), failing('divides')), 1);
  expect(failedFiles(first)).toEqual(['lib/money.test.ts']);
  const again = vitestReport(vitest(passed, passed, failing('divides', 'Error: second', 9)), 1);
  const report = afterRepeat(first, again);
  expect(said(report)).toBe('1 passed, 1 failed, 1 flaky');
  expect(report.flaky[0]?.test).toBe('lib/money.test.ts:3 › rounds');
  expect(report.failures[0]?.error).toBe('Error: second');
});

test('a repeat that breaks off, or in which another test fails, is a failure', () => {
  const first = vitestReport(vitest(passed, failing('rounds')), 1);
  expect(said(afterRepeat(first, vitestReport('', 1)))).toBe('1 passed, 1 failed, 1 flaky');
  expect(said(afterRepeat(first, vitestReport(vitest(failing('divides')), 1)))).toBe('1 passed, 1 failed, 1 flaky');
});

test('an error outside every test is not repeated', () => {
  expect(failedFiles(vitestReport(vitest(passed), 1))).toEqual([]);
});

test('more than five flaky tests fail a run', () => {
  const flaky = (count: number) => ({
    passed: 9,
    failures: [],
    flaky: Array.from({ length: count }, (_, n) => ({ test: `journey ${n}`, error: 'slow', seconds: 1 })),
  });
  expect(total([flaky(2), flaky(3)]).failures).toEqual([]);
  expect(total([flaky(3), flaky(3)]).failures).toHaveLength(1);
});
