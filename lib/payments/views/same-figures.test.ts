import fc from 'fast-check';
import { expect, test } from 'vitest';
import { db } from '#lib/db.ts';
import { type Balance, causeBalance } from '#lib/ledger/balance.ts';
import { causeStatements } from '#lib/ledger/statement.ts';
import { minorUnitsPerMajor } from '#lib/money.ts';
import type { RemoteDispute } from '#lib/rails/port/reversals.ts';
import { NOW, storedCause } from '#testing/causes.ts';
import { applyReport, chargeback, donation, movementCosts, ownDatabase, pendingPayment } from '#testing/ledger.ts';
import { runs } from '#testing/runs.ts';
import { viewsAgree } from '#testing/views-agree.ts';
import { findRecord } from './find-record.ts';

ownDatabase();

type Report = Parameters<typeof applyReport>[1];
/** The shares of a payment that are refunded, being refunded, and claimed by banks; in hundredths. */
type Step = {
  refunded: number;
  refunding?: number;
  claims: readonly (readonly [RemoteDispute['status'], number])[];
};

const DAY_MS = 86_400_000;
const after = (days: number) => new Date(NOW.getTime() + days * DAY_MS);

/** Compares everything that shows the money of a cause; `days` is on how many days something happened. */
function everyViewAgrees(key: string, days: number): Promise<Balance> {
  return viewsAgree(
    key,
    Array.from({ length: days + 1 }, (_, day) => after(day)),
  );
}

/** What a gateway reports of a payment of so much after a step. Mercado Pago tells of a chargeback by the payment's status. */
function reportOf(step: Step, id: string, currency: string, amountMinor: bigint, isListed: boolean): Report {
  const part = (hundredths: number) => (amountMinor * BigInt(hundredths)) / 100n;
  const claims = step.claims.map(([status, share], index) =>
    chargeback(`dp_${id}_${index}`, status, { amountMinor: part(share), currency }),
  );
  const refundedMinor = part(step.refunded);
  const refund = { refundId: null, status: 'pending' as const, hasLeft: isListed, createdAt: NOW };
  const refunds = step.refunding ? [{ ...refund, id: `re_${id}`, amountMinor: part(step.refunding) }] : [];
  const [first] = claims;
  if (isListed) return { refundedMinor, refunds, disputes: claims };
  const impliedDispute = first && { ...first, amountMinor: amountMinor - refundedMinor };
  return { refundedMinor, refunds, disputes: null, ...(impliedDispute ? { impliedDispute } : {}) };
}

/** Moves a payment that has not arrived to the other rail: a wallet at another gateway. */
const byWallet = (id: string) =>
  db().payment.update({ where: { id }, data: { rail: 'wallet', gateway: 'mercado-pago-co' } });

const REFUND: Step = { refunded: 40, claims: [] };
const open = (refunded: number, share = 100): Step => ({ refunded, claims: [['open', share]] });
const won = (refunded: number, share = 100): Step => ({ refunded, claims: [['won', share]] });
const lost = (refunded: number, share = 100): Step => ({ refunded, claims: [['lost', share]] });
const asked = (refunding: number, refunded = 0, { claims }: Step = REFUND): Step => ({
  refunding,
  refunded,
  claims,
});
const BOUNCED: Step = { refunded: 0, claims: [] };

type Story = readonly [name: string, steps: Step[], refunded: bigint, disputed: bigint];

/** Refunded 40 %, charged back in full, the refund bounces, the chargeback is won: in every order that can be reported. */
const STORIES: Story[] = [
  ['a refund, a chargeback of all, the refund bounces, won', [REFUND, open(40), open(0), won(0)], 0n, 0n],
  ['a refund, a chargeback of all, won, the refund bounces', [REFUND, open(40), won(40), won(0)], 0n, 0n],
  ['a refund, it bounces, a chargeback of all, won', [REFUND, BOUNCED, open(0), won(0)], 0n, 0n],
  ['a chargeback of all, a refund beside it, won, the refund bounces', [open(0), open(40), won(40), won(0)], 0n, 0n],
  ['a chargeback of all, a refund beside it, it bounces, won', [open(0), open(40), open(0), won(0)], 0n, 0n],
  ['a refund and a chargeback at once, both undone at once', [open(40), won(0)], 0n, 0n],
  ['a refund, a chargeback of all, the refund bounces, lost', [REFUND, open(40), open(0), lost(0)], 0n, 5000n],
  ['a refund, a chargeback of all, lost, the refund bounces', [REFUND, open(40), lost(40), lost(0)], 0n, 5000n],
  ['a lost chargeback of all, a refund beside it', [lost(0), lost(40)], 2000n, 3000n],
  ['a chargeback of a part, a refund of the rest and more', [open(0, 80), open(40, 80)], 2000n, 3000n],
  ['a refund of all, a chargeback of all, the refund bounces', [open(100), open(0)], 0n, 5000n],
  ['a refund is asked for, and made', [asked(40), REFUND], 2000n, 0n],
  ['a refund is asked for, and fails', [asked(40), BOUNCED], 0n, 0n],
  [
    'a refund is asked for, a chargeback of all, it is made',
    [asked(40), asked(40, 0, open(0)), open(40)],
    2000n,
    3000n,
  ],
  [
    'one refund is made, another is asked for beside a chargeback of a part',
    [asked(30, 20, open(20, 50))],
    1000n,
    2500n,
  ],
];

/** In the gate, each of them as the one gateway tells it or the other. */
const isListedInGate = (index: number) => index % 3 !== 0;
const [ONES, OTHERS] = [STORIES.filter((_, n) => isListedInGate(n)), STORIES.filter((_, n) => !isListedInGate(n))];
const LISTED = '%s: every view shows the same';
test.each(ONES)(LISTED, (...story) => agreesWhenListed(story));
test.each(OTHERS)(LISTED, { tags: ['full'] }, (...story) => agreesWhenListed(story));
async function agreesWhenListed([_name, steps, refundedMinor, disputedMinor]: Story): Promise<void> {
  expect(await balanceAfter(steps, true)).toMatchObject({ collectedMinor: 5000n, refundedMinor, disputedMinor });
}

const IMPLIED = '%s, as the status of the payment tells: every view shows the same';
test.each(OTHERS)(IMPLIED, (_name, steps) => agreesWhenImplied(steps));
test.each(ONES)(IMPLIED, { tags: ['full'] }, (_name, steps) => agreesWhenImplied(steps));
async function agreesWhenImplied(steps: Step[]): Promise<void> {
  await balanceAfter(steps, false);
}

async function balanceAfter(steps: Step[], isListed: boolean): Promise<Balance> {
  const { key } = await storedCause();
  const id = await pendingPayment(key);
  if (!isListed) await byWallet(id);
  await applyReport(id, { costs: movementCosts(`txn_${id}`, 5000n, 175n) });
  for (const [index, step] of steps.entries())
    await applyReport(id, reportOf(step, id, 'USD', 5000n, isListed), after(index));
  return everyViewAgrees(key, steps.length);
}

test('refunds that somebody made at the gateway count each on a statement, also those of which one report tells', async () => {
  const { key } = await storedCause();
  const id = await donation(key);
  const report = async (day: number, ...amounts: bigint[]) => {
    const refunds = amounts.map((amountMinor, index) => ({
      id: `re_${id}_${index}`,
      refundId: null,
      status: 'succeeded' as const,
      hasLeft: true,
      amountMinor,
      createdAt: new Date(NOW.getTime() + index),
    }));
    const refundedMinor = amounts.reduce((sum, one) => sum + one, 0n);
    // Gateways list the latest first.
    await applyReport(id, { refundedMinor, refunds: refunds.toReversed() }, after(day));
    await everyViewAgrees(key, day + 1);
    const [all] = await causeStatements(db(), { key, currency: 'USD' }, { from: NOW, before: after(9) });
    const line = all?.lines.find(({ name }) => name === 'refunds');
    return [line?.count, line?.amountMinor];
  };
  expect(await report(0, 1000n, 333n)).toEqual([2, -1333n]);
  expect(await report(1, 1000n, 333n)).toEqual([2, -1333n]);
  expect(await report(2, 1000n, 333n, 500n, 1n)).toEqual([4, -1834n]);
  expect((await findRecord(id))?.history.filter(({ kind }) => kind === 'refund')).toHaveLength(4);
  // All of it; then all but the first two bounce.
  expect(await report(3, 1000n, 333n, 500n, 1n, 3166n)).toEqual([5, -5000n]);
  expect((await report(4, 1000n, 333n))[1]).toBe(-1333n);
});

test('chargebacks count each on a statement, also those of which one report tells', async () => {
  const { key } = await storedCause();
  const id = await donation(key);
  const report = async (day: number, claims: Record<string, RemoteDispute['status']>, refundedMinor = 0n) => {
    const disputes = Object.entries(claims).map(([name, status]) =>
      chargeback(`dp_${id}_${name}`, status, { amountMinor: name === 'c' ? 500n : 1000n }),
    );
    await applyReport(id, { disputes, refundedMinor }, after(day));
    await everyViewAgrees(key, day + 1);
    const [all] = await causeStatements(db(), { key, currency: 'USD' }, { from: NOW, before: after(9) });
    const line = all?.lines.find(({ name }) => name === 'disputes');
    return [line?.count, line?.amountMinor];
  };
  const kinds = async () =>
    (await findRecord(id))?.history.flatMap(({ kind }) => (kind.startsWith('dispute') ? [kind] : []));
  expect(await report(0, { a: 'open', b: 'lost' })).toEqual([2, -2000n]);
  expect(await kinds()).toEqual(['dispute_opened', 'dispute_opened', 'dispute_lost']);
  expect(await report(1, { a: 'open', b: 'lost' })).toEqual([2, -2000n]);
  // One is won and another opened: two lines of the same moment.
  expect(await report(2, { a: 'won', b: 'lost', c: 'open' })).toEqual([2, -1500n]);
  expect((await kinds())?.slice(-2)).toEqual(['dispute_opened', 'dispute_won']);
  // All that are left are won at once, beside a refund.
  expect(await report(3, { a: 'won', b: 'won', c: 'won' }, 700n)).toEqual([0, 0n]);
  expect((await kinds())?.filter((kind) => kind === 'dispute_won')).toHaveLength(3);
});

test('a chargeback is counted once, whatever refunds make of its part of the donation', async () => {
  const countOf = async (...steps: Step[]) => {
    const { key } = await storedCause();
    const id = await donation(key);
    for (const [index, step] of steps.entries())
      await applyReport(id, reportOf(step, id, 'USD', 5000n, true), after(index));
    await everyViewAgrees(key, steps.length);
    const [all] = await causeStatements(db(), { key, currency: 'USD' }, { from: NOW, before: after(9) });
    return all?.lines.find(({ name }) => name === 'disputes')?.count;
  };
  // The bank claims what comes back of a refund, too.
  expect.soft(await countOf(REFUND, open(40), open(0), lost(0))).toBe(1);
  // A refund beside two takes a part of what they have.
  const two = (refunded: number): Step => ({
    refunded,
    claims: [
      ['open', 60],
      ['open', 30],
    ],
  });
  expect.soft(await countOf(two(0), two(40))).toBe(2);
});

test('a donation whose refund bounced and whose chargeback was won is whole, in the month and on every page', async () => {
  const { key } = await storedCause();
  const id = await donation(key);
  for (const [index, step] of [REFUND, open(40), open(0), won(0)].entries())
    await applyReport(id, reportOf(step, id, 'USD', 5000n, true), after(index));
  expect(await causeBalance(db(), key)).toMatchObject({
    collectedMinor: 5000n,
    commissionMinor: 250n,
    refundedMinor: 0n,
    disputedMinor: 0n,
    leftMinor: 4750n,
  });
  const [month] = await causeStatements(db(), { key, currency: 'USD' }, { from: NOW, before: after(9) });
  expect(month?.lines.map(({ name, amountMinor }) => [name, amountMinor])).toEqual([
    ['donations', 5000n],
    ['commission', -250n],
    ['gatewayCost', 0n],
    ['refunds', 0n],
    ['disputes', 0n],
    ['withdrawals', 0n],
    ['withdrawalsReturned', 0n],
  ]);
  const found = await findRecord(id);
  expect(found?.record).toMatchObject({
    status: 'approved',
    refundedMinor: 0,
    disputedMinor: 0,
    netMinor: 4750,
  });
  expect(found?.history.slice(3).map(({ kind, effectMinor }) => [kind, effectMinor])).toEqual([
    ['refund', -1900],
    ['dispute_opened', -2850],
    ['refund_undone', 1900],
    ['dispute_covers_more', -1900],
    ['dispute_won', 4750],
  ]);
});

const step: fc.Arbitrary<Step> = fc.record({
  refunded: fc.constantFrom(0, 0, 1, 33, 40, 50, 99, 100),
  refunding: fc.constantFrom(0, 0, 0, 20, 50, 100),
  claims: fc.array(fc.tuple(fc.constantFrom('open', 'won', 'lost'), fc.constantFrom(1, 30, 50, 77, 100)), {
    maxLength: 2,
  }),
});
const payment = fc.record({
  amountMajor: fc.constantFrom(1, 3, 50, 999),
  feePercent: fc.constantFrom('0', '5', '4.3333', '20'),
  isListed: fc.boolean(),
  isCounted: fc.constantFrom(true, true, true, false),
  steps: fc.array(step, { minLength: 1, maxLength: 6 }),
});

test('over any reports of any payments, every view shows the same and nothing below zero', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(payment, { minLength: 1, maxLength: 3 }),
      fc.constantFrom('USD', 'CLP', 'COP'),
      async (payments, currency) => {
        const { key } = await storedCause({ currency });
        for (const { amountMajor, feePercent, isListed, isCounted, steps } of payments) {
          const amountMinor = BigInt(amountMajor * minorUnitsPerMajor(currency));
          const id = await pendingPayment(key, { amountMajor, feePercent });
          // Late money is none of the cause's: it is in no figure of it.
          const succeededAt = isCounted ? NOW : after(2);
          const costs = movementCosts(`txn_${id}`, amountMinor, amountMinor / 20n, currency);
          if (!isListed) await byWallet(id);
          await applyReport(id, { costs, succeededAt, refunds: null });
          for (const [index, one] of steps.entries())
            await applyReport(id, reportOf(one, id, currency, amountMinor, isListed), after(index));
        }
        await everyViewAgrees(key, 6);
      },
    ),
    { numRuns: runs(5, 25) },
  );
});
