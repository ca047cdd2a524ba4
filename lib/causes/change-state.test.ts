import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { db, disconnect, transaction } from '#lib/db.ts';
import { stopSender } from '#lib/jobs/enqueue.ts';
import type { Actor } from '#lib/policy/actor.ts';
import { NOW, STAFF, storedCause } from '#testing/causes.ts';
import { createTestDatabase } from '#testing/database.ts';
import { until } from '#testing/money.ts';
import { refusalOf } from '#testing/refusals.ts';
import { changeCauseState, closeCause, restoreCause, stateBeforeFraud } from './change-state.ts';
import type { CauseActor } from './lock-cause.ts';
import { overrideCause } from './override.ts';
import { acceptance, type CauseState } from './states.ts';

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
/** Causes whose live payments a job cancels now. */
const stopping = async () => {
  const jobs = await db().$queryRaw<
    { id: string }[]
  >`SELECT data->>'id' AS id FROM pgboss.job WHERE name = 'stop_payments' AND start_after <= now()`;
  return jobs.map(({ id }) => id);
};

describe('moving a cause', () => {
  it('lets its creator publish a draft, pause it and resume it', async () => {
    ({ key, owner } = await storedCause({ state: 'draft' }));
    for (const [from, to] of [
      ['draft', 'published'],
      ['published', 'paused'],
      ['paused', 'published'],
    ] as const) {
      expect(await move(owner, from, to)).toMatchObject({ state: to });
    }
    expect(await stored()).toMatchObject({ pausedFrom: null, pausedBy: null });
  });

  it('lets only staff end a pause by staff or an operator', async () => {
    await move(STAFF, 'published', 'paused');
    expect(await refusalOf(move(owner, 'paused', 'published'))).toBe('not_allowed');
    await move(STAFF, 'paused', 'published');
    await transaction((tx) => overrideCause(tx, key, { state: 'paused' }, NOW));
    expect(await refusalOf(move(owner, 'paused', 'published'))).toBe('not_allowed');
    await transaction((tx) => overrideCause(tx, key, { state: 'published' }, NOW));
    expect(await stored()).toMatchObject({ pausedFrom: null, pausedBy: null });
  });

  it('returns a verified cause to verified', async () => {
    ({ key, owner } = await storedCause({ state: 'verified' }));
    await move(owner, 'verified', 'paused');
    expect(await refusalOf(move(owner, 'paused', 'published'))).toBe('not_allowed');
    expect(await move(owner, 'paused', 'verified')).toMatchObject({ state: 'verified' });
  });

  it('answers another creator as if the cause did not exist', async () => {
    const stranger = (await storedCause()).owner;
    expect(await refusalOf(move(stranger, 'published', 'paused'))).toBe('cause_not_found');
    for (const never of ['nothing', 'a\0b'])
      expect(await refusalOf(move(owner, 'published', 'paused', never))).toBe('cause_not_found');
    const closing = transaction((tx) => closeCause(tx, stranger, key, NOW));
    expect(await refusalOf(closing)).toBe('cause_not_found');
    expect((await stored()).state).toBe('published');
  });

  it('refuses a transition that the table does not allow, and writes nothing', async () => {
    expect(await refusalOf(move(owner, 'published', 'verified'))).toBe('not_allowed');
    expect(await entries()).toEqual([]);
  });

  it('lets one of two concurrent moves win, and reports the other as stale', async () => {
    const other: Actor = { id: 'acc_other', role: 'staff' };
    const moved = Promise.withResolvers<void>();
    const mayCommit = Promise.withResolvers<void>();
    const first = transaction(async (tx) => {
      const result = await changeCauseState(tx, STAFF, { key, from: 'published', to: 'funds_on_hold' }, NOW);
      moved.resolve();
      await mayCommit.promise;
      return result;
    });
    await moved.promise;
    const second = refusalOf(move(other, 'published', 'in_verification'));
    await until('the second waits for the first', async () => {
      const [row] = await db().$queryRaw<{ waiting: number }[]>`
        SELECT count(*)::int AS waiting FROM pg_stat_activity
         WHERE datname = current_database() AND wait_event_type = 'Lock'`;
      return row?.waiting === 1;
    });
    mayCommit.resolve();
    expect(await first).toMatchObject({ state: 'funds_on_hold' });
    expect(await second).toBe('cause_state_changed');
    expect(await entries()).toHaveLength(1);
  });

  it('is written to the audit log with actor, old state and new state', async () => {
    await move(STAFF, 'published', 'in_verification');
    expect(await refusalOf(move({ role: 'service' }, 'in_verification', 'verified'))).toBe('not_allowed');
    expect(await entries()).toMatchObject([
      { actor: 'acc_staff', action: 'cause.change_state', data: { from: 'published', to: 'in_verification' } },
    ]);
  });

  it('cancels live payments exactly when the cause no longer collects', async () => {
    await move(STAFF, 'published', 'in_verification');
    expect(await stopping()).not.toContain(key);
    await move(STAFF, 'in_verification', 'funds_on_hold');
    expect(await stopping()).toContain(key);
  });

  const mails = () =>
    db().email.findMany({
      where: { recipient: `${key}@example.org` },
      select: { template: true, locale: true, data: true },
      orderBy: { createdAt: 'asc' },
    });

  it('mails its creator each time that staff stop it or let it go on, once and in their language', async () => {
    ({ key, owner } = await storedCause({ country: 'co' }));
    const data = { name: 'Olga', title: 'A well', causeUrl: expect.stringMatching(`/dashboard/causes/${key}$`) };
    const told: object[] = [];
    for (const [from, to, change, isOpen] of [
      ['published', 'paused', 'paused', false],
      ['paused', 'published', 'resumed', true],
      ['published', 'in_verification'],
      ['in_verification', 'info_required', 'info_required', false],
      ['info_required', 'in_verification', 'resumed', true],
      ['in_verification', 'funds_on_hold', 'funds_on_hold', false],
      ['funds_on_hold', 'pending_withdrawal', 'resumed', false],
      ['pending_withdrawal', 'fraud'],
    ] as const) {
      await move(STAFF, from, to);
      if (change) told.push({ template: 'cause_changed', locale: 'es', data: { ...data, change, isOpen } });
      expect(await mails()).toEqual(told);
    }
  });

  it('tells of no donations where its closing time has passed, and that it was not accepted', async () => {
    ({ key, owner } = await storedCause({ state: 'paused', closesAt: new Date(NOW.getTime() - 60_000) }));
    await move(STAFF, 'paused', 'published');
    expect(await mails()).toMatchObject([{ data: { change: 'resumed', isOpen: false } }]);
    ({ key, owner } = await storedCause({ state: 'draft' }));
    await move(STAFF, 'draft', 'rejected');
    expect(await mails()).toMatchObject([{ data: { change: 'rejected' } }]);
  });

  it('mails nothing that its creator did, and nothing that was not done', async () => {
    await move(owner, 'published', 'paused');
    await move(owner, 'paused', 'published');
    expect(await refusalOf(move(STAFF, 'paused', 'published'))).toBe('cause_state_changed');
    expect(await mails()).toEqual([]);
  });

  it('keeps the reason of staff out of the mail', async () => {
    const to = { key, from: 'published', to: 'paused', reason: 'A tip from Quetzal' } as const;
    await transaction((tx) => changeCauseState(tx, STAFF, to, NOW));
    expect(await mails()).toHaveLength(1);
    expect(JSON.stringify(await mails())).not.toContain('Quetzal');
  });
});

describe('closing a cause', () => {
  const close = (actor: Actor, now = NOW) => transaction((tx) => closeCause(tx, actor, key, now));

  it('sets its closing time, keeps its state, and cancels live payments', async () => {
    expect(await close(owner)).toMatchObject({ state: 'published' });
    expect(acceptance(await stored(), NOW)).toBe('not_accepting');
    expect(await stopping()).toContain(key);
    expect(await entries()).toMatchObject([{ action: 'cause.close' }]);
  });

  it('keeps the first closing time when it is done twice', async () => {
    await close(owner);
    const { closesAt } = await stored();
    expect(await close(STAFF, new Date(NOW.getTime() + 60_000))).toMatchObject({ closesAt });
  });

  it('closes it at the very instant of its closing time too, at which it still collects', async () => {
    await db().cause.update({ where: { key }, data: { closesAt: NOW } });
    expect(acceptance(await stored(), NOW)).toBe('accepting');
    await close(owner);
    expect(acceptance(await stored(), NOW)).toBe('not_accepting');
  });

  it('is allowed only for a cause that collects or is paused', async () => {
    await db().cause.update({ where: { key }, data: { state: 'refunding' } });
    expect(await refusalOf(close(STAFF))).toBe('not_allowed');
  });
});

describe('a cause that was marked as fraud by mistake', () => {
  const restore = (actor: CauseActor) => transaction((tx) => restoreCause(tx, actor, key, 'A mix-up', NOW));

  it('returns to its state and its pause, once, audited with the reason', async () => {
    await move(owner, 'published', 'paused');
    await move(STAFF, 'paused', 'fraud');
    expect(await stored()).toMatchObject({ pausedFrom: null, pausedBy: null });
    expect(await restore(STAFF)).toMatchObject({ state: 'paused' });
    expect(await stored()).toMatchObject({ pausedFrom: 'published', pausedBy: 'creator', beforeFraud: null });
    expect((await entries()).at(-1)).toMatchObject({
      action: 'cause.restore',
      data: { from: 'fraud', to: 'paused', reason: 'A mix-up' },
    });
    expect(await refusalOf(restore(STAFF))).toBe('cause_state_changed');
    expect(await move(owner, 'paused', 'published')).toMatchObject({ state: 'published' });
  });

  it('is not restored by its creator, nor after staff moved it on', async () => {
    await transaction((tx) => overrideCause(tx, key, { state: 'fraud' }, NOW));
    expect(stateBeforeFraud(await stored())?.state).toBe('published');
    expect(await refusalOf(restore(owner))).toBe('not_allowed');
    await move(STAFF, 'fraud', 'refunding');
    expect(await refusalOf(restore(STAFF))).toBe('cause_state_changed');
    expect(stateBeforeFraud(await stored())).toBeNull();
  });
});
