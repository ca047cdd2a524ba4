import { execFileSync } from 'node:child_process';
import { dirname } from 'node:path';
import { type SourceFile, sourceFiles } from '#testing/imports.ts';
import { isPartlyFull } from '#testing/tags.ts';

/** What a change can affect, beside types, lint and the unit tests, which always run. */
export type Affected = {
  integrationTests: string[];
  journeys: string[];
  /** Whether the tests of the SDK's example have to run. */
  example: boolean;
};

/** Changes of these can affect everything. */
const EVERYTHING =
  /^(package(-lock)?\.json|tsconfig.*\.json|vitest\.config\.ts|testing\/(database-server|throwaway-folder)\.ts)$/;
/** Changes of these affect nothing that runs. */
const NOTHING = /\.md$|^(docs|screens)\/|^(Dockerfile|compose\.yaml|haproxy\.cfg)$|^\./;

/** What a file starts or reads without importing it. */
const STARTS: readonly [file: string, starts: RegExp][] = [
  [
    'testing/database.ts',
    /^prisma\/(models|migrations)\/|^prisma\/schema\.prisma$|^scripts\/(migrate|database-roles)\.ts$/,
  ],
  ['testing/service.ts', /^emulators\//],
  ['testing/child-server.ts', /^(testing\/serve|scripts\/worker)\.ts$/],
  ['node:child_process', /^(scripts|emulators)\/|^server\.ts$/],
];

/** The journeys that go through a part of the product; what is not named here is part of all of them. */
const JOURNEYS: readonly [part: RegExp, journeys: RegExp][] = [
  [
    /^(app\/dashboard|app\/sign-in|components\/(dashboard|sign-in)|lib\/(dashboard|sessions|withdrawals))\//,
    /creator|staff|sign-in|passkeys|every-screen\/dashboard|indexes|security/,
  ],
  [
    /^(app\/c|app\/pictures|components\/cause)\//,
    /cause-page|cause-story|share|partner-pages|every-screen\/pages|security/,
  ],
  [/^(app\/(receipt|verify)|components\/receipt|lib\/receipts)\//, /receipt|every-screen\/pages/],
  [/^(app\/(docs|llms\.txt)|components\/docs|lib\/docs)\//, /documentation|partner-pages/],
  [
    /^(app\/checkout|components\/checkout)\//,
    /^e2e\/(?!creator|staff|sign-in|passkeys|every-screen\/dashboard|indexes|fuzz)/,
  ],
  [/^scripts\/dev/, /development/],
  [/^scripts\/fuzz/, /fuzz/],
  [/^scripts\/(bench|screens|test|console)/, /^$/],
  [/^app\/sdk\/|^scripts\/(pack|release)-sdk|^scripts\/generate-sdk/, /^$/],
  [/\.test\.tsx?$/, /^$/],
  [/^testing\//, /^$/],
  [/^e2e\//, /^$/],
  [/^sdk\//, /^$/],
];

/** What guards files outside its own noun (`guardsOf`): test files that begin with a path. */
const GUARDS: readonly [changed: RegExp, tests: string][] = [
  [/^scripts\/postgres/, 'scripts/postgres'],
  [/^scripts\/migrate/, 'scripts/migrate'],
  [/^scripts\/console/, 'scripts/console'],
  [/^prisma\//, 'scripts/migrate'],
  [/^prisma\//, 'prisma'],
  [/^emulators\//, 'emulators'],
  [/^sdk\//, 'scripts/pack-sdk'],
  [/^sdk\//, 'lib/http/sdk-package'],
  [/^sdk\/src\/testing\//, 'sdk/src/testing'],
  [/^lib\/qa-deck\//, 'lib/qa-deck'],
  [/^lib\/http\/openapi|^lib\/.*contract\.ts$/, 'lib/http/openapi-tools'],
  [/^lib\/docs\/|^lib\/.*contract\.ts$/, 'lib/docs'],
  [/^app\/pictures\/|^lib\/causes\/pictures\.ts$/, 'app/pictures'],
  [/^app\/checkout\/banks\//, 'app/checkout/banks'],
  [/^lib\/(db|database-[a-z]+)\.ts$/, 'lib/database-outage'],
  [/^scripts\/start/, 'scripts/start'],
];

/**
 * The test files that guard a changed file with more than the gate takes of them: those named above, those of its noun, and
 * those that have changed themselves. They run whole.
 * @returns paths from the root, sorted
 */
export function guardsOf(changed: readonly string[], files: readonly SourceFile[] = sourceFiles()): string[] {
  const named = GUARDS.filter(([pattern]) => changed.some((path) => pattern.test(path))).map(([, tests]) => tests);
  const nouns = changed.filter((path) => /(?<!\.test|\.spec)\.tsx?$/.test(path)).map(nounOf);
  const guards = ({ path }: SourceFile) =>
    changed.includes(path) || nouns.includes(nounOf(path)) || named.some((tests) => path.startsWith(tests));
  return files
    .filter((file) => isPartlyFull(file) && guards(file))
    .map(({ path }) => path)
    .sort();
}

/** The folder of a noun: `lib/payments` of every file under it. */
function nounOf(path: string): string {
  return dirname(path).split('/').slice(0, 2).join('/');
}

/**
 * The files that differ from `main`, uncommitted and new ones included: from the commit at which this branch left it, or on
 * `main` itself from what was pushed.
 * @returns paths from the root
 * @throws Error where git does not answer
 */
export function changedFiles(): string[] {
  const git = (...args: string[]) => execFileSync('git', args, { encoding: 'utf8' }).trim();
  const main = git('branch', '--all', '--list', 'origin/main') ? 'origin/main' : 'main';
  const base = git('merge-base', 'HEAD', main);
  const listed = [git('diff', '--name-only', base), git('ls-files', '--others', '--exclude-standard')];
  return listed.flatMap((list) => list.split('\n')).filter((path) => path !== '');
}

/**
 * The integration tests and journeys that reach a changed file: by imports, by what they start, or by the part of the product
 * that a journey goes through.
 */
export function affectedBy(changed: readonly string[], files: readonly SourceFile[] = sourceFiles()): Affected {
  const relevant = changed.filter((path) => !NOTHING.test(path));
  const all = relevant.some((path) => EVERYTHING.test(path));
  const byPath = new Map(files.map((file) => [file.path, file]));

  function reaches(path: string, seen: Set<string>): boolean {
    if (seen.has(path)) return false;
    seen.add(path);
    if (relevant.includes(path)) return true;
    const starts = STARTS.filter(([file]) => file === path).map(([, pattern]) => pattern);
    if (starts.some((pattern) => relevant.some((one) => pattern.test(one)))) return true;
    const imports = byPath.get(path)?.imports ?? [];
    return imports.some(({ target, typeOnly }) => !typeOnly && reaches(target, seen));
  }

  const goesThrough = (journey: string) =>
    relevant.some((path) => (JOURNEYS.find(([part]) => part.test(path))?.[1] ?? /./).test(journey));
  const paths = [...byPath.keys()].sort();
  return {
    integrationTests: paths.filter((path) => /\.test\.tsx?$/.test(path) && (all || reaches(path, new Set()))),
    example: all || relevant.some((path) => /^(sdk|lib\/qa-deck|app\/(qa|checkout|v1))\//.test(path)),
    journeys: paths.filter(
      (path) => /\.spec\.ts$/.test(path) && (all || goesThrough(path) || reaches(path, new Set())),
    ),
  };
}
