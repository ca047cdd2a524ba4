import { type SourceFile, sourceFiles } from './imports.ts';

/** Modules that a unit test must not import: the test database, another process, a server, hooks of the process. */
const OUTSIDE = new Set([
  'testing/database.ts',
  'testing/as-owner.ts',
  // Has packages load another TypeScript than ours.
  'scripts/generate-sdk-types.ts',
  'node:child_process',
  'node:http',
  'node:http2',
]);

/** Changes that files in one process would share. */
const CHANGES_PROCESS =
  /Object\.assign\(process\.env|delete process\.env|process\.env(\.\w+|\[[^\]]+\])\s*=[^=]|\bvi\.(mock|stubEnv)\(/;

const TEST = /^(app|components|emulators|lib|prisma|scripts|sdk|testing)\/.*\.test\.tsx?$/;

/**
 * The test files that need no database, process or server: nothing that they import, directly or through other files,
 * reaches one, and they change nothing global to the process. They share one process and run within seconds. Every other
 * test is an integration test.
 * @param files every source file of the project
 * @returns their paths from the root, sorted
 */
export function unitTests(files: readonly SourceFile[] = sourceFiles()): string[] {
  const byPath = new Map(files.map((file) => [file.path, file]));
  const reachesOutside = (path: string, seen: Set<string>): boolean => {
    if (OUTSIDE.has(path)) return true;
    if (seen.has(path)) return false;
    seen.add(path);
    const imports = byPath.get(path)?.imports ?? [];
    return imports.some(({ target, typeOnly }) => !typeOnly && reachesOutside(target, seen));
  };
  return files
    .filter(({ path, text }) => TEST.test(path) && !CHANGES_PROCESS.test(text))
    .map(({ path }) => path)
    .filter((path) => !reachesOutside(path, new Set()))
    .sort();
}
