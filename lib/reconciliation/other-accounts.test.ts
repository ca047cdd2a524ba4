import { beforeAll, expect, test } from 'vitest';
import { db } from '#lib/db.ts';
import { UNREAD_PREFIX } from '#lib/payments/sync/decisions.ts';
import type { BookLine } from '#lib/rails/port/books.ts';
import type { Rail } from '#lib/rails/port/rail.ts';
import { NOW, storedCause } from '#testing/causes.ts';
import { applyReport, donation, movementCosts, ownDatabase, pendingPayment } from '#testing/ledger.ts';
import { comparePayments, findOtherMovements, findUnread, type Scope } from './compare.ts';
import { compareBalance, differenceOf } from './compare-balance.ts';
import { compareBorneCosts, comparePaidOut } from './compare-sums.ts';
import { storeLines } from './store-lines.ts';

ownDatabase();

const DAY_MS = 86_400_000;
const [AGREES, DIFFERS] = ['mercado_pago_co', 'stripe'];

const line = (of: Partial<BookLine> & Pick<BookLine, 'id' | 'kind' | 'grossMinor'>, feeMinor = 0n): BookLine => ({
  gatewayPaymentId: null,
  currency: 'USD',
  at: NOW,
  feeMinor,
  netMinor: of.grossMinor - feeMinor,
  ...of,
});
const paid = (id: string, payment: string, feeMinor: bigint) =>
  line({ id, kind: 'payment', grossMinor: 5000n, gatewayPaymentId: `pi_${payment}` }, feeMinor);

/** One account whose books agree with the ledger, beside one where everything differs, under the same ids. */
beforeAll(async () => {
  const { key } = await storedCause();
  const own = await pendingPayment(key);
  await db().payment.update({ where: { id: own }, data: { gateway: AGREES, rail: 'wallet' } });
  await applyReport(own, { costs: movementCosts('line_1', 5000n, 175n) });
  await storeLines(AGREES, [paid('line_1', own, 175n)]);

  const other = await donation(key, { costs: movementCosts('line_2', 5000n, 175n) });
  const unread = await donation(key);
  await db().payment.update({
    where: { id: unread },
    data: { costDueAt: NOW, lastError: `${UNREAD_PREFIX}refunds` },
  });
  await storeLines(DIFFERS, [
    paid('line_1', own, 1n),
    paid('line_2', other, 200n),
    line({ id: 'line_3', kind: 'other', grossMinor: -500n }),
    line({ id: 'line_4', kind: 'payout', grossMinor: -700n }),
  ]);
});

const scopeOf = (gateway: string): Scope => ({
  gateway,
  from: new Date(NOW.getTime() - DAY_MS),
  to: new Date(Date.now() + DAY_MS),
  earlier: ['line_1', 'line_3'],
});
/** A gateway that reports no balance: the sum of its books takes its place. */
const withoutBalance = (gateway: string) => ({ gateway, readBalance: async () => null }) as unknown as Rail;

test.each<[string, (scope: Scope) => Promise<unknown[]>]>([
  ['payments', (scope) => comparePayments(db(), scope, false)],
  ['settled payments', (scope) => comparePayments(db(), scope, true)],
  ['payments that were not read', (scope) => findUnread(db(), scope, [])],
  ['other movements', (scope) => findOtherMovements(db(), scope)],
  ['what was paid out', (scope) => comparePaidOut(db(), scope)],
  ['costs that creators bear', (scope) => compareBorneCosts(db(), scope, [])],
  [
    'the balance',
    async ({ gateway }) =>
      (await compareBalance(withoutBalance(gateway))).filter((balance) => differenceOf(balance) !== 0n),
  ],
])('%s of another account make no difference of this one', async (_what, differences) => {
  expect(await differences(scopeOf(DIFFERS))).not.toEqual([]);
  expect(await differences(scopeOf(AGREES))).toEqual([]);
});
