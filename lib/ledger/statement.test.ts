import fc from 'fast-check';
import { expect, test } from 'vitest';
import { db, transaction } from '#lib/db.ts';
import { newId } from '#lib/ids.ts';
import { rejectRefund } from '#lib/payments/refunds/approve-refund.ts';
import { requestRefund } from '#lib/payments/refunds/request-refund.ts';
import type { Actor } from '#lib/policy/actor.ts';
import { dayAfter, instantIn, localTimeIn } from '#lib/time-zone.ts';
import { NOW, storedCause } from '#testing/causes.ts';
import { applyReport, chargeback, donation, movementCosts, ownDatabase, pendingPayment } from '#testing/ledger.ts';
import { creatorWith, staffMember, storedBankAccount } from '#testing/withdrawals.ts';
import { causeBalance } from './balance.ts';
import {
  donationEntries,
  movementEntries,
  NO_REVERSALS,
  type PaymentFacts,
  reversalEntries,
} from './payment-postings.ts';
import { type Entry, type Posting, postAll } from './post.ts';
import { causeStatements, type Statement, type StatementLineName } from './statement.ts';
import { WITHDRAWAL_EVENTS, withdrawalPosting } from './withdrawal-postings.ts';

ownDatabase();

const MONTHS = ['2026-08', '2026-09', '2026-10', '2026-11', '2026-12'];
/** The first instant of a month in a zone. */
const start = (zone: string, month: string) => instantIn(zone, `${month}-01`) as Date;
const after = (month: string) =>
  dayAfter(`${month}-31`.replace('09-31', '09-30').replace('11-31', '11-30')).slice(0, 7);
const periodOf = (zone: string, month: string) => ({
  from: start(zone, month),
  before: start(zone, after(month)),
});
const lineOf = (statement: Statement | undefined, name: StatementLineName) =>
  statement?.lines.find((line) => line.name === name);
const sum = (amounts: (bigint | undefined)[]) => amounts.reduce<bigint>((total, one) => total + (one ?? 0n), 0n);

/** What happens to the money of a cause: an event each. Amounts are parts of its payment, in hundredths. */
const event = fc.record({
  minute: fc.integer({ min: 0, max: 5 * 30 * 24 * 60 }),
  kind: fc.constantFrom('donation', 'uncounted', 'refund', 'dispute', 'cost', ...WITHDRAWAL_EVENTS),
  part: fc.integer({ min: 1, max: 100 }),
  amountMinor: fc.bigInt({ min: 1n, max: 10n ** 11n }),
});

/** A payment and a withdrawal of a cause, which every event is about: only their entries matter here. */
async function subjectsOf(causeKey: string, owner: Actor, currency: string) {
  const paymentId = await pendingPayment(causeKey);
  const bankAccountId = await storedBankAccount(owner, currency);
  const withdrawalId = newId('withdrawal');
  await db().withdrawal.create({
    data: {
      id: withdrawalId,
      causeKey,
      bankAccountId,
      requestedBy: owner.id,
      requestedAt: NOW,
      idempotencyKey: withdrawalId,
      amount: 1n,
      currency,
      reason: '',
    },
  });
  return (kind: Posting['kind']) => (kind === 'withdrawal' ? { withdrawalId } : { paymentId });
}

function entriesOf(
  { kind, part, amountMinor }: { kind: string; part: number; amountMinor: bigint },
  causeKey: string,
  currency: string,
): { kind: Posting['kind']; entries: Entry[] } {
  const payment: PaymentFacts = {
    gateway: 'stripe',
    causeKey,
    currency,
    amountMinor,
    feePercent: '5',
    feeModel: 'plus_gateway_costs',
    counted: kind !== 'uncounted',
  };
  const some = (amountMinor * BigInt(part)) / 100n;
  switch (kind) {
    case 'donation':
    case 'uncounted':
      return { kind, entries: donationEntries(payment) };
    case 'refund':
      return { kind, entries: reversalEntries(payment, NO_REVERSALS, { ...NO_REVERSALS, refundedMinor: some }) };
    case 'dispute':
      return { kind, entries: reversalEntries(payment, NO_REVERSALS, { ...NO_REVERSALS, disputedMinor: some }) };
    case 'cost': {
      const movement = { amountMinor, settledCurrency: currency, settledMinor: amountMinor, feeMinor: some };
      return { kind: 'settlement', entries: movementEntries(payment, movement) };
    }
    default: {
      const step = kind as (typeof WITHDRAWAL_EVENTS)[number];
      return { kind: 'withdrawal', entries: withdrawalPosting(step, { causeKey, currency, amountMinor }) };
    }
  }
}

test('over any history, months add up, follow one another, and end with the balance of the ledger', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(event, { minLength: 1, maxLength: 25 }),
      fc.constantFrom('USD', 'CLP', 'PYG', 'COP'),
      fc.constantFrom('America/Bogota', 'UTC', 'America/Santiago', 'Pacific/Auckland'),
      async (events, currency, zone) => {
        const { key, owner } = await storedCause({ currency });
        const subjectOf = await subjectsOf(key, owner, currency);
        const postings = events.map((one): Posting => {
          const at = new Date(start(zone, '2026-08').getTime() + one.minute * 60_000);
          const posted = entriesOf(one, key, currency);
          return { ...posted, ...subjectOf(posted.kind), at, dedupeKey: newId('ledgerTransaction') };
        });
        await transaction((tx) => postAll(tx, postings));
        const statements = await Promise.all(
          MONTHS.map(async (month) => {
            const all = await causeStatements(db(), { key, currency }, periodOf(zone, month));
            expect(all).toHaveLength(1);
            return all[0] as Statement;
          }),
        );
        let opening = 0n;
        for (const [index, statement] of statements.entries()) {
          expect(statement.openingMinor).toBe(opening);
          const moved = sum(statement.lines.map(({ amountMinor }) => amountMinor));
          expect(statement.openingMinor + moved).toBe(statement.closingMinor);
          const inMonth = postings.filter(({ at }) => localTimeIn(zone, at).startsWith(MONTHS[index] as string));
          const owed = inMonth.flatMap(({ entries }) => entries).filter(({ account }) => account === 'creator');
          expect(moved).toBe(-sum(owed.map(({ amountMinor }) => amountMinor)));
          opening = statement.closingMinor;
        }
        const balance = await causeBalance(db(), key);
        const total = (name: StatementLineName) => sum(statements.map((one) => lineOf(one, name)?.amountMinor));
        // These events are of no payments' rows: lib/payments/views/same-figures.test.ts compares what those say.
        expect(opening).toBe(balance.leftMinor);
        expect(total('commission')).toBe(-balance.commissionMinor);
        expect(total('gatewayCost')).toBe(-balance.gatewayCostMinor);
        const away = balance.reservedMinor + balance.paidOutMinor;
        expect(total('withdrawals') + total('withdrawalsReturned')).toBe(-away);
      },
    ),
    { numRuns: 25 },
  );
});

test('a statement names donations, fees, refunds, disputes and withdrawals as the product records them', async () => {
  const { key, ask } = await creatorWith(0);
  await donation(key, { amountMajor: 100, costs: movementCosts('txn_st', 10_000n, 320n) });
  await applyReport(await donation(key, { amountMajor: 40 }), { refundedMinor: 1000n });
  const disputes = [chargeback('du_st', 'open', { amountMinor: 6000n })];
  await applyReport(await donation(key, { amountMajor: 60 }), { disputes });
  await ask(50);
  const [statement] = await causeStatements(
    db(),
    { key, currency: 'USD' },
    { from: new Date(NOW.getTime() - 86_400_000), before: new Date(NOW.getTime() + 86_400_000) },
  );
  expect(statement?.lines.map(({ name, count, amountMinor }) => [name, count, Number(amountMinor)])).toEqual([
    ['donations', 3, 20_000],
    ['commission', null, -650],
    ['gatewayCost', null, -320],
    ['refunds', 1, -1000],
    ['disputes', 1, -6000],
    ['withdrawals', 1, -5000],
    ['withdrawalsReturned', 0, 0],
  ]);
  expect([statement?.openingMinor, statement?.closingMinor]).toEqual([0n, 7030n]);
});

test('a statement counts refunds and disputes, not their postings: what was undone within the period is none', async () => {
  const { key } = await storedCause();
  const countsIn = async (from: Date, before: Date) => {
    const [statement] = await causeStatements(db(), { key, currency: 'USD' }, { from, before });
    return (['refunds', 'disputes'] as const).map((name) => {
      const line = lineOf(statement, name);
      return [line?.count, Number(line?.amountMinor)];
    });
  };
  const day = (days: number) => new Date(NOW.getTime() + days * 86_400_000);
  const staff = await staffMember();
  const request = (paymentId: string, amountMinor: bigint, seenMinor = 0n) => {
    const asked = { paymentId, amountMinor, reason: 'Asked', key: newId('refund'), seenMinor, requestedBy: staff.id };
    return requestRefund(asked, NOW);
  };
  const counts = () => countsIn(day(-1), day(1));

  const large = await donation(key, { amountMajor: 2000 });
  const asked = await request(large, 200_000n);
  if (asked.kind !== 'waits') throw new Error('Bug: a large refund waits for a second person.');
  expect(await counts()).toEqual([
    [1, -200_000],
    [0, 0],
  ]);
  await rejectRefund({ id: asked.approval.id, paymentId: large }, staff.id, 'No', NOW);
  await applyReport(await donation(key), { disputes: [chargeback('du_won', 'open')] });
  const won = await db().dispute.findFirstOrThrow({ where: { gatewayDisputeId: 'du_won' } });
  expect(await counts()).toEqual([
    [0, 0],
    [1, -5000],
  ]);
  await applyReport(won.paymentId, { disputes: [chargeback('du_won', 'won')] });
  expect(await counts()).toEqual([
    [0, 0],
    [0, 0],
  ]);

  // Two refunds of one donation, the first of which has succeeded; and a dispute that is lost.
  const parts = await donation(key);
  await applyReport(parts, { refundedMinor: 1000n });
  await request(parts, 500n, 1000n);
  const lost = await donation(key);
  await applyReport(lost, { disputes: [chargeback('du_lost', 'open')] });
  await applyReport(lost, { disputes: [chargeback('du_lost', 'lost')] });
  expect(await counts()).toEqual([
    [2, -1500],
    [1, -5000],
  ]);
  // What is undone later is of the later period.
  const later = await donation(key);
  await applyReport(later, { disputes: [chargeback('du_later', 'open')] });
  await applyReport(later, { disputes: [chargeback('du_later', 'won')] }, day(2));
  expect(await counts()).toEqual([
    [2, -1500],
    [2, -10_000],
  ]);
  expect(await countsIn(day(1), day(3))).toEqual([
    [0, 0],
    [1, 5000],
  ]);
});

test('the month of a donation is that of the creator’s clock', async () => {
  const { key } = await storedCause();
  const id = newId('ledgerTransaction');
  const payment = { gateway: 'stripe', causeKey: key, currency: 'USD', amountMinor: 5000n, counted: true };
  const entries = donationEntries({ ...payment, feePercent: '5', feeModel: 'plus_gateway_costs' });
  // Two seconds before midnight in Bogotá, five hours into the next month in UTC.
  const at = new Date('2026-11-01T04:59:58Z');
  const paymentId = await pendingPayment(key);
  await transaction((tx) => postAll(tx, [{ kind: 'donation', dedupeKey: id, at, entries, paymentId }]));
  const donations = async (zone: string) => {
    const [found] = await causeStatements(db(), { key, currency: 'USD' }, periodOf(zone, '2026-10'));
    return Number(lineOf(found, 'donations')?.amountMinor);
  };
  expect([await donations('America/Bogota'), await donations('UTC')]).toEqual([5000, 0]);
});

test('a cause without money has a statement of zeros in its currency', async () => {
  const { key } = await storedCause({ currency: 'PYG' });
  const [statement, ...others] = await causeStatements(db(), { key, currency: 'PYG' }, periodOf('UTC', '2026-10'));
  expect(others).toEqual([]);
  expect(statement).toMatchObject({ currency: 'PYG', openingMinor: 0n, closingMinor: 0n });
});
