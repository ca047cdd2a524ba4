import { expect, test } from 'vitest';
import { countPlaywright, countVitest } from './counts.ts';

function vitest(passed: number, total: number, files: object[] = []): string {
  return JSON.stringify({ numPassedTests: passed, numTotalTests: total, testResults: files });
}

function playwright(stats: object, errors: object[] = []): string {
  return JSON.stringify({ stats: { expected: 0, unexpected: 0, flaky: 0, skipped: 0, ...stats }, errors });
}

test('counts what passed', () => {
  expect(countVitest(vitest(5, 5), 0)).toEqual({ passed: 5, failed: 0 });
  expect(countPlaywright(playwright({ expected: 3 }), 0)).toEqual({ passed: 3, failed: 0 });
});

test('what was skipped has failed', () => {
  expect(countVitest(vitest(5, 7), 0)).toEqual({ passed: 5, failed: 2 });
  expect(countPlaywright(playwright({ expected: 3, skipped: 1 }), 0)).toEqual({ passed: 3, failed: 1 });
});

test('a file that could not be loaded has failed', () => {
  const file = { status: 'failed', assertionResults: [] };
  expect(countVitest(vitest(5, 5, [file]), 1)).toEqual({ passed: 5, failed: 1 });
});

test('a test that passed only when repeated has failed', () => {
  expect(countPlaywright(playwright({ expected: 3, flaky: 1 }), 0)).toEqual({ passed: 3, failed: 1 });
});

test('a run without tests has failed', () => {
  expect(countVitest(vitest(0, 0), 0)).toEqual({ passed: 0, failed: 1 });
  expect(countPlaywright(playwright({}), 0)).toEqual({ passed: 0, failed: 1 });
});

test('a run that broke off has failed', () => {
  expect(countVitest('', 1)).toEqual({ passed: 0, failed: 1 });
  expect(countPlaywright('', 1)).toEqual({ passed: 0, failed: 1 });
});

test('an error outside every test is a failure', () => {
  expect(countVitest(vitest(5, 5), 1)).toEqual({ passed: 5, failed: 1 });
  expect(countPlaywright(playwright({ expected: 3 }, [{ message: 'no server' }]), 1)).toEqual({
    passed: 3,
    failed: 1,
  });
});
