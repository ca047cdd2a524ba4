import fc from 'fast-check';
import { expect, test } from 'vitest';
import { db } from '#lib/db.ts';
import { availableMinor, causeBalance } from '#lib/ledger/balance.ts';
import type { RemoteCosts } from '#lib/rails/port.ts';
import { NOW } from '#scripts/testing/causes.ts';
import {
  chargeback,
  differences,
  gatewaySays,
  ownDatabase,
  pendingPayment,
  taken,
} from '#scripts/testing/ledger.ts';
import { creatorWith, staffMember } from '#scripts/testing/withdrawals.ts';
import { changeWithdrawal } from './change.ts';
import { isWithdrawalRefusal } from './refusal.ts';
import { WITHDRAWAL_ACTIONS, type WithdrawalAction } from './states.ts';

ownDatabase();

/** Some of these at the same moment are a round; a history is some rounds. */
type Deed =
  | { does: 'give'; link: number; costs: boolean }
  | { does: 'refund'; link: number; part: number }
  | { does: 'dispute'; link: number; part: number; standing: 'open' | 'lost' | 'won' }
  | { does: 'ask'; amount: number; key: number }
  | { does: WithdrawalAction; withdrawal: number; staff: number };

const LINKS = 4;
const AMOUNT = 120;
const link = fc.nat(LINKS - 1);
const deed: fc.Arbitrary<Deed> = fc.oneof(
  fc.record({ does: fc.constant('give' as const), link, costs: fc.boolean() }),
  fc.record({ does: fc.constant('refund' as const), link, part: fc.integer({ min: 0, max: 4 }) }),
  fc.record({
    does: fc.constant('dispute' as const),
    link,
    part: fc.integer({ min: 1, max: 4 }),
    standing: fc.constantFrom('open' as const, 'lost' as const, 'won' as const),
  }),
  {
    weight: 2,
    arbitrary: fc.record({
      does: fc.constant('ask' as const),
      amount: fc.integer({ min: 1, max: 2 * AMOUNT }),
      key: fc.nat(9),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      does: fc.constantFrom(...WITHDRAWAL_ACTIONS),
      withdrawal: fc.nat(4),
      staff: fc.nat(1),
    }),
  },
);
const history = fc.array(fc.array(deed, { minLength: 1, maxLength: 8 }), { minLength: 1, maxLength: 6 });

/** A cause at 5 % with links to give to it, a creator who withdraws, and two members of staff. */
async function scene() {
  const made = await creatorWith(0);
  const staff = [made.staff, await staffMember()];
  const payments = await Promise.all(
    Array.from({ length: LINKS }, () => pendingPayment(made.key, { amountMajor: AMOUNT })),
  );
  const costsOf = (id: string): RemoteCosts => taken(`txn_${id}`, BigInt(AMOUNT) * 100n, 378n);
  const act = async (one: Deed): Promise<unknown> => {
    if (one.does === 'ask') return made.ask(one.amount, { key: `form-${one.key}` });
    if (one.does === 'give') {
      const id = payments[one.link] ?? '';
      return gatewaySays(id, one.costs ? { costs: costsOf(id) } : {});
    }
    if (one.does === 'refund' || one.does === 'dispute') {
      const id = payments[one.link] ?? '';
      const said =
        one.does === 'refund'
          ? { refundedMinor: BigInt(one.part * (AMOUNT / 4)) * 100n }
          : {
              disputes: [
                chargeback(`du_${id}`, one.standing, { amountMinor: BigInt(one.part * (AMOUNT / 4)) * 100n }),
              ],
            };
      return gatewaySays(id, { ...said, costs: costsOf(id) });
    }
    const asked = await db().withdrawal.findMany({ where: { causeKey: made.key }, orderBy: { id: 'asc' } });
    const withdrawal = asked[one.withdrawal];
    const actor = one.does === 'cancel' ? made.creator : (staff[one.staff] ?? made.staff);
    return withdrawal && changeWithdrawal(actor, withdrawal.id, one.does, null, NOW);
  };
  return { ...made, act };
}

/** Whatever is refused is refused for a reason of ours; anything else fails the test. */
async function unlessRefused(work: Promise<unknown>): Promise<void> {
  await work.catch((error: unknown) => {
    if (!isWithdrawalRefusal(error)) throw error;
  });
}

/** What a cause's creator gained since some transactions, at most, and what was reserved of it, in minor units. */
async function movedSince(causeKey: string, earlier: string[]) {
  const entries = await db().ledgerEntry.findMany({
    where: { causeKey, account: 'creator', transactionId: { notIn: earlier } },
    include: { transaction: { select: { dedupeKey: true } } },
  });
  const sum = (some: typeof entries) => some.reduce((total, { amountMinor }) => total + amountMinor, 0n);
  return {
    gained: -sum(entries.filter(({ amountMinor }) => amountMinor < 0n)),
    reserved: sum(
      entries.filter(({ transaction }) => transaction.dedupeKey.startsWith('withdrawal_reserved')),
    ),
  };
}

const transactionsOf = async (causeKey: string) => {
  const entries = await db().ledgerEntry.findMany({ where: { causeKey }, select: { transactionId: true } });
  return entries.map(({ transactionId }) => transactionId);
};

test('whatever happens at the same moment, the ledger stays exact, nothing is posted twice, and no withdrawal takes what is not there', {
  timeout: 240_000,
}, async () => {
  await fc.assert(
    fc.asyncProperty(history, async (rounds) => {
      const { key, act } = await scene();
      for (const round of rounds) {
        const before = await availableMinor(db(), key, 'USD');
        const earlier = await transactionsOf(key);
        await Promise.all(round.map((one) => unlessRefused(act(one))));
        expect(await differences()).toEqual([]);
        const { gained, reserved } = await movedSince(key, earlier);
        expect(reserved === 0n || reserved <= before + gained).toBe(true);
      }
      const balance = await causeBalance(db(), key);
      const rest =
        balance.collectedMinor -
        balance.commissionMinor -
        balance.gatewayCostMinor -
        balance.refundedMinor -
        balance.disputedMinor -
        balance.reservedMinor -
        balance.paidOutMinor;
      expect(balance.availableMinor).toBe(rest);
      expect(await availableMinor(db(), key, 'USD')).toBe(rest);
    }),
    { numRuns: 30 },
  );
});

test('without money going back, the balance never falls below zero, however many ask at once', {
  timeout: 240_000,
}, async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.integer({ min: 1, max: 200 }), { minLength: 2, maxLength: 10 }),
      async (amounts) => {
        const { key, ask, act } = { ...(await scene()) };
        await act({ does: 'give', link: 0, costs: false });
        const paying = [1, 2, 3].map((index) => act({ does: 'give', link: index, costs: true }));
        await Promise.all([...paying, ...amounts.map((amount) => unlessRefused(ask(amount)))]);
        expect((await causeBalance(db(), key)).availableMinor >= 0n).toBe(true);
        expect(await differences()).toEqual([]);
      },
    ),
    { numRuns: 15 },
  );
});
