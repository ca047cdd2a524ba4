import fc from 'fast-check';
import pg from 'pg';
import { afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { db, snapshot } from '#lib/db.ts';
import { asOwner, ownerUrl } from '#testing/as-owner.ts';
import { NOW, storedCause, storedContribution } from '#testing/causes.ts';
import { applyReport, chargeback, ownDatabase, pendingPayment } from '#testing/ledger.ts';
import { runs } from '#testing/runs.ts';
import { recountTotals, wrongTotals } from './check-totals.ts';
import { causeTotals } from './totals.ts';

ownDatabase();
// The tests delete payments as the owner of the database, which the service cannot: the triggers hold for any role.
// What a payment received never changes; totals would follow if it did.
beforeAll(async () => {
  await asOwner('ALTER TABLE payments DISABLE TRIGGER payments_are_as_received');
  process.env.DATABASE_URL = ownerUrl();
});

let key: string;
beforeEach(async () => {
  ({ key } = await storedCause());
});

const wrong = () => snapshot((tx) => wrongTotals(tx, 100));
const totals = () => causeTotals(db(), key);

/** Inserts a counting payment for each email. Returns their ids. */
function contributionsOf(emails: readonly (string | null)[]): Promise<string[]> {
  return Promise.all(emails.map((donorEmail) => storedContribution(key, { row: { donorEmail } })));
}

type Value<A> = A extends fc.Arbitrary<infer T> ? T : never;
const email = fc.constantFrom('ana@example.org', 'ANA@example.org', 'josé@example.org', 'JOSÉ@example.org', null);

describe('stored totals equal the sum of the payments', () => {
  /** The reports of a gateway about a payment over time. */
  const story = fc.record({
    email,
    amountMajor: fc.integer({ min: 1, max: 1_000 }),
    reports: fc.array(
      fc.record({
        refunded: fc.constantFrom(0, 1, 33, 50, 100),
        dispute: fc.constantFrom(null, 'open' as const, 'won' as const, 'lost' as const),
        disputed: fc.constantFrom(10, 100),
      }),
      { maxLength: 4 },
    ),
  });

  async function live({ email: donorEmail, amountMajor, reports }: Value<typeof story>): Promise<void> {
    const id = await pendingPayment(key, { amountMajor });
    const { linkId } = await db().payment.findUniqueOrThrow({ where: { id } });
    await db().checkoutLink.update({ where: { id: linkId }, data: { donorEmail } });
    await applyReport(id);
    for (const { refunded, dispute, disputed } of reports)
      await applyReport(id, {
        refundedMinor: BigInt(amountMajor * refunded),
        disputes: dispute ? [chargeback(`du_${id}`, dispute, { amountMinor: BigInt(amountMajor * disputed) })] : [],
      });
  }

  test('after approvals, full and partial refunds, chargebacks and disputes in any state', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(story, { minLength: 2, maxLength: 12 }), async (stories) => {
        ({ key } = await storedCause());
        await Promise.all(stories.map(live));
        expect(await wrong()).toEqual([]);
      }),
      { numRuns: runs(4, 10) },
    );
  });

  /** Any row content, or a deletion. */
  const change = fc.oneof(
    {
      weight: 9,
      arbitrary: fc.record(
        {
          state: fc.constantFrom('approved', 'canceled'),
          refundedMinor: fc.constantFrom(0n, 1n, 1_250n, 4_999n, 5_000n, 6_000n),
          disputedMinor: fc.constantFrom(0n, 1n, 1_250n, 5_000n),
          chargedBackMinor: fc.constantFrom(0n, 1n, 1_250n, 5_000n),
          donorEmail: email,
          amount: fc.constantFrom(50n, 75n),
          causeKey: fc.constantFrom('this', 'other'),
        },
        { requiredKeys: [] },
      ),
    },
    { weight: 1, arbitrary: fc.constant('deleted' as const) },
  );

  test('after rows with any content are inserted, changed twice in a transaction, moved, erased, deleted and rolled back', async () => {
    const rows = fc.array(
      fc.record({
        first: email,
        changes: fc.array(fc.record({ change, isLast: fc.boolean(), fails: fc.nat(5).map((die) => die === 0) }), {
          maxLength: 6,
        }),
      }),
      { minLength: 2, maxLength: 12 },
    );
    await fc.assert(
      fc.asyncProperty(rows, async (payments) => {
        ({ key } = await storedCause());
        const { key: other } = await storedCause();
        const ids = await contributionsOf(payments.map(({ first }) => first));
        await Promise.all(payments.map(({ changes }, index) => rewrite(ids[index] ?? '', changes, other)));
        expect(await wrong()).toEqual([]);
      }),
      { numRuns: runs(8, 25) },
    );
  });

  type Step = { change: Value<typeof change>; isLast: boolean; fails: boolean };

  /** Groups steps into transactions: each step commits alone, or together with those before it. */
  async function rewrite(id: string, steps: Step[], other: string): Promise<void> {
    const pending: Step[] = [];
    for (const step of steps) {
      pending.push(step);
      if (!step.isLast) continue;
      await write(id, pending.splice(0), other);
    }
    await write(id, pending, other);
  }

  async function write(id: string, steps: Step[], other: string): Promise<void> {
    const gaveUp = new Error('rolled back');
    await db()
      .$transaction(async (tx) => {
        for (const { change: data } of steps) {
          if (data === 'deleted') await tx.payment.deleteMany({ where: { id } });
          else {
            const { causeKey, amount, ...rest } = data;
            await tx.payment.updateMany({
              where: { id },
              data: {
                ...rest,
                ...(amount === undefined ? {} : { amount, amountMinor: amount * 100n }),
                ...(causeKey === undefined ? {} : { causeKey: causeKey === 'this' ? key : other }),
              },
            });
          }
        }
        if (steps.some(({ fails }) => fails)) throw gaveUp;
        // Required of a transaction that changes several contributions (the decision on kept totals).
        if (steps.length > 1) await tx.$executeRaw`LOCK TABLE cause_contributors, cause_totals IN EXCLUSIVE MODE`;
      })
      .catch((error: unknown) => {
        if (error !== gaveUp) throw error;
      });
  }
});

describe('concurrent transactions', () => {
  const open: pg.Client[] = [];
  afterEach(async () => {
    for (const client of open.splice(0)) await client.end();
  });

  /**
   * A session with an open transaction that changes a payment; with `isEager` its change of the totals is applied at once.
   */
  async function changing(statement: string, id: string | undefined, { isEager = false } = {}) {
    const client = new pg.Client({ connectionString: process.env.DATABASE_URL });
    await client.connect();
    open.push(client);
    await client.query('BEGIN');
    if (isEager) await client.query('SET CONSTRAINTS ALL IMMEDIATE');
    await client.query(`UPDATE payments SET ${statement} WHERE id = $1`, [id]);
    return {
      commit: () => client.query('COMMIT'),
      rollback: () => client.query('ROLLBACK'),
    };
  }

  /** Waits until so many sessions of this database wait for another. */
  const waiting = (count: number) =>
    vi.waitFor(async () => {
      const [row] = await db().$queryRaw<{ sessions: number }[]>`
        SELECT COUNT(*)::int AS sessions FROM pg_stat_activity
         WHERE datname = current_database() AND wait_event_type = 'Lock'`;
      expect(row?.sessions).toBe(count);
    }, 30_000);

  test.each(['commit', 'rollback'] as const)(
    'the first two donations of one email are one donor’s, even if the faster one ends in a %s',
    async (end) => {
      const ids = await contributionsOf(['ana@example.org', 'Ana@Example.org']);
      await db().payment.updateMany({ where: { causeKey: key }, data: { state: 'canceled' } });
      expect(await totals()).toEqual({ collected: 0, contributions: 0, contributors: 0 });
      const first = await changing("state = 'approved'", ids[0], { isEager: true });
      const second = await changing("state = 'approved'", ids[1]);
      const committed = second.commit();
      await waiting(1);
      await first[end]();
      await committed;
      const contributions = end === 'commit' ? 2 : 1;
      expect(await totals()).toEqual({ collected: 50 * contributions, contributions, contributors: 1 });
      expect(await wrong()).toEqual([]);
    },
  );

  test.each(['commit', 'rollback'] as const)(
    'a donation concurrent with the refund of the donor’s only other one counts the donor once (%s)',
    async (end) => {
      const ids = await contributionsOf(['ana@example.org', 'ana@example.org']);
      await db().payment.update({ where: { id: ids[1] ?? '' }, data: { state: 'canceled' } });
      const back = await changing('refunded_minor = 5000', ids[0], { isEager: true });
      const donation = await changing("state = 'approved'", ids[1]);
      const committed = donation.commit();
      await waiting(1);
      await back[end]();
      await committed;
      expect(await totals()).toMatchObject({ contributors: 1 });
      expect(await wrong()).toEqual([]);
    },
  );

  test.each(['commit', 'rollback'] as const)(
    'concurrent refunds of a donor’s last two donations leave no donor, unless one is rolled back (%s)',
    async (end) => {
      const ids = await contributionsOf(['ana@example.org', 'ANA@example.org']);
      const first = await changing('refunded_minor = 5000', ids[0], { isEager: true });
      const second = await changing('refunded_minor = 5000', ids[1]);
      const committed = second.commit();
      await waiting(1);
      await first[end]();
      await committed;
      const left = end === 'commit' ? 0 : 1;
      expect(await totals()).toEqual({ collected: 50 * left, contributions: left, contributors: left });
      expect(await wrong()).toEqual([]);
    },
  );

  test('many donations with one email address are one donor, and none once all are refunded', async () => {
    const ids = await contributionsOf(Array(16).fill('ana@example.org'));
    expect(await totals()).toEqual({ collected: 800, contributions: 16, contributors: 1 });
    const refundedMinor = 5_000n;
    await Promise.all(ids.map((id) => db().payment.update({ where: { id }, data: { refundedMinor } })));
    expect(await totals()).toEqual({ collected: 0, contributions: 0, contributors: 0 });
    expect(await db().causeContributor.count({ where: { causeKey: key } })).toBe(0);
  });

  test('an open transaction of one payment blocks no other donation, not even of the same donor', async () => {
    const [id] = await contributionsOf(['ana@example.org']);
    const slow = await changing('refunded_minor = 5000', id);
    await contributionsOf(Array(20).fill('ana@example.org'));
    expect(await totals()).toEqual({ collected: 1_050, contributions: 21, contributors: 1 });
    await slow.commit();
    expect(await totals()).toEqual({ collected: 1_000, contributions: 20, contributors: 1 });
  });

  test.each([
    ['has not yet added its difference', false],
    ['has added its difference', true],
  ])('a recount is exact next to a payment that %s', async (_when, isEager) => {
    const ids = await contributionsOf(['ana@example.org', 'ana@example.org', null]);
    const payment = await changing('refunded_minor = 5000', ids[0], { isEager });
    const counted = recountTotals();
    if (isEager) await waiting(1);
    else await counted;
    await payment.commit();
    await counted;
    expect(await wrong()).toEqual([]);
    expect(await totals()).toEqual({ collected: 100, contributions: 2, contributors: 2 });
  });

  test('a recount waits for transactions that changed totals, so that nothing is counted twice', async () => {
    const [old] = await contributionsOf(['ana@example.org']);
    const { key: other } = await storedCause();
    const late = await storedContribution(other, { row: { state: 'canceled' } });
    const one = await changing('refunded_minor = 1000', old, { isEager: true });
    const another = await changing("state = 'approved'", late, { isEager: true });
    const counted = recountTotals();
    await waiting(1);
    await another.commit();
    await one.commit();
    await counted;
    expect(await wrong()).toEqual([]);
    expect(await causeTotals(db(), other)).toEqual({ collected: 50, contributions: 1, contributors: 1 });
  });
});

test('correcting or erasing an email address moves its contribution to another donor', async () => {
  const [first = '', second = ''] = await contributionsOf(['ana@example.org', 'ana@example.org']);
  const rename = (id: string, donorEmail: string | null) =>
    db().payment.update({ where: { id }, data: { donorEmail } });
  await rename(first, 'bea@example.org');
  expect(await totals()).toMatchObject({ contributions: 2, contributors: 2 });
  await rename(second, 'BEA@example.org');
  expect(await totals()).toMatchObject({ contributions: 2, contributors: 1 });
  await rename(first, null);
  await rename(second, null);
  expect(await totals()).toMatchObject({ contributions: 2, contributors: 2 });
  expect(await db().causeContributor.count({ where: { causeKey: key } })).toBe(0);
  expect(await wrong()).toEqual([]);
});

describe('a wrong stored total', () => {
  test('is reported by figure and cause, and repaired by a recount', async () => {
    await contributionsOf(['ana@example.org', 'bea@example.org', null]);
    await db().$executeRaw`UPDATE cause_totals SET collected = collected + 0.5, contributions = contributions + 1,
      contributors = contributors - 1 WHERE (cause_key, shard) = (SELECT cause_key, MIN(shard) FROM cause_totals
       WHERE cause_key = ${key} GROUP BY cause_key)`;
    await db().$executeRaw`UPDATE cause_contributors SET contributions = 2 WHERE cause_key = ${key}`;
    const ofCause = { causeKey: key };
    expect(await wrong()).toEqual([
      { about: 'collected', ...ofCause, currency: 'USD', expected: '15000', found: '15050' },
      { about: 'contributions', ...ofCause, currency: '', expected: '3', found: '4' },
      { about: 'contributors', ...ofCause, currency: '', expected: '3', found: '2' },
      { about: 'donors', ...ofCause, currency: '', expected: '0', found: '2' },
    ]);
    expect(await recountTotals()).toBeGreaterThan(0);
    expect(await wrong()).toEqual([]);
    await storedContribution(key, { row: { donorEmail: 'ANA@example.org' }, succeededAt: NOW });
    expect(await totals()).toEqual({ collected: 200, contributions: 4, contributors: 3 });
  });

  test('is not made worse by a recount in a transaction that changed payments, or changes them later', async () => {
    const [first = '', second = ''] = await contributionsOf(['ana@example.org', 'bea@example.org']);
    await db().$transaction(async (tx) => {
      await tx.payment.update({ where: { id: first }, data: { refundedMinor: 5_000n } });
      await tx.$queryRaw`SELECT rebuild_totals()`;
      await tx.payment.update({ where: { id: second }, data: { refundedMinor: 1_000n } });
    });
    expect(await totals()).toEqual({ collected: 40, contributions: 1, contributors: 1 });
    expect(await wrong()).toEqual([]);
  });

  test('never blocks a refund: a missing donor is left to the check', async () => {
    const [id = ''] = await contributionsOf(['ana@example.org']);
    await db().causeContributor.deleteMany({ where: { causeKey: key } });
    await db().payment.update({ where: { id }, data: { refundedMinor: 5_000n } });
    expect(await totals()).toEqual({ collected: 0, contributions: 0, contributors: 1 });
    expect((await wrong()).map(({ about }) => about)).toEqual(['contributors']);
    await recountTotals();
  });
});

test('no email address is stored a second time', async () => {
  await contributionsOf(['ana@example.org']);
  const [{ donor } = { donor: new Uint8Array() }] = await db().causeContributor.findMany({
    where: { causeKey: key },
  });
  expect(donor).toHaveLength(32);
  const { key: other } = await storedCause();
  await storedContribution(other, { row: { donorEmail: 'ana@example.org' } });
  expect(await db().causeContributor.count({ where: { donor } })).toBe(1);
});
