import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Actor } from '#lib/accounts/actor.ts';
import { db, disconnect, transaction } from '#lib/db.ts';
import { stopSender } from '#lib/jobs/queue.ts';
import { createTestDatabase } from '#prisma/test-database.ts';
import { NOW, STAFF, storedCause } from '#scripts/testing/causes.ts';
import { until } from '#scripts/testing/money.ts';
import type { CauseActor } from './actor.ts';
import { changeCauseState, closeCause } from './change-state.ts';
import { acceptance, type CauseState } from './states.ts';
import { updateCause } from './update.ts';

let database: Awaited<ReturnType<typeof createTestDatabase>>;
let key: string;
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
beforeEach(async () => {
  ({ key, owner } = await storedCause());
});

const move = (actor: CauseActor, from: CauseState, to: CauseState, of = key) =>
  transaction((tx) => changeCauseState(tx, actor, { key: of, from, to }, NOW));
const stored = () => db().cause.findUniqueOrThrow({ where: { key } });
const entries = () => db().auditEntry.findMany({ where: { subject: key }, orderBy: { at: 'asc' } });
/** Causes whose live payments are to be called off now. */
const stopping = async () => {
  const jobs = await db().$queryRaw<
    { id: string }[]
  >`SELECT data->>'id' AS id FROM pgboss.job WHERE name = 'stop_payments' AND start_after <= now()`;
  return jobs.map(({ id }) => id);
};

describe('moving a cause', () => {
  it('lets its creator publish a draft, pause it and take the pause back', async () => {
    ({ key, owner } = await storedCause({ state: 'draft' }));
    for (const [from, to] of [
      ['draft', 'published'],
      ['published', 'paused'],
      ['paused', 'published'],
    ] as const) {
      expect(await move(owner, from, to)).toMatchObject({ kind: 'changed', cause: { state: to } });
    }
    expect(await stored()).toMatchObject({ pausedFrom: null, pausedBy: null });
  });

  it('leaves a pause of staff, and of an operator, to staff', async () => {
    await move(STAFF, 'published', 'paused');
    expect(await move(owner, 'paused', 'published')).toMatchObject({ kind: 'not_allowed' });
    await move(STAFF, 'paused', 'published');
    await transaction((tx) => updateCause(tx, key, { state: 'paused' }, NOW));
    expect(await move(owner, 'paused', 'published')).toMatchObject({ kind: 'not_allowed' });
    await transaction((tx) => updateCause(tx, key, { state: 'published' }, NOW));
    expect(await stored()).toMatchObject({ pausedFrom: null, pausedBy: null });
  });

  it('returns a verified cause to verified', async () => {
    ({ key, owner } = await storedCause({ state: 'verified' }));
    await move(owner, 'verified', 'paused');
    expect(await move(owner, 'paused', 'published')).toMatchObject({ kind: 'not_allowed' });
    expect(await move(owner, 'paused', 'verified')).toMatchObject({ kind: 'changed' });
  });

  it('tells another creator what it tells of a cause that never was', async () => {
    const stranger = (await storedCause()).owner;
    expect(await move(stranger, 'published', 'paused')).toEqual({ kind: 'missing' });
    for (const never of ['nothing', 'a\0b'])
      expect(await move(owner, 'published', 'paused', never)).toEqual({ kind: 'missing' });
    expect(await transaction((tx) => closeCause(tx, stranger, key, NOW))).toEqual({ kind: 'missing' });
    expect((await stored()).state).toBe('published');
  });

  it('refuses what the table does not allow, and writes nothing', async () => {
    expect(await move(owner, 'published', 'verified')).toEqual({
      kind: 'not_allowed',
      from: 'published',
      to: 'verified',
    });
    expect(await entries()).toEqual([]);
  });

  it('lets one of two staff who act at once be first, and tells the other', async () => {
    const other: Actor = { accountId: 'acc_other', role: 'staff' };
    const moved = Promise.withResolvers<void>();
    const mayCommit = Promise.withResolvers<void>();
    const first = transaction(async (tx) => {
      const result = await changeCauseState(tx, STAFF, { key, from: 'published', to: 'funds_on_hold' }, NOW);
      moved.resolve();
      await mayCommit.promise;
      return result;
    });
    await moved.promise;
    const second = move(other, 'published', 'in_verification');
    await until('the second waits for the first', async () => {
      const [row] = await db().$queryRaw<{ waiting: number }[]>`
        SELECT count(*)::int AS waiting FROM pg_stat_activity
         WHERE datname = current_database() AND wait_event_type = 'Lock'`;
      return row?.waiting === 1;
    });
    mayCommit.resolve();
    expect(await first).toMatchObject({ kind: 'changed' });
    expect(await second).toEqual({ kind: 'stale', state: 'funds_on_hold' });
    expect(await entries()).toHaveLength(1);
  });

  it('is written to the audit log: who, from where, to where', async () => {
    await move(STAFF, 'published', 'in_verification');
    await move({ role: 'service' }, 'in_verification', 'verified');
    expect(await entries()).toMatchObject([
      { actor: 'acc_staff', action: 'cause state', data: { from: 'published', to: 'in_verification' } },
    ]);
  });

  it('calls live payments off exactly when the cause does not collect any more', async () => {
    await move(STAFF, 'published', 'in_verification');
    expect(await stopping()).not.toContain(key);
    await move(STAFF, 'in_verification', 'funds_on_hold');
    expect(await stopping()).toContain(key);
  });
});

describe('closing a cause', () => {
  const close = (actor: Actor, now = NOW) => transaction((tx) => closeCause(tx, actor, key, now));

  it('lets its closing time pass, leaves its state, and calls live payments off', async () => {
    expect(await close(owner)).toMatchObject({ kind: 'closed', cause: { state: 'published' } });
    expect(acceptance(await stored(), NOW)).toBe('not_accepting');
    expect(await stopping()).toContain(key);
    expect(await entries()).toMatchObject([{ action: 'cause close' }]);
  });

  it('keeps the first time when it is done twice', async () => {
    await close(owner);
    const { closesAt } = await stored();
    expect(await close(STAFF, new Date(NOW.getTime() + 60_000))).toMatchObject({
      kind: 'closed',
      cause: { closesAt },
    });
  });

  it('is only for what collects, or is paused', async () => {
    await db().cause.update({ where: { key }, data: { state: 'refunding' } });
    expect(await close(STAFF)).toEqual({ kind: 'not_allowed' });
  });
});
