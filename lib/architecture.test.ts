import { readdirSync } from 'node:fs';
import { expect, test } from 'vitest';
import { type Import, type SourceFile, sourceFiles } from '#scripts/testing/imports.ts';

/** From top to bottom: a noun imports only what stands below it. */
const NOUNS = [
  'qa-deck',
  'reconciliation',
  'withdrawals',
  'receipts',
  'payments',
  'ledger',
  'checkout-links',
  'causes',
  'sessions',
  'accounts',
  'clients',
];
const isTest = ({ path }: SourceFile) =>
  /\.(test|spec)\.tsx?$/.test(path) || path.startsWith('scripts/testing/');
const isIn = (path: string, ...folders: string[]) => folders.some((folder) => path.startsWith(`${folder}/`));

const files = sourceFiles();
const product = files.filter((file) => !isTest(file));
const within = (...folders: string[]) => product.filter(({ path }) => isIn(path, ...folders));

/** The imports of these files that a rule forbids, as "importer → target". */
function broken(
  importers: SourceFile[],
  forbids: (found: Import, importer: SourceFile) => boolean,
): string[] {
  return importers.flatMap((file) =>
    file.imports.filter((found) => forbids(found, file)).map(({ target }) => `${file.path} → ${target}`),
  );
}

/** The noun of a path such as lib/causes/find.ts. */
function nounOf(path: string): string | undefined {
  return NOUNS.find((noun) => isIn(path, `lib/${noun}`));
}

test('the scan sees the tree', () => {
  expect(product.length).toBeGreaterThan(100);
  const server = product.find(({ path }) => path === 'server.ts');
  expect(server?.imports).toContainEqual({ target: 'app/v1/causes/route.ts', typeOnly: false });
  const present = product.find(({ path }) => path === 'lib/causes/present.ts');
  expect(present?.imports).toContainEqual({ target: 'lib/db.ts', typeOnly: true });
});

test('lib imports nothing of app, components, emulators or scripts', () => {
  const above = ['app', 'components', 'emulators', 'scripts', 'e2e'];
  expect(broken(within('lib'), ({ target }) => isIn(target, ...above) || target === 'server.ts')).toEqual([]);
});

test('leaves import leaves alone', () => {
  const leaves = product.filter(({ path }) => /^lib\/[^/]+\.ts$/.test(path));
  const allowed = /^lib\/[^/]+\.ts$|^lib\/problems\/|^prisma\/generated\//;
  expect(broken(leaves, ({ target }) => isIn(target, 'lib', 'prisma') && !allowed.test(target))).toEqual([]);
});

test('nouns import downwards only: qa-deck → reconciliation → withdrawals → receipts → payments → ledger → checkout-links → causes → sessions, accounts, clients', () => {
  const upwards = ({ target }: Import, { path }: SourceFile) => {
    const [from, to] = [nounOf(path), nounOf(target)];
    return from !== undefined && to !== undefined && NOUNS.indexOf(to) < NOUNS.indexOf(from);
  };
  expect(broken(within('lib'), upwards)).toEqual([]);
});

test('no noun knows of HTTP', () => {
  const nouns = NOUNS.map((noun) => `lib/${noun}`);
  expect(
    broken(
      within(...nouns, 'lib/rails'),
      ({ target }) => isIn(target, 'lib/http', 'next') || target === 'next',
    ),
  ).toEqual([]);
});

test('only pages and their routes stand above the dashboard', () => {
  const below = within('lib').filter(({ path }) => !isIn(path, 'lib/dashboard'));
  expect(broken(below, ({ target, typeOnly }) => isIn(target, 'lib/dashboard') && !typeOnly)).toEqual([]);
});

test('lib/http knows clients, problems, texts and leaves, and of the nouns their contracts', () => {
  const allowed = /^lib\/(http|clients|problems|i18n)\/|^lib\/[^/]+\.ts$|^lib\/[^/]+\/contract\.ts$/;
  expect(broken(within('lib/http'), ({ target }) => isIn(target, 'lib') && !allowed.test(target))).toEqual(
    [],
  );
});

test('a rail imports no noun, and of the other rails only what its gateway shares', () => {
  const noun = ({ target }: Import) =>
    nounOf(target) !== undefined || isIn(target, 'lib/emails', 'lib/jobs', 'lib/http');
  expect(broken(within('lib/rails'), noun)).toEqual([]);
  const folder = (path: string) => /^lib\/rails\/([^/]+)\//.exec(path)?.[1];
  const otherRail = ({ target }: Import, { path }: SourceFile) => {
    const [from, to] = [folder(path), folder(target)];
    return from !== undefined && to !== undefined && from !== to && !from.startsWith(`${to}-`);
  };
  expect(broken(within('lib/rails'), otherRail)).toEqual([]);
});

test('the product reaches the rails through the registry and the port alone', () => {
  const outside = product.filter(({ path }) => !isIn(path, 'lib/rails'));
  const deep = ({ target }: Import) =>
    isIn(target, 'lib/rails') && !/^lib\/rails\/(registry|port)\.ts$/.test(target);
  expect(broken(outside, deep)).toEqual([]);
});

test('emulators and e2e speak HTTP: they import nothing of the product', () => {
  const outer = files.filter(({ path }) => isIn(path, 'emulators', 'e2e'));
  expect(
    broken(outer, ({ target }) => isIn(target, 'app', 'lib', 'components') || target === 'server.ts'),
  ).toEqual([]);
  const others = product.filter(({ path }) => !isIn(path, 'emulators', 'e2e'));
  expect(broken(others, ({ target }) => isIn(target, 'emulators', 'e2e'))).toEqual([]);
});

test('components take plain data: types of contracts, views and the documentation, the texts, money and colours', () => {
  const types =
    /^lib\/([^/]+\/(contract|[a-z]+-view)|problems\/catalogue|http\/reference|changelog|qr-code)\.ts$/;
  const allowed = ({ target, typeOnly }: Import) =>
    isIn(target, 'lib/i18n') || /^lib\/(money|colour)\.ts$/.test(target) || (typeOnly && types.test(target));
  const foreign = (found: Import) =>
    isIn(found.target, 'app', 'prisma', 'scripts') || (isIn(found.target, 'lib') && !allowed(found));
  expect(broken(within('components'), foreign)).toEqual([]);
});

test('only env.ts reads the environment', () => {
  const allowed =
    /^(lib\/env|emulators\/env)\.ts$|^(scripts|e2e)\/|^prisma\/test-database-server\.ts$|^[^/]+\.config\.(ts|mjs)$/;
  const readers = product.filter(({ text }) => text.includes('process.env')).map(({ path }) => path);
  expect(readers.filter((path) => !allowed.test(path))).toEqual([]);
});

test('only lib/db.ts opens the database', () => {
  // The queue sends jobs through a connection of its own.
  const allowed = /^lib\/(db|jobs\/queue)\.ts$|^prisma\/|^scripts\//;
  // Make connections for lib/db.ts alone.
  const makers = ['lib/pipelined-reads.ts', 'lib/pipelined-read.ts'];
  const drivers = ['pg', '@prisma/adapter-pg', ...makers];
  const opens = ({ target, typeOnly }: Import, { path }: SourceFile) =>
    !typeOnly &&
    (drivers.includes(target) || isIn(target, 'prisma/generated')) &&
    !makers.includes(path) &&
    !allowed.test(path);
  expect(broken(product, opens)).toEqual([]);
});

test('no file only passes on what another exports', () => {
  const barrels = files.filter(
    ({ path, text }) => /^export\s+(\*|\{[^}]*\})\s+from/m.test(text) || /(^|\/)index\.[a-z]+$/.test(path),
  );
  expect(barrels.map(({ path }) => path)).toEqual([]);
});

test('no folder has a name that says nothing', () => {
  const empty = new Set(['utils', 'helpers', 'common', 'misc', 'services', 'types']);
  const named = files.filter(({ path }) =>
    path
      .split('/')
      .slice(0, -1)
      .some((folder) => empty.has(folder)),
  );
  expect(named.map(({ path }) => path)).toEqual([]);
});

test('app holds Next’s files and tests, nothing else', () => {
  const own =
    /\/(page|layout|route|error|not-found|loading|global-error|opengraph-image|icon|robots|sitemap|manifest)\.tsx?$/;
  const strangers = within('app').filter(({ path }) => !own.test(path));
  expect(strangers.map(({ path }) => path)).toEqual([]);
  expect(readdirSync('app')).not.toContain('lib');
});
