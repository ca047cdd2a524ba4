import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createClient } from '#lib/clients/client.ts';
import { db, disconnect, transaction } from '#lib/db.ts';
import { stopSender } from '#lib/jobs/queue.ts';
import { createTestDatabase } from '#prisma/test-database.ts';
import { loadCausePage } from './load-page.ts';
import { CAUSE_STATES, isPubliclyVisible } from './states.ts';
import { updateCause } from './update.ts';

const NOW = new Date('2026-11-21T12:00:00Z');
let database: Awaited<ReturnType<typeof createTestDatabase>>;
let serial = 0;
let key = '';

beforeAll(async () => {
  database = await createTestDatabase();
  Object.assign(process.env, { DATABASE_URL: database.url, LOG_LEVEL: 'silent' });
});

afterAll(async () => {
  await stopSender();
  await disconnect();
  await database.drop();
});

/** A cause in dollars with a goal of 5,000.00. */
async function createCause(overrides: object = {}): Promise<string> {
  serial += 1;
  const name = `well-${serial}`;
  await transaction(async (tx) => {
    const client = await createClient(tx, { name: 'Partner' });
    const email = `${name}@example.org`;
    const owner = { create: { id: `acc_${name}`, email, emailKey: email, name: 'Olga' } };
    const terms = { termsAcceptedAt: NOW, termsVersion: '1', termsAcceptedIp: '203.0.113.7' };
    const fees = { feePercent: 5, feeModel: 'plus_gateway_costs' };
    const facts = {
      title: 'A well',
      country: 'us',
      currency: 'USD',
      goalAmount: 500_000n,
      state: 'published',
    };
    await tx.cause.create({
      data: {
        ...{ key: name, slug: name, client: { connect: { id: client.id } }, owner },
        ...{ ...terms, ...fees, ...facts, ...overrides },
        addresses: { create: { address: name } },
      },
    });
  });
  return name;
}

beforeEach(async () => {
  key = await createCause();
});

describe('the public page of a cause', () => {
  it('shows collected and goal in major units, whatever unit the goal is stored in', async () => {
    expect(await loadCausePage(key, NOW)).toMatchObject({
      kind: 'found',
      page: { title: 'A well', money: { currency: 'USD', collectedMajor: 0, goalMajor: 5000 } },
    });
    const pesos = await createCause({ currency: 'COP', country: 'co' });
    expect(await loadCausePage(pesos, NOW)).toMatchObject({ page: { money: { goalMajor: 500_000 } } });
  });

  it('has no goal where there is no target', async () => {
    const open = await createCause({ goalAmount: 0n });
    expect(await loadCausePage(open, NOW)).toMatchObject({ page: { money: { goalMajor: null } } });
  });

  it('says nothing of money while the creator hides amounts', async () => {
    await transaction((tx) => updateCause(tx, key, { hideAmounts: true }, NOW));
    expect(await loadCausePage(key, NOW)).toMatchObject({ kind: 'found', page: { money: null } });
  });

  it('leads from the key and from every earlier slug to the present one', async () => {
    await transaction((tx) => updateCause(tx, key, { slug: `${key}-old` }, NOW));
    await transaction((tx) => updateCause(tx, key, { slug: `${key}-new` }, NOW));
    const moved = { kind: 'moved', slug: `${key}-new` };
    expect(await loadCausePage(key, NOW)).toEqual(moved);
    expect(await loadCausePage(`${key}-old`, NOW)).toEqual(moved);
    expect(await loadCausePage(`${key}-new`, NOW)).toMatchObject({ kind: 'found' });
  });

  it.each(CAUSE_STATES)('in state %s is there only if the public may see it', async (state) => {
    await db().cause.update({ where: { key }, data: { state } });
    const { kind } = await loadCausePage(key, NOW);
    expect(kind).toBe(isPubliclyVisible(state) ? 'found' : 'missing');
  });

  it('does not tell the address of a hidden cause apart from one that never was', async () => {
    await transaction((tx) => updateCause(tx, key, { slug: `${key}-new`, state: 'draft' }, NOW));
    expect(await loadCausePage(key, NOW)).toEqual({ kind: 'missing' });
    for (const never of ['no-such-cause', 'a\0b', '\ud800'])
      expect(await loadCausePage(never, NOW)).toEqual({ kind: 'missing' });
  });

  it('says whether it collects, and whether it has closed', async () => {
    const closesAt = new Date('2026-11-21T12:00:01Z');
    await transaction((tx) => updateCause(tx, key, { closesAt }, NOW));
    expect(await loadCausePage(key, NOW)).toMatchObject({ page: { isCollecting: true, hasClosed: false } });
    const later = new Date('2026-11-21T12:00:02Z');
    expect(await loadCausePage(key, later)).toMatchObject({ page: { isCollecting: false, hasClosed: true } });
  });
});
