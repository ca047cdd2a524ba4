import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { db, disconnect, transaction } from '#lib/db.ts';
import { newId } from '#lib/ids.ts';
import { stopSender } from '#lib/jobs/enqueue.ts';
import type { Actor } from '#lib/policy/actor.ts';
import { NOW, STAFF, storedCause, storedContribution } from '#testing/causes.ts';
import { createTestDatabase } from '#testing/database.ts';
import { loadCausePage } from './load-page.ts';
import { overrideCause } from './override.ts';
import { CAUSE_STATES, isPubliclyVisible } from './states.ts';

let database: Awaited<ReturnType<typeof createTestDatabase>>;
let key = '';
let owner: Actor;

beforeAll(async () => {
  database = await createTestDatabase();
  Object.assign(process.env, { DATABASE_URL: database.url, LOG_LEVEL: 'silent' });
});

afterAll(async () => {
  await stopSender();
  await disconnect();
  await database.drop();
});

const createCause = async (overrides: object = {}) => (await storedCause(overrides)).key;

beforeEach(async () => {
  ({ key, owner } = await storedCause());
});

describe('the public page of a cause', () => {
  it('shows collected and goal in major units, whatever unit the goal is stored in', async () => {
    expect(await loadCausePage(key, NOW)).toMatchObject({
      kind: 'found',
      page: {
        title: 'A well',
        currency: 'USD',
        money: { collectedMajor: 0, goalMajor: 5000, contributions: 0 },
      },
    });
    for (const currency of ['COP', 'CLP']) {
      const pesos = await createCause({ currency });
      await storedContribution(pesos, { amountMajor: 250_000 });
      expect(await loadCausePage(pesos, NOW)).toMatchObject({
        page: { currency, money: { collectedMajor: 250_000, goalMajor: 500_000, contributions: 1 } },
      });
    }
  });

  it('has no goal where there is no target', async () => {
    const open = await createCause({ goalAmount: 0n });
    expect(await loadCausePage(open, NOW)).toMatchObject({ page: { money: { goalMajor: null } } });
  });

  it('shows no money while the creator hides amounts', async () => {
    await storedContribution(key, { row: { donorName: 'Ana' } });
    await transaction((tx) => overrideCause(tx, key, { hideAmounts: true }, NOW));
    expect(await loadCausePage(key, NOW)).toMatchObject({
      kind: 'found',
      page: { money: null, contributions: [{ name: 'Ana', amountMajor: null }] },
    });
  });

  it('redirects from the key and from every earlier slug to the current slug', async () => {
    await transaction((tx) => overrideCause(tx, key, { slug: `${key}-old` }, NOW));
    await transaction((tx) => overrideCause(tx, key, { slug: `${key}-new` }, NOW));
    const moved = { kind: 'moved', slug: `${key}-new` };
    expect(await loadCausePage(key, NOW)).toEqual(moved);
    expect(await loadCausePage(`${key}-old`, NOW)).toEqual(moved);
    expect(await loadCausePage(`${key}-new`, NOW)).toMatchObject({ kind: 'found' });
  });

  it.each(CAUSE_STATES)('in state %s exists only if the public may see it', async (state) => {
    await db().cause.update({ where: { key }, data: { state } });
    const { kind } = await loadCausePage(key, NOW);
    expect(kind).toBe(isPubliclyVisible(state) ? 'found' : 'missing');
  });

  it.each(CAUSE_STATES.filter((state) => !isPubliclyVisible(state)))(
    'in state %s is a preview for its creator and for staff only',
    async (state) => {
      await db().cause.update({ where: { key }, data: { state } });
      const stranger = (await storedCause()).owner;
      const seenBy = (viewer: Actor | null) =>
        loadCausePage(key, NOW, {
          viewer: async () => viewer && { id: viewer.id, role: viewer.role },
        });
      for (const [viewer, dashboardPath] of [
        [owner, `/dashboard/causes/${key}`],
        [STAFF, `/dashboard/staff/causes/${key}`],
      ] as const)
        expect(await seenBy(viewer)).toMatchObject({
          kind: 'found',
          page: { isPreview: true, isDraft: ['draft', 'created'].includes(state), dashboardPath, isCollecting: false },
        });
      for (const viewer of [stranger, null]) expect(await seenBy(viewer)).toEqual({ kind: 'missing' });
    },
  );

  it('has the branding of the client that created the cause', async () => {
    expect(await loadCausePage(key, NOW)).toMatchObject({
      page: { branding: null, isPreview: false, dashboardPath: null },
    });
    const { clientId } = await db().cause.findUniqueOrThrow({ where: { key } });
    const look = { displayName: 'Casa Abierta', accentColor: '#0f766e' };
    await db().client.update({ where: { id: clientId }, data: look });
    expect(await loadCausePage(key, NOW)).toMatchObject({
      page: { branding: { display_name: 'Casa Abierta', accent_color: '#0f766e' } },
    });
  });

  it('tells who organizes it, what the money is for, its pictures in order, and its latest updates', async () => {
    await db().cause.update({ where: { key }, data: { useOfFunds: 'A pump.' } });
    const at = (minute: number) => new Date(NOW.getTime() + minute * 60_000);
    for (const n of [1, 2, 3, 4]) {
      const texts = { title: `No. ${n}`, body: 'x' };
      await db().causeUpdate.create({
        data: { id: newId('causeUpdate'), causeKey: key, ...texts, publishedAt: at(n) },
      });
      const bytes = { large: new Uint8Array(1), small: new Uint8Array(1) };
      await db().causePicture.create({
        data: {
          id: newId('causePicture'),
          causeKey: key,
          alt: `No. ${n}`,
          width: 4,
          height: 3,
          ...bytes,
          createdAt: at(n),
        },
      });
    }
    const load = async (updatesBefore?: string) => {
      const found = await loadCausePage(key, NOW, { updatesBefore });
      if (found.kind !== 'found') throw new Error('no such page');
      return found.page;
    };
    const page = await load();
    expect(page).toMatchObject({ organiser: 'Olga', useOfFunds: 'A pump.' });
    expect(page.pictures.map(({ alt }) => alt)).toEqual(['No. 1', 'No. 2', 'No. 3', 'No. 4']);
    expect(page.updates[0]).toMatchObject({ title: 'No. 4', publishedAt: at(4).toISOString() });
    const earlier = await load(page.nextUpdates ?? undefined);
    expect([page, earlier].map(({ updates }) => updates.map(({ title }) => title))).toEqual([
      ['No. 4', 'No. 3', 'No. 2'],
      ['No. 1'],
    ]);
    expect([earlier.showsEarlierUpdates, earlier.nextUpdates]).toEqual([true, null]);
  });

  it('treats a hidden cause like a missing one', async () => {
    await transaction((tx) => overrideCause(tx, key, { slug: `${key}-new`, state: 'draft' }, NOW));
    expect(await loadCausePage(key, NOW)).toEqual({ kind: 'missing' });
    for (const never of ['no-such-cause', 'a\0b', '\ud800'])
      expect(await loadCausePage(never, NOW)).toEqual({ kind: 'missing' });
  });

  it('says whether it collects, and whether it has closed', async () => {
    const closesAt = new Date('2026-11-21T12:00:01Z');
    await transaction((tx) => overrideCause(tx, key, { closesAt }, NOW));
    expect(await loadCausePage(key, NOW)).toMatchObject({ page: { isCollecting: true, hasClosed: false } });
    const later = new Date('2026-11-21T12:00:02Z');
    expect(await loadCausePage(key, later)).toMatchObject({ page: { isCollecting: false, hasClosed: true } });
  });
});
