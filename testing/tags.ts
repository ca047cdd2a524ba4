import type { SourceFile } from './imports.ts';

declare module 'vitest' {
  interface TestTags {
    tags: 'full';
  }
}

/** The argument with which vitest runs the gate: everything that is not tagged `full`. */
export const WITHOUT_FULL = '--tags-filter=!full';

/** The environment variable with the test files that a run leaves out, one on each line. */
export const EXCEPT = 'TESTS_EXCEPT';

/** The comment by which a whole file has the tag. */
const WHOLE_FILE = /^\/\/ @module-tag full$/m;
/** Tests with the tag, and cases that only other runs have (`runs.ts`). */
const SOME_TESTS = /\btags: .*'full'|#testing\/runs\.ts/;

/** Whether it is a test file all of whose tests have the tag `full`. */
export function isTaggedFull({ path, text }: SourceFile): boolean {
  return /\.test\.tsx?$/.test(path) && WHOLE_FILE.test(text);
}

/** Whether it is a test file of which the gate leaves out something. */
export function isPartlyFull(file: SourceFile): boolean {
  return isTaggedFull(file) || (/\.test\.tsx?$/.test(file.path) && SOME_TESTS.test(file.text));
}

/**
 * The test files that this run leaves out, as patterns: those named, and in the gate those all of whose tests have the tag
 * `full`. They cost it nothing, not even their imports.
 */
export function filesLeftOut(isGate: boolean, files: readonly SourceFile[]): string[] {
  const named = process.env[EXCEPT]?.split('\n').filter(Boolean) ?? [];
  const whole = isGate ? files.filter(isTaggedFull) : [];
  return [...named, ...whole.map(({ path }) => path)].map((path) => path.replace(/[[\]]/g, '\\$&'));
}
