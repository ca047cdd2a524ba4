import { type SourceFile, sourceFiles } from './imports.ts';

declare module 'vitest' {
  interface TestTags {
    tags: 'full';
  }
}

/** The argument with which vitest runs the gate: everything that is not tagged `full`. */
export const WITHOUT_FULL = '--tags-filter=!full';

/** The argument with which vitest runs what the gate leaves out. */
export const ONLY_FULL = '--tags-filter=full';

/** The comment by which a whole file has the tag. */
const WHOLE_FILE = /^\/\/ @module-tag full$/m;
const SOME_TESTS = /\btags: \['full'\]/;

/** Whether it is a test file all of whose tests have the tag `full`. */
export function isTaggedFull({ path, text }: SourceFile): boolean {
  return /\.test\.tsx?$/.test(path) && WHOLE_FILE.test(text);
}

/** Whether it is a test file of which at least one test has the tag `full`. */
export function hasFullTests(file: SourceFile): boolean {
  return isTaggedFull(file) || (/\.test\.tsx?$/.test(file.path) && SOME_TESTS.test(file.text));
}

/** The test files all of whose tests have the tag `full`: paths from the root, as patterns. */
export function filesTaggedFull(): string[] {
  return sourceFiles()
    .filter(isTaggedFull)
    .map(({ path }) => path.replace(/[[\]]/g, '\\$&'));
}
