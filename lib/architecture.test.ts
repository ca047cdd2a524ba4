import { readdirSync } from 'node:fs';
import { expect, test } from 'vitest';
import { circles, type Import, type SourceFile, sourceFiles } from '#testing/imports.ts';

/** The nouns of the domain, from top to bottom. */
const NOUNS = [
  'qa-deck',
  'people',
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
/**
 * Every folder of lib, from top to bottom: a file imports only from its own folder and from folders below it. Above the
 * nouns is what runs them: pages, HTTP, the worker's jobs and the delivery of mail. Below them is what they all use.
 */
const FOLDERS = [
  'worker',
  'dashboard',
  'docs',
  'http',
  'emails',
  ...NOUNS,
  'policy',
  'hot-queries',
  'outbox',
  'jobs',
  'rails',
  'encryption',
  'i18n',
  'problems',
  'graphics',
  'env',
];
/** The rooms of lib/payments, from top to bottom. All of them can use the files in the folder itself. */
const PAYMENT_ROOMS = [['views'], ['attempts'], ['events', 'refunds'], ['sync'], ['card-testing']];
const isTest = ({ path }: SourceFile) => /\.(test|spec)\.tsx?$/.test(path) || path.startsWith('testing/');
const isIn = (path: string, ...folders: string[]) => folders.some((folder) => path.startsWith(`${folder}/`));

const files = sourceFiles();
const product = files.filter((file) => !isTest(file));
const within = (...folders: string[]) => product.filter(({ path }) => isIn(path, ...folders));

/** The imports of these files that a rule forbids, as "importer → target". */
function broken(importers: SourceFile[], forbids: (found: Import, importer: SourceFile) => boolean): string[] {
  return importers.flatMap((file) =>
    file.imports.filter((found) => forbids(found, file)).map(({ target }) => `${file.path} → ${target}`),
  );
}

/** The noun of a path such as lib/causes/find.ts. */
function nounOf(path: string): string | undefined {
  return NOUNS.find((noun) => isIn(path, `lib/${noun}`));
}

test('the scan finds the sources', () => {
  expect(product.length).toBeGreaterThan(100);
  const server = product.find(({ path }) => path === 'server.ts');
  expect(server?.imports).toContainEqual({ target: 'app/v1/causes/route.ts', typeOnly: false });
  const present = product.find(({ path }) => path === 'lib/causes/present.ts');
  expect(present?.imports).toContainEqual({ target: 'lib/db.ts', typeOnly: true });
});

test('no circle of imports anywhere, type-only imports included', () => {
  const untested = files.filter(({ path }) => !/\.(test|spec)\.tsx?$/.test(path));
  expect(circles(untested)).toEqual([]);
});

test('circles are found: direct, through a third file, and of types alone', () => {
  const file = (path: string, ...targets: string[]) => ({
    path,
    text: '',
    imports: targets.map((target) => ({ target, typeOnly: true })),
  });
  expect(circles([file('a', 'b', 'zod'), file('b', 'a'), file('c', 'a')])).toEqual([['a', 'b']]);
  expect(circles([file('a', 'b'), file('b', 'c'), file('c', 'a')])).toEqual([['a', 'b', 'c']]);
  expect(circles([file('a', 'b', 'c'), file('b', 'c'), file('c')])).toEqual([]);
});

test('prisma imports nothing of the project: the schema is below everything', () => {
  const own = ['app', 'components', 'emulators', 'e2e', 'lib', 'scripts', 'sdk', 'testing'];
  expect(broken(within('prisma'), ({ target }) => isIn(target, ...own))).toEqual([]);
});

test('lib imports nothing of app, components, emulators or scripts', () => {
  const above = ['app', 'components', 'emulators', 'scripts', 'sdk', 'testing', 'e2e'];
  expect(broken(within('lib'), ({ target }) => isIn(target, ...above) || target === 'server.ts')).toEqual([]);
});

test('leaves only import leaves', () => {
  const isLeaf = (path: string) => /^lib\/((env|graphics)\/)?[^/]+\.ts$/.test(path);
  const leaves = product.filter(({ path }) => isLeaf(path));
  const allowed = (target: string) => isLeaf(target) || /^(lib\/problems|prisma\/generated)\//.test(target);
  expect(broken(leaves, ({ target }) => isIn(target, 'lib', 'prisma') && !allowed(target))).toEqual([]);
});

test(`the folders of lib import downwards only: ${FOLDERS.join(' → ')}`, () => {
  const folderOf = (path: string) => /^lib\/([^/]+)\//.exec(path)?.[1];
  const floorOf = (path: string) => FOLDERS.indexOf(folderOf(path) ?? '');
  const upwards = ({ target }: Import, { path }: SourceFile) =>
    folderOf(path) !== undefined && folderOf(target) !== undefined && floorOf(target) < floorOf(path);
  expect(broken(within('lib'), upwards)).toEqual([]);
  const folders = new Set(within('lib').flatMap(({ path }) => folderOf(path) ?? []));
  expect([...folders].toSorted()).toEqual(FOLDERS.toSorted());
});

test('the rooms of payments import downwards only: views → attempts → events, refunds → sync → card-testing → ground', () => {
  const floorOf = (path: string) => {
    const room = /^lib\/payments\/(?:([^/]+)\/)?/.exec(path);
    if (!room) return undefined;
    const floor = PAYMENT_ROOMS.findIndex((rooms) => rooms.includes(room[1] ?? ''));
    return room[1] === undefined ? PAYMENT_ROOMS.length : floor;
  };
  const upwards = ({ target }: Import, { path }: SourceFile) => {
    const [from, to] = [floorOf(path), floorOf(target)];
    return from !== undefined && to !== undefined && to < from;
  };
  expect(broken(within('lib/payments'), upwards)).toEqual([]);
  const rooms = within('lib/payments').map(({ path }) => floorOf(path));
  expect(rooms).not.toContain(-1);
});

test('hot queries are below the nouns: they only import leaves and each other', () => {
  const allowed = /^lib\/[^/]+\.ts$|^lib\/hot-queries\/|^prisma\/generated\//;
  const foreign = ({ target }: Import) => isIn(target, 'lib', 'app', 'prisma') && !allowed.test(target);
  expect(broken(within('lib/hot-queries'), foreign)).toEqual([]);
});

test('only hot queries use the pipelined reads', () => {
  const callers = product.filter(({ text }) => /\breads\(\)/.test(text)).map(({ path }) => path);
  expect(callers.filter((path) => path !== 'lib/db.ts' && !isIn(path, 'lib/hot-queries'))).toEqual([]);
});

test('the driver’s pool is only queried in hot queries, and where Prisma has no call for it', () => {
  // Health and queue use the driver directly; a filtered list and a trail are composed statements (lib/payments/views).
  const others = /^lib\/(db|health|jobs\/enqueue|payments\/views\/(trail|list-records))\.ts$|^scripts\/|^server\.ts$/;
  const callers = product.filter(({ text }) => /\bpool\(\)/.test(text)).map(({ path }) => path);
  expect(callers.filter((path) => !isIn(path, 'lib/hot-queries') && !others.test(path))).toEqual([]);
});

test('no noun knows of HTTP', () => {
  const nouns = NOUNS.map((noun) => `lib/${noun}`);
  expect(
    broken(within(...nouns, 'lib/rails'), ({ target }) => isIn(target, 'lib/http', 'next') || target === 'next'),
  ).toEqual([]);
});

test('only pages and their routes import the dashboard', () => {
  const below = within('lib').filter(({ path }) => !isIn(path, 'lib/dashboard'));
  expect(broken(below, ({ target, typeOnly }) => isIn(target, 'lib/dashboard') && !typeOnly)).toEqual([]);
});

test('the worker loads no sign-in and no pages, which would be a third of its memory', () => {
  const reached = new Set<string>();
  const visit = (path: string) => {
    if (reached.has(path)) return;
    reached.add(path);
    for (const { target, typeOnly } of files.find((file) => file.path === path)?.imports ?? [])
      if (!typeOnly) visit(target);
  };
  visit('scripts/worker.ts');
  expect(reached).toContain('lib/worker/handlers.ts');
  const unwanted = /^(next|sharp|lib\/dashboard|lib\/sessions\/session\.ts|@simplewebauthn|components|app)(\/|$)/;
  expect([...reached].filter((path) => unwanted.test(path))).toEqual([]);
});

test('lib/http imports hot queries, problems, texts and leaves, and only the contracts of nouns', () => {
  const allowed = /^lib\/(http|hot-queries|problems|i18n)\/|^lib\/[^/]+\.ts$|^lib\/[^/]+\/contract\.ts$/;
  expect(broken(within('lib/http'), ({ target }) => isIn(target, 'lib') && !allowed.test(target))).toEqual([]);
});

test('a rail imports no noun, and of other rails only the code of its own gateway', () => {
  const noun = ({ target }: Import) =>
    nounOf(target) !== undefined || isIn(target, 'lib/emails', 'lib/jobs', 'lib/http');
  expect(broken(within('lib/rails'), noun)).toEqual([]);
  const folder = (path: string) => /^lib\/rails\/([^/]+)\//.exec(path)?.[1];
  const otherRail = ({ target }: Import, { path }: SourceFile) => {
    const [from, to] = [folder(path), folder(target)];
    const isOther = from !== undefined && to !== undefined && from !== to;
    return isOther && to !== 'port' && !from.startsWith(`${to}-`);
  };
  expect(broken(within('lib/rails'), otherRail)).toEqual([]);
});

test('the product only reaches rails through the registry and the port', () => {
  const outside = product.filter(({ path }) => !isIn(path, 'lib/rails'));
  const deep = ({ target }: Import) =>
    isIn(target, 'lib/rails') && !/^lib\/rails\/(registry\.ts|port\/[a-z]+\.ts)$/.test(target);
  expect(broken(outside, deep)).toEqual([]);
});

test('emulators, e2e and the SDK speak HTTP: they import nothing of the product', () => {
  const outer = [...files.filter(({ path }) => isIn(path, 'emulators', 'e2e')), ...within('sdk')];
  expect(broken(outer, ({ target }) => isIn(target, 'app', 'lib', 'components') || target === 'server.ts')).toEqual([]);
  const others = product.filter(({ path }) => !isIn(path, 'emulators', 'e2e', 'sdk'));
  expect(broken(others, ({ target }) => isIn(target, 'emulators', 'e2e', 'sdk'))).toEqual([]);
});

test('the SDK is a package of its own: it imports nothing of the product, nor the product it', () => {
  const own = ['app', 'components', 'emulators', 'e2e', 'lib', 'prisma', 'scripts', 'testing'];
  expect(broken(within('sdk/src'), ({ target }) => isIn(target, ...own) || target === 'server.ts')).toEqual([]);
  expect(broken(within('app', 'components', 'lib'), ({ target }) => isIn(target, 'sdk'))).toEqual([]);
});

test('components get plain data: types of contracts, views, staff lists and documentation, and texts, money, currencies, colours', () => {
  const types =
    /^lib\/([^/]+\/(views\/)?(contract|[a-z-]+-view)|(docs|dashboard\/staff)\/[a-z-]+|problems\/catalogue|changelog|graphics\/qr-code)\.ts$/;
  const allowed = ({ target, typeOnly }: Import) =>
    isIn(target, 'lib/i18n') ||
    /^lib\/(money|currencies|colour|unreachable)\.ts$/.test(target) ||
    (typeOnly && types.test(target));
  const foreign = (found: Import) =>
    isIn(found.target, 'app', 'prisma', 'scripts') || (isIn(found.target, 'lib') && !allowed(found));
  expect(broken(within('components'), foreign)).toEqual([]);
});

test('only env.ts reads the environment', () => {
  // In lib/docs it stands in the examples for partners, which are text.
  const allowed =
    /^(lib\/env|emulators\/env)\.ts$|^(scripts|e2e|lib\/docs|sdk\/(example|src\/testing))\/|^testing\/database-server\.ts$|^[^/]+\.config\.(ts|mjs)$/;
  const readers = product.filter(({ text }) => text.includes('process.env')).map(({ path }) => path);
  expect(readers.filter((path) => !allowed.test(path))).toEqual([]);
});

test('no module of lib has a variable: what it remembers of the process is under a symbol, as Next loads modules twice', () => {
  const remembering = within('lib').filter(({ text }) => /^(export )?(let|var) /m.test(text));
  expect(remembering.map(({ path }) => path)).toEqual([]);
});

test('only lib/db.ts opens the database', () => {
  // The queue sends jobs through a connection of its own.
  const allowed = /^lib\/(db|jobs\/enqueue)\.ts$|^prisma\/|^scripts\//;
  const drivers = ['pg', '@prisma/adapter-pg'];
  const opens = ({ target, typeOnly }: Import, { path }: SourceFile) =>
    !typeOnly && (drivers.includes(target) || isIn(target, 'prisma/generated')) && !allowed.test(path);
  expect(broken(product, opens)).toEqual([]);
});

test('only lib/locks.ts takes row locks', () => {
  const lock = /SELECT 1 FROM \w+[^`]*\bFOR (NO KEY UPDATE|UPDATE|SHARE)/;
  const takers = within('lib').filter(({ text }) => lock.test(text));
  expect(takers.map(({ path }) => path)).toEqual(['lib/locks.ts']);
});

test('no file only re-exports another', () => {
  const barrels = files.filter(
    ({ path, text }) => /^export\s+(\*|\{[^}]*\})\s+from/m.test(text) || /(^|\/)index\.[a-z]+$/.test(path),
  );
  expect(barrels.map(({ path }) => path)).toEqual([]);
});

test('no folder has a meaningless name', () => {
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
