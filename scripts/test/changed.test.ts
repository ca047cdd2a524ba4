import { expect, test } from 'vitest';
import { type SourceFile, sourceFiles } from '#testing/imports.ts';
import { hasFullTests } from '#testing/tags.ts';
import { affectedBy, guardsOf } from './changed.ts';

function file(path: string, ...targets: string[]): SourceFile {
  return { path, text: '', imports: targets.map((target) => ({ target, typeOnly: false })) };
}

const FILES = [
  file('lib/money.ts'),
  file('lib/mint.ts', 'lib/money.ts'),
  file('lib/mint.test.ts', 'lib/mint.ts', 'testing/service.ts'),
  file('lib/colour.test.ts', 'lib/colour.ts'),
  file('testing/service.ts', 'testing/database.ts'),
  file('e2e/receipt.spec.ts', 'e2e/support/donor.ts'),
  file('e2e/staff.spec.ts', 'e2e/support/visitor.ts'),
];
const JOURNEYS = ['e2e/receipt.spec.ts', 'e2e/staff.spec.ts'];

test('a changed file affects the tests that import it, also through others', () => {
  expect(affectedBy(['lib/money.ts'], FILES).integrationTests).toEqual(['lib/mint.test.ts']);
  expect(affectedBy(['lib/mint.test.ts'], FILES)).toEqual({
    integrationTests: ['lib/mint.test.ts'],
    journeys: [],
    example: false,
  });
});

test('what the service of a test starts affects it too: the emulators, and the migrations of its database', () => {
  for (const path of ['emulators/stripe/cards.ts', 'prisma/migrations/20261123_x/migration.sql'])
    expect(affectedBy([path], FILES)).toMatchObject({
      integrationTests: ['lib/mint.test.ts'],
      journeys: JOURNEYS,
    });
});

test('a journey is affected by the part of the product that it goes through', () => {
  expect(affectedBy(['components/dashboard/table.css'], FILES).journeys).toEqual(['e2e/staff.spec.ts']);
  expect(affectedBy(['app/receipt/[token]/page.tsx'], FILES).journeys).toEqual(['e2e/receipt.spec.ts']);
  expect(affectedBy(['e2e/support/donor.ts'], FILES).journeys).toEqual(['e2e/receipt.spec.ts']);
  expect(affectedBy(['lib/money.ts'], FILES).journeys).toEqual(JOURNEYS);
});

test('the SDK and what its test kit goes through affect its example', () => {
  for (const path of ['sdk/src/client.ts', 'sdk/src/testing/donor.ts', 'lib/qa-deck/act.ts', 'app/v1/causes/route.ts'])
    expect(affectedBy([path], FILES).example).toBe(true);
  expect(affectedBy(['sdk/src/client.ts'], FILES).journeys).toEqual([]);
  expect(affectedBy(['app/dashboard/page.tsx'], FILES).example).toBe(false);
});

test('a new package or compiler setting affects everything, a document nothing', () => {
  expect(affectedBy(['package-lock.json'], FILES)).toEqual({
    integrationTests: ['lib/colour.test.ts', 'lib/mint.test.ts'],
    journeys: JOURNEYS,
    example: true,
  });
  expect(affectedBy(['README.md', 'docs/glossary.md'], FILES)).toEqual({
    integrationTests: [],
    journeys: [],
    example: false,
  });
});

test('a test that the gate leaves out runs in it when what it guards has changed', () => {
  expect(guardsOf(['lib/money.ts', 'README.md'])).toEqual([]);
  expect(guardsOf(['prisma/migrations/20261123_x/migration.sql'])).toEqual(['scripts/migrate', 'prisma']);
  expect(guardsOf(['scripts/postgres-cluster.ts', 'scripts/console/link.ts', 'scripts/migrate.ts'])).toEqual([
    'scripts/postgres',
    'scripts/migrate',
    'scripts/console',
  ]);
  expect(guardsOf(['emulators/stripe/refunds.ts'])).toEqual(['emulators']);
});

test('it runs when it has changed, or a file of its noun that it reaches, and every such test guards something', () => {
  const mint = file('lib/links/mint/mint.ts', 'lib/links/limits.ts');
  const limits = file('lib/links/limits.ts', 'lib/money.ts');
  const whole = { ...file('lib/links/mint/mint.test.ts', mint.path), text: '// @module-tag full\n' };
  const some = { ...file('lib/links/limits.test.ts', limits.path), text: "test('x', { tags: ['full'] }, () => {})" };
  const none = file('lib/links/names.test.ts', limits.path);
  const all = [...FILES, mint, limits, whole, some, none];
  expect(guardsOf([mint.path], all)).toEqual([whole.path]);
  expect(guardsOf([limits.path], all)).toEqual([whole.path, some.path]);
  expect(guardsOf([some.path, none.path], all)).toEqual([some.path]);
  expect(guardsOf(['lib/money.ts', 'testing/service.ts'], all)).toEqual([]);

  const files = sourceFiles();
  const product = files.map(({ path }) => path).filter((path) => !/\.(test|spec)\.tsx?$/.test(path));
  const guards = guardsOf([...product, 'prisma/schema.prisma'], files);
  const idle = files.filter((one) => hasFullTests(one) && !guards.some((guard) => one.path.startsWith(guard)));
  expect(idle.map(({ path }) => path)).toEqual([]);
});
