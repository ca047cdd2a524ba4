import { expect, test } from 'vitest';
import { type SourceFile, sourceFiles } from '#testing/imports.ts';
import { isPartlyFull } from '#testing/tags.ts';
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

test('what the gate leaves out runs in it when what it guards has changed', () => {
  const folders = (changed: string[]) => [
    ...new Set(guardsOf(changed).map((path) => path.split('/').slice(0, 2).join('/'))),
  ];
  expect(guardsOf(['README.md', 'app/globals.css'])).toEqual([]);
  expect(guardsOf(['prisma/schema.prisma'])).toEqual(
    expect.arrayContaining(['prisma/indexes.test.ts', 'scripts/migrate.test.ts']),
  );
  expect(guardsOf(['scripts/postgres-cluster.ts'])).toContain('scripts/postgres.test.ts');
  expect(folders(['scripts/console/link.ts'])).toEqual(['scripts/console']);
  expect(folders(['emulators/stripe/refunds.ts'])).toContain('emulators/stripe');
});

test('it runs when it has changed, or code of its noun, and every such test guards something', () => {
  const whole = { ...file('lib/links/mint/mint.test.ts'), text: '// @module-tag full\n' };
  const some = { ...file('lib/links/limits.test.ts'), text: "test('x', { tags: ['full'] }, () => {})" };
  const fewer = { ...file('lib/links/rounds.test.ts'), text: "import { runs } from '#testing/runs.ts'" };
  const none = file('lib/links/names.test.ts');
  const all = [...FILES, whole, some, none, fewer];
  for (const path of ['lib/links/limits.ts', 'lib/links/mint/mint.tsx'])
    expect(guardsOf([path], all)).toEqual([some.path, whole.path, fewer.path]);
  expect(guardsOf([some.path, none.path], all)).toEqual([some.path]);
  expect(guardsOf(['lib/money.ts', 'testing/service.ts', 'lib/links/README.md'], all)).toEqual([]);

  const files = sourceFiles();
  const product = files.map(({ path }) => path).filter((path) => !/\.(test|spec)\.tsx?$/.test(path));
  const guards = guardsOf([...product, 'prisma/schema.prisma'], files);
  const idle = files.filter((one) => isPartlyFull(one) && !guards.includes(one.path));
  expect(idle.map(({ path }) => path)).toEqual([]);
});
