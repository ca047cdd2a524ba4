import { beforeAll, describe, expect, test } from 'vitest';
import { db, pool } from '#lib/db.ts';
import { readCursor } from '#lib/keyset.ts';
import { NOW, storedCause } from '#testing/causes.ts';
import { applyReport, chargeback, donation, movementCosts, ownDatabase } from '#testing/ledger.ts';
import { manyPayments } from '#testing/many-payments.ts';
import { findRecord } from './find-record.ts';
import { listRecords, type RecordFilter, recordsQuery } from './list-records.ts';

ownDatabase();

async function idsOf(keys: string[], filter: RecordFilter = {}): Promise<string[]> {
  return (await listRecords(keys, filter, undefined, 100)).rows.map(({ id }) => id);
}

/** Sets members of a payment's row and its link's, as donors and time do. */
async function having(id: string, row: object, link: object = {}): Promise<string> {
  const { linkId } = await db().payment.update({ where: { id }, data: row });
  await db().checkoutLink.update({ where: { id: linkId }, data: link });
  return id;
}

test('a row says what was asked for, paid, taken and left, as the ledger has it', async () => {
  const { key } = await storedCause();
  const id = await donation(key, { amountMajor: 100, costs: movementCosts('txn_row', 10_000n, 320n) });
  await having(id, { donorName: 'Ana', donorEmail: 'ana@example.org' }, { externalReference: 'order-7' });
  await applyReport(id, { refundedMinor: 1000n });
  const { rows } = await listRecords([key], {}, undefined, 10);
  expect(rows).toMatchObject([
    {
      id,
      causeKey: key,
      causeTitle: 'A well',
      externalReference: 'order-7',
      at: NOW.toISOString(),
      currency: 'USD',
      requestedMinor: 10_000,
      paidMinor: 10_000,
      refundedMinor: 1000,
      commissionMinor: 450,
      costMinor: 320,
      netMinor: 8230,
      rail: 'card',
      status: 'partially_refunded',
      donor: { name: 'Ana', email: 'ana@example.org' },
    },
  ]);
});

test.each([
  [
    'a part of each',
    1000n,
    [
      ['open', 2000n],
      ['lost', 500n],
    ],
    [1000, 2000, 500],
    'disputed',
  ],
  ['a part that was lost', 0n, [['lost', 1500n]], [0, 0, 1500], 'dispute_lost'],
  ['what was given back in full already', 5000n, [['lost', 5000n]], [5000, 0, 0], 'refunded'],
  ['more than was left', 4000n, [['open', 5000n]], [4000, 1000, 0], 'disputed'],
] as const)('where banks ask for %s, what was paid less what is away again is the net', async (...row) => {
  const [, refundedMinor, disputes, away, status] = row;
  const { key } = await storedCause();
  const id = await donation(key, { costs: movementCosts(`txn_${key}`, 5000n, 175n) });
  await applyReport(id, { refundedMinor });
  await applyReport(id, {
    refundedMinor,
    disputes: disputes.map(([status, amountMinor]) => chargeback(`du_${key}_${status}`, status, { amountMinor })),
  });
  const [record] = (await listRecords([key], {}, undefined, 10)).rows;
  if (!record) throw new Error('no record');
  const { refundedMinor: back, disputedMinor, chargedBackMinor, ...rest } = record;
  expect([[back, disputedMinor, chargedBackMinor], rest.status]).toEqual([away, status]);
  const left = rest.paidMinor - back - disputedMinor - chargedBackMinor;
  expect(left - rest.commissionMinor - (rest.costMinor ?? 0)).toBe(rest.netMinor);
  const history = (await findRecord(id))?.history ?? [];
  expect(history.reduce((sum, { effectMinor }) => sum + (effectMinor ?? 0), 0)).toBe(rest.netMinor);
  expect(history.map(({ kind }) => kind)).not.toContain('dispute_won');
});

test('a donation is not shown as approved before it was started, though gateways round down to the second', async () => {
  const { key } = await storedCause();
  const id = await donation(key, { costs: movementCosts('txn_rounded', 5000n, 175n) });
  await having(id, { createdAt: new Date(NOW.getTime() + 400) }, { createdAt: new Date(NOW.getTime() - 1) });
  const history = (await findRecord(id))?.history ?? [];
  expect(history.map(({ kind }) => kind)).toEqual(['minted', 'started', 'approved', 'cost']);
});

test('a history is in the order of cause and effect where a clock is less than a second behind, else in that of time', async () => {
  const { key } = await storedCause();
  const id = await donation(key, { costs: movementCosts('txn_order', 5000n, 175n) });
  const after = (ms: number) => new Date(NOW.getTime() + ms);
  await applyReport(id, { refundedMinor: 1000n }, after(400));
  await applyReport(id, { refundedMinor: 0n }, after(600));
  await applyReport(id, { disputes: [chargeback(`du_${key}`, 'lost', { amountMinor: 500n })] }, after(700));
  const kinds = async () => (await findRecord(id))?.history.map(({ kind }) => kind);
  const rest = ['refund', 'refund_undone', 'dispute_opened', 'dispute_lost'];
  const times = async () => (await findRecord(id))?.history.map(({ at }) => at) ?? [];

  // The donor begins to pay just before the gateway's second ends; everything else was rounded down to it.
  await having(id, { createdAt: after(900) });
  expect(await kinds()).toEqual(['minted', 'started', 'approved', ...rest, 'cost']);
  expect(await times()).toEqual((await times()).toSorted());

  await having(id, { createdAt: NOW });
  expect(await kinds()).toEqual(['minted', 'started', 'approved', 'cost', ...rest]);

  // A clock that is wrong by more is not explained by rounding: each time is shown as it is stored.
  await having(id, { createdAt: after(5000) });
  expect(await kinds()).toEqual(['minted', 'approved', 'cost', ...rest, 'started']);
  expect((await times()).at(-1)).toBe(after(5000).toISOString());
});

test('money that made a row of its own was begun with the attempt that it was paid for', async () => {
  const { key } = await storedCause();
  const id = await donation(key);
  const { linkId } = await db().payment.findUniqueOrThrow({ where: { id } });
  const later = new Date(NOW.getTime() + 90_000);
  // A wallet was paid twice: the second payment came with a webhook, a minute after it was made.
  await having(id, { createdAt: later, attempt: 2 });
  const { gateway, rail, currency, amount } = await db().payment.findUniqueOrThrow({ where: { id } });
  const first = new Date(NOW.getTime() - 30_000);
  await db().payment.create({
    data: {
      id: `${id}_first`,
      linkId,
      causeKey: key,
      rail,
      gateway,
      attempt: 1,
      state: 'canceled',
      amount,
      currency,
      createdAt: first,
    },
  });
  await having(id, {}, { createdAt: new Date(NOW.getTime() - 60_000) });
  const history = (await findRecord(id))?.history ?? [];
  expect(history.map(({ kind }) => kind)).toEqual(['minted', 'started', 'approved']);
  expect(history[1]?.at).toBe(first.toISOString());
});

test('where the fee model takes no costs from the creator, there is no cost', async () => {
  const { key } = await storedCause({ feeModel: 'all_inclusive' });
  await donation(key, { costs: movementCosts('txn_all', 5000n, 175n) });
  const { rows } = await listRecords([key], {}, undefined, 10);
  expect(rows).toMatchObject([{ costMinor: null, commissionMinor: 250, netMinor: 4750 }]);
});

test('an anonymous donor is not shown to the creator either', async () => {
  const { key } = await storedCause();
  const secret = { donorName: 'Hidden', donorEmail: 'hidden@example.org' };
  await having(await donation(key), { ...secret, donorAnonymous: true });
  await having(await donation(key), { ...secret, donorAnonymous: null }, { anonymous: true });
  const { rows } = await listRecords([key], {}, undefined, 10);
  expect(rows.map(({ donor }) => donor)).toEqual([null, null]);
  expect(JSON.stringify(rows)).not.toMatch(/hidden/i);
});

describe('filters', () => {
  let key: string;
  let ids: Record<'plain' | 'part' | 'whole' | 'disputed' | 'lost', string>;
  beforeAll(async () => {
    key = (await storedCause()).key;
    const give = () => donation(key);
    ids = {
      plain: await give(),
      part: await give(),
      whole: await give(),
      disputed: await give(),
      lost: await give(),
    };
    await applyReport(ids.part, { refundedMinor: 1n });
    await applyReport(ids.whole, { refundedMinor: 5000n });
    await applyReport(ids.disputed, { disputes: [chargeback('du_open', 'open')] });
    await applyReport(ids.lost, { disputes: [chargeback('du_lost', 'lost')] });
    await having(
      ids.plain,
      { rail: 'wallet', succeededAt: new Date('2026-11-01T04:59:59.999Z') },
      { externalReference: 'order_1' },
    );
  });

  test('by how a payment stands', async () => {
    const found = async (status: RecordFilter['status']) => idsOf([key], { status });
    expect(await found('approved')).toEqual([ids.plain]);
    expect(await found('partially_refunded')).toEqual([ids.part]);
    expect(await found('refunded')).toEqual([ids.whole]);
    expect(await found('disputed')).toEqual([ids.disputed]);
    expect(await found('dispute_lost')).toEqual([ids.lost]);
  });

  test('by method and by time, from an instant up to another', async () => {
    expect(await idsOf([key], { rail: 'wallet' })).toEqual([ids.plain]);
    const midnight = new Date('2026-11-01T05:00:00Z');
    expect(await idsOf([key], { before: midnight })).toEqual([ids.plain]);
    expect(await idsOf([key], { from: midnight })).not.toContain(ids.plain);
  });

  test('by the whole id of a payment or link, or a reference, of these causes alone', async () => {
    const { linkId } = await db().payment.findUniqueOrThrow({ where: { id: ids.plain } });
    for (const text of [ids.plain, linkId, 'order_1']) expect(await idsOf([key], { text })).toEqual([ids.plain]);
    for (const text of ['order_', ids.plain.slice(0, -1), '%']) expect(await idsOf([key], { text })).toEqual([]);
    const stranger = await storedCause();
    for (const text of [ids.plain, linkId, 'order_1']) expect(await idsOf([stranger.key], { text })).toEqual([]);
  });
});

test('attempts and unmatched funds are not a creator’s payments', async () => {
  const { key } = await storedCause();
  const id = await donation(key);
  const { linkId, ...row } = await db().payment.findUniqueOrThrow({ where: { id } });
  const more = {
    ...row,
    linkId,
    gatewayReference: null,
    causeTitle: null,
    receiptToken: null,
    receiptNumber: null,
  };
  for (const [attempt, state] of [
    [2, 'declined'],
    [3, 'pending'],
  ] as const)
    await db().payment.create({
      data: {
        ...more,
        id: `pay_${key}${attempt}`.replaceAll('-', ''),
        attempt,
        state,
        gatewayPaymentId: null,
      },
    });
  expect(await idsOf([key])).toEqual([id]);
});

test('pages of several causes together follow one another, newest first, and leave nothing out', async () => {
  const keys = [(await storedCause()).key, (await storedCause()).key];
  const given: string[] = [];
  for (let n = 0; n < 7; n++) {
    const id = await donation(keys[n % 2] ?? '');
    // Two at the same instant: their ids decide.
    await having(id, { succeededAt: new Date(NOW.getTime() + Math.floor(n / 2) * 1000) });
    given.push(id);
  }
  const seen: string[] = [];
  let after: string | null = '';
  while (after !== null) {
    const page = await listRecords(keys, {}, readCursor(after), 3);
    seen.push(...page.rows.map(({ id }) => id));
    after = page.after;
  }
  expect(seen.toSorted()).toEqual(given.toSorted());
  expect(seen[0]).toBe(given[6]);
});

type Plan = { 'Node Type': string; 'Relation Name'?: string; Plans?: Plan[] } & Record<string, number>;

/** Rows of payments that a query has looked at, and how it came to them. */
async function looked(keys: string[], filter: RecordFilter, after?: { at: Date; id: string }, ids?: string[]) {
  const { text, values } = recordsQuery(keys, filter, after, 51, ids);
  const { rows } = await pool().query(`EXPLAIN (ANALYZE, FORMAT JSON, TIMING OFF) ${text}`, values);
  const nodes = (plan: Plan): Plan[] => [plan, ...(plan.Plans ?? []).flatMap(nodes)];
  const scans = nodes(rows[0]['QUERY PLAN'][0].Plan).filter((node) => node['Relation Name'] === 'payments');
  const count = (node: Plan) =>
    ((node['Actual Rows'] ?? 0) + (node['Rows Removed by Filter'] ?? 0)) * (node['Actual Loops'] ?? 1);
  return {
    scans: scans.map((node) => node['Node Type']),
    rows: scans.reduce((sum, node) => sum + count(node), 0),
  };
}

test('of 30 000 payments a page looks at its own rows alone, wherever it lies and however many causes there are', {
  tags: ['full'],
  timeout: 600_000,
}, async () => {
  const keys = [(await storedCause()).key, (await storedCause()).key];
  for (const key of keys) await manyPayments(key, 15_000);
  const deep = { at: new Date(NOW.getTime() - 12_000 * 60_000), id: 'pay_z' };
  const day = {
    from: new Date(NOW.getTime() - 10_000 * 60_000),
    before: new Date(NOW.getTime() - 9_000 * 60_000),
  };
  for (const plan of [
    await looked(keys, {}),
    await looked(keys, {}, deep),
    await looked(keys, day),
    await looked(keys, {}, undefined, [`pay_${keys[0]}11234`]),
  ]) {
    expect(plan.scans).not.toContain('Seq Scan');
    expect(plan.rows).toBeLessThanOrEqual(2 * 51);
  }
});

describe('donors are found within the causes of their creator', () => {
  let key: string;
  let other: string;
  let ids: Record<'perez' | 'peres' | 'email' | 'hidden' | 'hiddenByLink' | 'elsewhere', string>;
  beforeAll(async () => {
    [key, other] = [(await storedCause()).key, (await storedCause()).key];
    const named = async (donorName: string | null, donorEmail: string | null, more = {}, link = {}, of = key) =>
      having(await donation(of), { donorName, donorEmail, ...more }, link);
    ids = {
      perez: await named('Ana María Pérez', 'ana@example.org'),
      peres: await named('JOÃO Peres', null),
      email: await named(null, 'Perla.Ruiz@Example.org'),
      hidden: await named('Pedro Perdomo', 'pedro@example.org', { donorAnonymous: true }),
      hiddenByLink: await named('Petra Perdomo', 'petra@example.org', { donorAnonymous: null }, { anonymous: true }),
      elsewhere: await named('Ana María Pérez', 'ana@example.org', {}, {}, other),
    };
  });
  const found = async (text: string, keys = [key]) => new Set(await idsOf(keys, { text }));

  test('by words of the name, in any case, without accents, by their beginnings', async () => {
    expect(await found('perez')).toEqual(new Set([ids.perez]));
    expect(await found('  MARÍA  Pér ')).toEqual(new Set([ids.perez]));
    expect(await found('joao')).toEqual(new Set([ids.peres]));
    expect(await found('per')).toEqual(new Set([ids.perez, ids.peres, ids.email]));
    expect(await found('ana peres')).toEqual(new Set());
  });

  test('by email, whole or by its beginning', async () => {
    expect(await found('ANA@example.org')).toEqual(new Set([ids.perez]));
    expect(await found('perla.r')).toEqual(new Set([ids.email]));
    expect(await found('example.org')).toEqual(new Set());
  });

  test('an anonymous donor is found neither by name nor by email, nor by a part of them', async () => {
    for (const text of ['pedro', 'Pedro Perdomo', 'pedro@example.org', 'pe', 'petra@example.org', 'Perdomo'])
      expect([...(await found(text))]).not.toEqual(expect.arrayContaining([ids.hidden]));
    for (const text of ['petra', 'petra@example.org', 'perdomo']) expect(await found(text)).toEqual(new Set());
    expect(await found(ids.hidden)).toEqual(new Set([ids.hidden]));
  });

  test('in another creator’s cause nobody is found', async () => {
    expect(await found('ana', [other])).toEqual(new Set([ids.elsewhere]));
    expect(await found('ana', [key, other])).toEqual(new Set([ids.perez, ids.elsewhere]));
  });

  test.each(["O'Brien", "'", '\\', "\\'", '& | ! ( ) :*', '<->', 'x'.repeat(255), "' & 'well"])(
    'what is typed is text and no query: %s',
    async (text) => {
      expect(await found(text)).toEqual(new Set());
      const id = await having(await donation(key), { donorName: text });
      expect(await found(text)).toEqual(new Set([id]));
      await having(id, { donorName: null });
    },
  );

  test('by the number of the receipt, which belongs to the creator’s own donations', async () => {
    const { receiptNumber } = await db().payment.findUniqueOrThrow({ where: { id: ids.hidden } });
    const listed = async (keys: string[]) => idsOf(keys, { text: 'K7M', receiptNumber: receiptNumber ?? '' });
    expect(await listed([key])).toEqual([ids.hidden]);
    expect(await listed([other])).toEqual([]);
  });

  test('a donor’s name that is a payment’s number does not change which payment a page shows', async () => {
    await having(ids.peres, { donorName: ids.perez });
    expect((await findRecord(ids.perez))?.record.id).toBe(ids.perez);
    await having(ids.peres, { donorName: 'JOÃO Peres' });
  });
});
