import fc from 'fast-check';
import { expect, test } from 'vitest';
import { db } from '#lib/db.ts';
import { newId } from '#lib/ids.ts';
import { causeBalance } from '#lib/ledger/balance.ts';
import { withdrawableOf } from '#lib/ledger/withdrawable.ts';
import { requestRefund } from '#lib/payments/refunds/request-refund.ts';
import { isDomainError } from '#lib/problems/domain-error.ts';
import type { RemoteCosts } from '#lib/rails/port/payment.ts';
import type { RemoteRefund } from '#lib/rails/port/reversals.ts';
import { NOW } from '#testing/causes.ts';
import {
  applyReport,
  chargeback,
  differences,
  movementCosts,
  ownDatabase,
  pendingPayment,
  releaseCosts,
} from '#testing/ledger.ts';
import { runs } from '#testing/runs.ts';
import { anotherCauseOf, creatorWith, sentOn, staffMember } from '#testing/withdrawals.ts';
import { changeWithdrawal, markWithdrawalSent } from './change.ts';
import { WITHDRAWAL_ACTIONS, type WithdrawalAction } from './states.ts';

ownDatabase();

/** A round is some concurrent actions; a history is some rounds. */
type Deed =
  | { does: 'give'; link: number; costs: boolean; isReleased: boolean }
  | { does: 'release'; link: number }
  | { does: 'refund'; link: number; part: number }
  | { does: 'ask_refund'; link: number; part: number }
  | { does: 'follow_refund'; link: number; status: RemoteRefund['status']; hasLeft: boolean }
  | { does: 'dispute'; link: number; part: number; status: 'open' | 'lost' | 'won' }
  | { does: 'ask'; amount: number; key: number; cause: number }
  | { does: 'judge'; state: 'fraud' | 'published'; cause: number }
  | { does: WithdrawalAction; withdrawal: number; staff: number };

const LINKS = 4;
const AMOUNT = 120;
const link = fc.nat(LINKS - 1);
const deed: fc.Arbitrary<Deed> = fc.oneof(
  fc.record({ does: fc.constant('give' as const), link, costs: fc.boolean(), isReleased: fc.boolean() }),
  fc.record({ does: fc.constant('release' as const), link }),
  fc.record({ does: fc.constant('refund' as const), link, part: fc.integer({ min: 0, max: 4 }) }),
  fc.record({ does: fc.constant('ask_refund' as const), link, part: fc.integer({ min: 1, max: 4 }) }),
  fc.record({
    does: fc.constant('follow_refund' as const),
    link,
    status: fc.constantFrom('pending' as const, 'succeeded' as const, 'failed' as const),
    hasLeft: fc.boolean(),
  }),
  fc.record({
    does: fc.constant('dispute' as const),
    link,
    part: fc.integer({ min: 1, max: 4 }),
    status: fc.constantFrom('open' as const, 'lost' as const, 'won' as const),
  }),
  {
    weight: 2,
    arbitrary: fc.record({
      does: fc.constant('ask' as const),
      amount: fc.integer({ min: 1, max: 2 * AMOUNT }),
      key: fc.nat(9),
      cause: fc.nat(1),
    }),
  },
  fc.record({
    does: fc.constant('judge' as const),
    state: fc.constantFrom('fraud' as const, 'published' as const),
    cause: fc.nat(1),
  }),
  {
    weight: 4,
    arbitrary: fc.record({
      does: fc.constantFrom(...WITHDRAWAL_ACTIONS),
      withdrawal: fc.nat(4),
      staff: fc.nat(1),
    }),
  },
);
/** A report that money which was announced for now is not there yet: it takes a release back. */
const takesBack = (one: Deed): boolean => one.does === 'give' && one.isReleased && !one.costs;
const history = fc.array(fc.array(deed, { minLength: 1, maxLength: 8 }), { minLength: 1, maxLength: 6 });

type Said = Extract<Deed, { does: 'give' | 'release' | 'refund' | 'dispute' }>;

/** So many quarters of a payment, in minor units. */
const partOf = ({ part }: { part: number }) => BigInt(part * (AMOUNT / 4)) * 100n;
const paymentOf = (id: string) => db().payment.findUniqueOrThrow({ where: { id } });

/** Two causes at 5 % of one creator with withdrawals, a link to each, and two staff members. */
async function scene() {
  const made = await creatorWith(0);
  const keys = [made.key, await anotherCauseOf(made.creator, 0)] as const;
  const staff = [made.staff, await staffMember()];
  const payments = await Promise.all(
    Array.from({ length: LINKS }, (_, index) =>
      pendingPayment(index < LINKS / 2 ? keys[0] : keys[1], { amountMajor: AMOUNT }),
    ),
  );
  const costsOf = (id: string): RemoteCosts => movementCosts(`txn_${id}`, BigInt(AMOUNT) * 100n, 378n);
  const act = async (one: Deed): Promise<unknown> => {
    if (one.does === 'ask')
      return made.ask(one.amount, { key: `form-${one.key}`, causeKey: keys[one.cause] ?? keys[0] });
    if (one.does === 'ask_refund') return askRefund(payments[one.link] ?? '', partOf(one));
    if (one.does === 'follow_refund') return followRefund(payments[one.link] ?? '', one);
    if (one.does === 'judge')
      return db().cause.update({ where: { key: keys[one.cause] ?? keys[0] }, data: { state: one.state } });
    if ('link' in one) return applyReport(payments[one.link] ?? '', saidOf(one));
    const asked = await db().withdrawal.findMany({
      where: { requestedBy: made.creator.id },
      orderBy: { id: 'asc' },
    });
    const withdrawal = asked[one.withdrawal];
    const actor = one.does === 'cancel' ? made.creator : (staff[one.staff] ?? made.staff);
    if (!withdrawal) return undefined;
    return one.does === 'mark_sent'
      ? markWithdrawalSent(actor, withdrawal.id, sentOn(NOW), NOW)
      : changeWithdrawal(actor, withdrawal.id, one.does, null, NOW);
  };
  const askRefund = async (paymentId: string, amountMinor: bigint) => {
    const { refundedMinor, refundsElsewhereMinor } = await paymentOf(paymentId);
    const seenMinor = refundedMinor + refundsElsewhereMinor;
    const refund = { paymentId, amountMinor, seenMinor, reason: 'Asked for', key: newId('refund') };
    return requestRefund({ ...refund, requestedBy: made.staff.id }, NOW);
  };
  /** The gateway reports the latest refund that was asked for. */
  const followRefund = async (paymentId: string, { status, hasLeft }: Pick<RemoteRefund, 'status' | 'hasLeft'>) => {
    const asked = await db().refund.findFirst({ where: { paymentId, state: 'pending' } });
    if (!asked) return;
    const { refundedMinor } = await paymentOf(paymentId);
    const { id: refundId, amountMinor } = asked;
    const refund = { id: `re_${refundId}`, refundId, amountMinor, status, hasLeft, createdAt: NOW };
    const sum = status === 'succeeded' ? refundedMinor + amountMinor : refundedMinor;
    await applyReport(paymentId, { refundedMinor: sum, refunds: [refund] });
  };
  const saidOf = (one: Said) => {
    const costs = costsOf(payments[one.link] ?? '');
    switch (one.does) {
      case 'give':
        return {
          costs: { ...(one.costs ? costs : releaseCosts(null)), releasedAt: one.isReleased ? NOW : null },
        };
      case 'release':
        return { costs: releaseCosts(NOW) };
      case 'refund':
        return {
          refundedMinor: partOf(one),
          costs: { ...costs, releasedAt: null },
        };
      case 'dispute':
        return {
          disputes: [
            chargeback(`du_${payments[one.link]}`, one.status, {
              amountMinor: partOf(one),
            }),
          ],
          costs: { ...costs, releasedAt: null },
        };
    }
  };
  return { ...made, keys, act };
}

/** Every refusal must be a domain error; anything else fails the test. */
async function unlessRefused(work: Promise<unknown>): Promise<void> {
  await work.catch((error: unknown) => {
    if (!isDomainError(error)) throw error;
  });
}

/** The withdrawable amount of a cause, in any state. */
async function balanceOf(key: string) {
  return withdrawableOf(db(), await db().cause.findUniqueOrThrow({ where: { key } }), NOW);
}

/** The most that the creator of causes gained since some transactions, and the reserved part of it, in minor units. */
async function movedSince(causeKeys: readonly string[], earlier: string[]) {
  const entries = await db().ledgerEntry.findMany({
    where: { causeKey: { in: [...causeKeys] }, account: 'creator', transactionId: { notIn: earlier } },
    include: { transaction: { select: { dedupeKey: true } } },
  });
  const sum = (some: typeof entries) => some.reduce((total, { amountMinor }) => total + amountMinor, 0n);
  return {
    gained: -sum(entries.filter(({ amountMinor }) => amountMinor < 0n)),
    reserved: sum(entries.filter(({ transaction }) => transaction.dedupeKey.startsWith('withdrawal_reserved'))),
  };
}

const transactionsOf = async (causeKeys: readonly string[]) => {
  const entries = await db().ledgerEntry.findMany({
    where: { causeKey: { in: [...causeKeys] } },
    select: { transactionId: true },
  });
  return entries.map(({ transactionId }) => transactionId);
};

/** A creator's withdrawals, each with how often the audit log has each of its steps. */
async function stepsOf(requestedBy: string) {
  const asked = await db().withdrawal.findMany({ where: { requestedBy } });
  const entries = await db().auditEntry.findMany({ where: { subject: { in: asked.map(({ id }) => id) } } });
  return asked.map(({ id, state }) => {
    const own = entries.filter(({ subject }) => subject === id);
    const times = (step: WithdrawalAction) => own.filter(({ action }) => action === `withdrawal.${step}`).length;
    return { id, state, times };
  });
}

test('after any concurrent actions the ledger is exact, nothing is posted twice, and no withdrawal exceeds the released money', {
  timeout: 240_000,
}, async () => {
  await fc.assert(
    fc.asyncProperty(history, async (rounds) => {
      const { keys, act, creator, staff } = await scene();
      // For each cause, and for both together: the released money, and money received or released meanwhile.
      const groups: (readonly string[])[] = [[keys[0]], [keys[1]], keys];
      const balances = () => Promise.all(keys.map(balanceOf));
      for (const round of rounds) {
        const before = await balances();
        const earlier = await transactionsOf(keys);
        await Promise.all(round.map((one) => unlessRefused(act(one))));
        // All of the ledger, which the end of a history compares too: what is wrong once stays so.
        if (runs(false, true)) expect(await differences()).toEqual([]);
        const after = await balances();
        for (const group of groups) {
          const { gained, reserved } = await movedSince(group, earlier);
          const sum = (of: typeof before, name: 'releasedMinor' | 'onItsWayMinor') =>
            keys.reduce((total, key, n) => total + (group.includes(key) ? (of[n]?.[name] ?? 0n) : 0n), 0n);
          // What was taken back may have been released, and withdrawn, before that.
          const still = round.some(takesBack) ? 0n : sum(after, 'onItsWayMinor');
          const released = sum(before, 'onItsWayMinor') - still;
          expect(reserved === 0n || reserved <= sum(before, 'releasedMinor') + gained + released).toBe(true);
        }
      }
      // What was started stays so until somebody records what became of it: no other step takes it away.
      for (const { state, times } of await stepsOf(creator.id)) {
        const open = times('start_sending') - times('mark_sent') - times('mark_not_sent');
        expect([state, open]).toEqual([state, state === 'sending' ? 1 : 0]);
        expect(times('mark_sent')).toBe(state === 'paid' || state === 'failed' ? 1 : 0);
      }
      // Whatever became of balances, causes and the bank account: what is being sent is recorded as sent, once.
      const sending = (await stepsOf(creator.id)).filter(({ state }) => state === 'sending');
      for (const { id } of sending)
        await Promise.all([staff, staff].map((one) => markWithdrawalSent(one, id, sentOn(NOW), NOW)));
      const ids = sending.map(({ id }) => id);
      for (const { id, state, times } of await stepsOf(creator.id))
        if (ids.includes(id)) expect([state, times('mark_sent')]).toEqual(['paid', 1]);
      expect(await differences()).toEqual([]);
      for (const key of keys) {
        const balance = await causeBalance(db(), key);
        const rest =
          balance.collectedMinor -
          balance.commissionMinor -
          balance.gatewayCostMinor -
          balance.refundedMinor -
          balance.refundsReservedMinor -
          balance.disputedMinor -
          balance.reservedMinor -
          balance.paidOutMinor;
        expect(balance.leftMinor).toBe(rest);
        expect((await balanceOf(key)).owedMinor).toBe(rest);
      }
    }),
    { numRuns: runs(4, 30) },
  );
});

test('without reversals no cause pays out more than was released, for any number of concurrent requests', {
  timeout: 240_000,
}, async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.record({ amount: fc.integer({ min: 1, max: 200 }), cause: fc.nat(1) }), {
        minLength: 2,
        maxLength: 10,
      }),
      async (asked) => {
        const { keys, ask, act } = await scene();
        const give = (index: number, isReleased: boolean) =>
          act({ does: 'give', link: index, costs: index > 0, isReleased });
        await give(0, true);
        const paying = [give(1, false), give(2, true), give(3, false), act({ does: 'release', link: 3 })];
        const asking = asked.map(({ amount, cause }) =>
          unlessRefused(ask(amount, { causeKey: keys[cause] ?? keys[0] })),
        );
        await Promise.all([...paying, ...asking]);
        for (const key of keys) {
          const { releasedMinor, onItsWayMinor, owedMinor } = await balanceOf(key);
          expect(releasedMinor >= 0n).toBe(true);
          expect(owedMinor - onItsWayMinor).toBe(releasedMinor);
        }
        expect(await differences()).toEqual([]);
      },
    ),
    { numRuns: runs(2, 15) },
  );
});
