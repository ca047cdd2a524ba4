import { beforeAll, expect, test } from 'vitest';
import { db, type Tx, transaction } from '#lib/db.ts';
import { newId } from '#lib/ids.ts';
import { post } from '#lib/ledger/post.ts';
import type { BookLine } from '#lib/rails/port/books.ts';
import { NOW, storedCause } from '#testing/causes.ts';
import { applyReport, donation, movementCosts, ownDatabase, pendingPayment } from '#testing/ledger.ts';
import { creatorWith, sendWithdrawal } from '#testing/withdrawals.ts';
import { compareBorneCosts, comparePaidOut } from './compare-sums.ts';
import type { ReconciledDifference } from './difference.ts';
import { postAccountLines, storeLines } from './store-lines.ts';

ownDatabase();

const DAY_MS = 86_400_000;
const from = new Date(NOW.getTime() - DAY_MS);

/** The books of a run that has just finished. */
const scope = () => ({ gateway: 'stripe', from, to: new Date(Date.now() + DAY_MS), earlier: [] });

type Named = Partial<BookLine> & Pick<BookLine, 'id' | 'kind' | 'grossMinor'>;
const bookLine = ({ feeMinor = 0n, ...of }: Named): BookLine => ({
  gatewayPaymentId: null,
  currency: 'USD',
  at: NOW,
  feeMinor,
  netMinor: of.grossMinor - feeMinor,
  ...of,
});
const lineOf = (payment: string, id: string, feeMinor: bigint): BookLine =>
  bookLine({ id, kind: 'payment', grossMinor: 5000n, feeMinor, gatewayPaymentId: `pi_${payment}` });

let cause: string;
let costed: string;
let ours: string;
let withdrawal: string;

beforeAll(async () => {
  const { key, ask, staff } = await creatorWith(200);
  cause = key;
  costed = await donation(cause, { costs: movementCosts('txn_costed', 5000n, 175n) });
  const inclusive = (await storedCause({ feeModel: 'all_inclusive' })).key;
  ours = await donation(inclusive, { costs: movementCosts('txn_ours', 5000n, 175n) });
  const late = await pendingPayment(cause);
  const costs = movementCosts('txn_late', 5000n, 175n);
  await applyReport(late, { succeededAt: new Date(NOW.getTime() + 2 * DAY_MS), costs });
  await storeLines('stripe', [
    lineOf(costed, 'txn_costed', 175n),
    lineOf(ours, 'txn_ours', 175n),
    lineOf(late, 'txn_late', 175n),
    bookLine({ id: 'txn_payout', kind: 'payout', grossMinor: -1000n, feeMinor: 15n }),
  ]);
  await postAccountLines('stripe', scope());
  withdrawal = (await ask(20)).id;
  await sendWithdrawal(staff, withdrawal);
});

const compare = async (tx: Tx, differing: string[] = []): Promise<ReconciledDifference[]> => [
  ...(await comparePaidOut(tx, scope())),
  ...(await compareBorneCosts(tx, scope(), differing)),
];

/** The differences once something is planted, which is undone again. */
async function foundAfter(plant: (tx: Tx) => Promise<unknown>, differing: string[] = []) {
  const undone = new Error('undone');
  let found: ReconciledDifference[] = [];
  await transaction(async (tx) => {
    await plant(tx);
    found = await compare(tx, differing);
    throw undone;
  }).catch((error: unknown) => {
    if (error !== undone) throw error;
  });
  return found;
}

const difference = (
  about: ReconciledDifference['about'],
  oursMinor: number,
  theirsMinor: number,
): ReconciledDifference => ({
  about,
  subject: 'USD',
  paymentId: null,
  currency: 'USD',
  oursMinor: String(oursMinor),
  theirsMinor: String(theirsMinor),
});

const entry = (account: 'gateway' | 'bank' | 'creator' | 'gateway_cost_recovery', amountMinor: bigint) => ({
  account,
  currency: 'USD',
  amountMinor,
  detail: account === 'gateway' ? 'stripe' : '',
});

test('sums agree where costs are borne by creators, by us, and for unmatched funds', async () => {
  expect(await compare(db())).toEqual([]);
});

test('a payout that nobody made differs from the payouts in the books', async () => {
  const entries = [entry('gateway', -500n), entry('bank', 500n)].map((one) => ({ ...one, causeKey: null }));
  const of = { kind: 'payout', dedupeKey: 'payout:stripe:none', at: NOW } as const;
  expect(await foundAfter((tx) => post(tx, { ...of, entries }))).toEqual([difference('bank', 1500, 1000)]);
});

test('a payout of the books that is not posted differs, and one after the period does not', async () => {
  const store = (at: Date) => (tx: Tx) =>
    tx.bookLine.create({
      data: {
        gateway: 'stripe',
        lineId: 'txn_more',
        kind: 'payout',
        currency: 'USD',
        at,
        grossMinor: -700n,
        feeMinor: 0n,
        netMinor: -700n,
      },
    });
  expect(await foundAfter(store(NOW))).toEqual([difference('bank', 1000, 1700)]);
  expect(await foundAfter(store(new Date(Date.now() + 2 * DAY_MS)))).toEqual([]);
});

test('what was sent by hand and is not posted differs', async () => {
  const found = await foundAfter(async (tx) => {
    const refundId = newId('refund');
    const asked = { requestKey: 'form', reason: 'Asked for', createdAt: NOW };
    const amountMinor = 300n;
    await tx.refund.create({
      data: { id: refundId, paymentId: costed, ...asked, amountMinor, state: 'failed', settledAt: NOW },
    });
    const sent = { reference: 'TRX', sentOn: NOW, recordedBy: 'acc_staff', recordedAt: NOW };
    await tx.manualRefund.create({
      data: { id: newId('manualRefund'), paymentId: costed, refundId, amountMinor, ...sent },
    });
  });
  expect(found).toEqual([difference('bank', 1000, 700)]);
});

test('a withdrawal that was recorded as sent and is not posted differs', async () => {
  const found = await foundAfter((tx) =>
    tx.withdrawal.update({ where: { id: withdrawal }, data: { state: 'failed', failedAt: NOW } }),
  );
  expect(found).toEqual([difference('paid_out', -2000, 0)]);
});

test('a cost that the creator bears and the gateway did not take differs, unless the payment is reported itself', async () => {
  const borne = async (tx: Tx) => {
    const entries = [entry('creator', 40n), entry('gateway_cost_recovery', -40n)];
    const of = {
      kind: 'settlement',
      dedupeKey: 'settlement:stripe:none',
      at: NOW,
      paymentId: costed,
    } as const;
    await post(tx, { ...of, entries: entries.map((one) => ({ ...one, causeKey: cause })) });
  };
  expect(await foundAfter(borne)).toEqual([difference('borne_costs', 215, 175)]);
  expect(await foundAfter(borne, [`pi_${costed}`])).toEqual([]);
});

test('a cost that the gateway took and the creator does not bear differs', async () => {
  const found = await foundAfter((tx) =>
    tx.cause.update({ where: { key: cause }, data: { feeModel: 'all_inclusive' } }),
  );
  expect(found).toEqual([difference('borne_costs', 175, 0)]);
});
