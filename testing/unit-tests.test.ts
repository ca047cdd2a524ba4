import { expect, test } from 'vitest';
import type { Import, SourceFile } from './imports.ts';
import { unitTests } from './unit-tests.ts';

function file(path: string, targets: (string | Import)[] = [], text = ''): SourceFile {
  const imports = targets.map((found) => (typeof found === 'string' ? { target: found, typeOnly: false } : found));
  return { path, text, imports };
}

test('a test that reaches a database, a process or a server, even through other files, is no unit test', () => {
  const files = [
    file('lib/money.test.ts', ['lib/money.ts']),
    file('lib/money.ts', ['lib/circle.ts']),
    file('lib/circle.ts', ['lib/money.ts']),
    file('lib/mint.test.ts', ['testing/service.ts']),
    file('testing/service.ts', ['testing/database.ts']),
    file('lib/lock.test.ts', ['node:child_process']),
    file('lib/door.test.ts', ['lib/door.ts']),
    file('lib/door.ts', ['node:http']),
  ];
  expect(unitTests(files)).toEqual(['lib/money.test.ts']);
});

test('a type from such a file does not make it one', () => {
  const files = [file('lib/reply.test.ts', [{ target: 'node:http', typeOnly: true }])];
  expect(unitTests(files)).toEqual(['lib/reply.test.ts']);
});

test('a test that changes the environment or replaces a module needs its own process', () => {
  // Put together, so that this test is not one of them.
  const [env, vi] = [['process', 'env'].join('.'), ['vi', 'mock'].join('.')];
  const files = [
    file('lib/a.test.ts', [], `Object.assign(${env}, { PORT: 1 })`),
    file('lib/b.test.ts', [], `${env}.PORT = '1'`),
    file('lib/c.test.ts', [], `${vi}('./b.ts')`),
  ];
  expect(unitTests(files)).toEqual([]);
  const reader = file('lib/d.test.ts', [], `if (${env}.CI === '1') ${env}.PORT`);
  expect(unitTests([reader])).toEqual(['lib/d.test.ts']);
});
