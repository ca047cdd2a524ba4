import type { Tx } from '#lib/db.ts';
import { newId } from '#lib/ids.ts';
import type { Reversals } from '#lib/ledger/payment-postings.ts';
import { minorUnitsPerMajor } from '#lib/money.ts';
import { oneOf } from '#lib/one-of.ts';
import { PAYMENT_STATES } from '#lib/payments/states.ts';
import { unmatchedRefund } from '#lib/payments/unmatched-refund.ts';
import type { RemotePayment } from '#lib/rails/port/payment.ts';
import { DISPUTE_KINDS, DISPUTE_STATUSES, type RemoteDispute, type RemoteRefund } from '#lib/rails/port/reversals.ts';
import type { CheckoutLink, Dispute, Payment, Refund } from '#prisma/generated/client.ts';
import { endWriteOff } from './end-write-off.ts';
import { mailDonor } from './mail-donor.ts';
import { postReversalChanges } from './post-to-ledger.ts';
import { refundUnmatchedFunds } from './refund-unmatched-funds.ts';
import { findReservedRefunds, sumMinor } from './reserve-refunds.ts';
import {
  chargebackAmounts,
  chargebackSteps,
  disputesAfter,
  type ReportedDispute,
  refundChange,
  refundsSince,
  refundToReopen,
  resolvedBy,
  returnsWrittenOffFunds,
  stateAfterReversals,
} from './reversals.ts';
import { findStateAfterReturn } from './state-after-return.ts';

/**
 * Records the refunds and disputes of a payment: their rows, the ledger and the payment itself. A completed link stays
 * completed; the total of its cause follows the amounts (rulings 46, 53). Call it under the link's lock, in the
 * transaction that records the money. Recording the same report again changes nothing.
 */
export async function recordReversals(
  tx: Tx,
  link: Pick<CheckoutLink, 'feePercent'>,
  payment: Payment,
  money: RemotePayment,
  now: Date,
): Promise<void> {
  const { id, amountMinor, sentByHandMinor, disputedMinor, chargedBackMinor } = payment;
  if (amountMinor === null) throw new Error('Bug: money without an amount');
  const known = await tx.dispute.findMany({ where: { paymentId: id } });
  // What was sent by hand is no gateway's matter: there, it was not refunded.
  const byGateway = money.refundedMinor ?? payment.refundedMinor - sentByHandMinor;
  // Without the sum of its refunds a report does not tell of all that they are: what is known of them stays.
  const listed = money.refundedMinor === null ? null : money.refunds;
  const knownDisputes = known.map(toRemoteDispute);
  const reported = disputesAfter(knownDisputes, money, amountMinor - byGateway);
  const disputes = reported !== null && (await recordDisputes(tx, payment, known, reported, now));
  const leftMinor = amountMinor - byGateway - sentByHandMinor;
  const refunds = await followRefunds(tx, { ...payment, leftMinor }, listed, now);
  const elsewhere = await refundedElsewhere(tx, payment, listed);
  const after: Amounts = {
    refundedMinor: byGateway + sentByHandMinor,
    sentByHandMinor,
    ...(await refundsUnderWay(tx, payment, listed)),
    refundedElsewhereMinor: elsewhere ? sumMinor(elsewhere) : payment.refundedElsewhereMinor,
    ...(reported
      ? chargebackAmounts(reported, { amountMinor, currency: payment.currency })
      : { disputedMinor, chargedBackMinor }),
  };
  const amounts = AMOUNTS.some((name) => payment[name] !== after[name]);
  const before = { ...payment, state: await findStateAfterReturn(tx, payment) };
  const claims = reported ? chargebackSteps(knownDisputes, reported, { amountMinor, currency: payment.currency }) : [];
  if (amounts) await postEach(tx, before, after, { elsewhere: elsewhere ?? [], claims }, link, now);
  // Whether all of it was refunded is not known without the refunds that are pending.
  const state = listed
    ? stateAfterReversals(before.state, amountMinor, after, listed)
    : oneOf(PAYMENT_STATES, payment.state);
  if (!disputes && !refunds && !amounts && state === payment.state) return;
  const updated = await tx.payment.update({
    where: { id },
    data: {
      ...after,
      state,
      refundedAt: state === 'refunded' ? (payment.refundedAt ?? now) : null,
      revision: { increment: 1 },
    },
  });
  await endWriteOff(tx, updated, now);
  if (state === 'refund_due') await refundUnmatchedFunds(tx, id, now);
  if (returnsWrittenOffFunds(payment, { ...after, state })) await reopenFailedRefund(tx, id);
  if (state !== payment.state) await mailAboutReversal(tx, payment, { ...payment, ...after, state });
  else if (state === 'approved')
    await mailAboutElsewhere(tx, payment, after.refundedElsewhereMinor - payment.refundedElsewhereMinor);
}

type Reported = { elsewhere: readonly RemoteRefund[]; claims: ReturnType<typeof chargebackSteps> };

/** Posts the changes of a report: refunds that somebody made at the gateway itself, then chargebacks, as if each had its report. */
async function postEach(
  tx: Tx,
  before: Payment,
  after: Amounts,
  { elsewhere, claims }: Reported,
  link: Pick<CheckoutLink, 'feePercent'>,
  now: Date,
): Promise<void> {
  let posted = before;
  const postTo = async (next: Partial<Amounts>) => {
    const changed = { ...posted, ...next };
    await postReversalChanges(tx, posted, changed, link, now);
    posted = changed;
  };
  for (const { amountMinor } of refundsSince(elsewhere, before, after).slice(0, -1))
    await postTo({ refundedMinor: posted.refundedMinor + amountMinor });
  for (const claim of claims.slice(0, -1)) await postTo({ ...after, ...claim });
  await postTo(after);
}

/** Puts written-off funds into the queue of staff again, who do not see them there once all of their refunds are resolved. */
async function reopenFailedRefund(tx: Tx, paymentId: string): Promise<void> {
  const refunds = await tx.refund.findMany({ where: { paymentId }, orderBy: { createdAt: 'asc' } });
  const data = { resolvedAt: null, resolvedBy: null, resolution: null };
  const reopened = refundToReopen(refunds);
  if (reopened) await tx.refund.update({ where: { id: reopened.id }, data });
}

const AMOUNTS = [
  ...(['refundedMinor', 'refundsPendingMinor', 'refundsElsewhereMinor', 'refundsMovedMinor'] as const),
  ...(['refundedElsewhereMinor', 'sentByHandMinor', 'disputedMinor', 'chargedBackMinor'] as const),
] as const satisfies (keyof Reversals | 'refundsElsewhereMinor' | 'refundedElsewhereMinor')[];
type Amounts = Pick<Payment, (typeof AMOUNTS)[number]>;

/**
 * What is reserved for refunds of a payment, once its refunds were followed: what is asked for by us, and what somebody has
 * asked for at the gateway itself; and what has left the gateway's account for them.
 */
async function refundsUnderWay(
  tx: Tx,
  { id: paymentId, refundsElsewhereMinor, refundsMovedMinor }: Payment,
  reported: readonly RemoteRefund[] | null,
): Promise<Pick<Amounts, 'refundsPendingMinor' | 'refundsElsewhereMinor' | 'refundsMovedMinor'>> {
  const asked = await findReservedRefunds(tx, paymentId);
  const pending = reported?.filter(({ status }) => status === 'pending');
  const elsewhere = pending?.filter((remote) => !asked.some((own) => isSame(own, remote)));
  const elsewhereMinor = elsewhere ? sumMinor(elsewhere) : refundsElsewhereMinor;
  return {
    refundsPendingMinor: sumMinor(asked) + elsewhereMinor,
    refundsElsewhereMinor: elsewhereMinor,
    refundsMovedMinor: pending ? sumMinor(pending.filter(({ hasLeft }) => hasLeft)) : refundsMovedMinor,
  };
}

/**
 * The refunds that somebody has made at the gateway itself: what it reports beside ours. While the gateway's id of one of ours is
 * not known, any that it reports may be that one. Null if what was known stays.
 */
async function refundedElsewhere(
  tx: Tx,
  { id: paymentId }: Payment,
  reported: readonly RemoteRefund[] | null,
): Promise<RemoteRefund[] | null> {
  if (!reported) return null;
  const succeeded = reported.filter(({ status }) => status === 'succeeded');
  if (succeeded.length === 0) return [];
  const own = await tx.refund.findMany({ where: { paymentId } });
  const elsewhere = succeeded.filter((remote) => !own.some((row) => isSame(row, remote)));
  const isUncertain = own.some(({ state, gatewayRefundId }) => state === 'pending' && !gatewayRefundId);
  return isUncertain && elsewhere.length > 0 ? null : elsewhere;
}

/** Whether a refund of ours is the one that its gateway reports. */
function isSame({ id, gatewayRefundId }: Pick<Refund, 'id' | 'gatewayRefundId'>, remote: RemoteRefund): boolean {
  return remote.refundId === id || remote.id === gatewayRefundId;
}

/**
 * About unmatched funds: what the gateway refunded beside what a bank took, and what came back of it. What was sent by hand has
 * a mail of its own.
 */
async function mailAboutReversal(tx: Tx, before: Payment, after: Payment): Promise<void> {
  const { refundMajor, byHandMajor } = unmatchedRefund(after);
  const byGateway = after.refundedMinor - after.sentByHandMinor;
  const isRest = isOwed(before) && after.state === 'charged_back' && byGateway > 0n;
  if (after.state === 'refunded' || isRest)
    return mailDonor(tx, 'donation_refunded', after, {
      reason: after.refundReason ?? 'late',
      backMajor: refundMajor - byHandMajor,
    });
  const returnedMinor = before.refundedMinor - after.refundedMinor;
  if (isOwed(after) && returnedMinor > 0n)
    await mailDonor(tx, 'refund_returned', after, refundedOf(after, { amountMinor: returnedMinor }));
}

/** Whether something of unmatched funds is still owed to their donor. */
function isOwed({ state }: Payment): boolean {
  return state === 'refund_due' || state === 'unclaimed';
}

/** About a donation of which somebody refunded so much more, or less, at the gateway itself. */
async function mailAboutElsewhere(tx: Tx, payment: Payment, moreMinor: bigint): Promise<void> {
  if (moreMinor > 0n)
    await mailDonor(tx, 'donation_given_back', payment, {
      ...refundedOf(payment, { amountMinor: moreMinor }),
      isWhole: moreMinor === payment.amountMinor,
    });
  if (moreMinor < 0n) await mailDonor(tx, 'refund_returned', payment, refundedOf(payment, { amountMinor: -moreMinor }));
}

function toRemoteDispute({ gatewayDisputeId, kind, status, ...row }: Dispute): RemoteDispute {
  const { amountMinor, currency, respondBy, openedAt } = row;
  return {
    id: gatewayDisputeId,
    amountMinor,
    currency,
    respondBy,
    openedAt,
    kind: oneOf(DISPUTE_KINDS, kind),
    status: oneOf(DISPUTE_STATUSES, status),
  };
}

/**
 * Stores the disputes of a payment as its gateway reports them, one row each; one that is no longer reported has ended
 * without effect. Part of the transaction that records the money, under the link's lock.
 * @param known the rows that there are
 * @returns whether anything was new.
 */
async function recordDisputes(
  tx: Tx,
  { id: paymentId, gateway }: Payment,
  known: readonly Dispute[],
  reported: readonly ReportedDispute[],
  now: Date,
): Promise<boolean> {
  let changed = false;
  for (const { id: gatewayDisputeId, formerId, ...facts } of reported) {
    const row =
      known.find((one) => one.gatewayDisputeId === gatewayDisputeId) ??
      known.find((one) => one.gatewayDisputeId === formerId);
    const endedAt = facts.status === 'open' ? null : (row?.endedAt ?? now);
    if (row && row.gatewayDisputeId === gatewayDisputeId && isUnchanged(row, facts)) continue;
    changed = true;
    if (row) await tx.dispute.update({ where: { id: row.id }, data: { gatewayDisputeId, ...facts, endedAt } });
    else
      await tx.dispute.create({
        data: {
          id: newId('dispute'),
          paymentId,
          gateway,
          gatewayDisputeId,
          ...facts,
          endedAt,
          createdAt: now,
        },
      });
  }
  const over = known.filter(
    ({ gatewayDisputeId, status }) =>
      (status === 'open' || status === 'lost') &&
      !reported.some(({ id, formerId }) => id === gatewayDisputeId || formerId === gatewayDisputeId),
  );
  for (const { id, endedAt } of over)
    await tx.dispute.update({ where: { id }, data: { status: 'closed', endedAt: endedAt ?? now } });
  return changed || over.length > 0;
}

function isUnchanged(row: Dispute, remote: Omit<RemoteDispute, 'id'>): boolean {
  return (
    row.kind === remote.kind &&
    row.status === remote.status &&
    row.amountMinor === remote.amountMinor &&
    row.respondBy?.getTime() === remote.respondBy?.getTime()
  );
}

/** `leftMinor` is what was neither refunded nor sent by hand, in minor units, by the report that is recorded. */
type PaymentWithLeft = Payment & { leftMinor: bigint };

/**
 * Updates each refund of a payment to what its gateway reports of it (ruling 54): succeeded, failed, or failed after
 * it had succeeded. Call it under the link's lock, in the transaction that records the money.
 * @returns whether anything changed
 */
async function followRefunds(
  tx: Tx,
  payment: PaymentWithLeft,
  reported: readonly RemoteRefund[] | null,
  now: Date,
): Promise<boolean> {
  if (reported === null) return false;
  const rows = await tx.refund.findMany({
    where: { paymentId: payment.id, OR: [{ state: { not: 'failed' } }, { gatewayRefundId: null }] },
    orderBy: { createdAt: 'asc' },
  });
  let changed = false;
  for (const row of rows) {
    const remote = reported.find((one) => isSame(row, one));
    if (remote && (await follow(tx, payment, row, remote, now))) changed = true;
  }
  return changed;
}

async function follow(
  tx: Tx,
  payment: PaymentWithLeft,
  row: Refund,
  remote: RemoteRefund,
  now: Date,
): Promise<boolean> {
  const change = refundChange(row, remote, now);
  if (!change && row.gatewayRefundId) return false;
  await tx.refund.update({ where: { id: row.id }, data: { gatewayRefundId: remote.id, ...change } });
  if (change?.state === 'succeeded') await resolveEarlier(tx, payment, row, now);
  // About unmatched funds the donor is mailed when the payment's state changes.
  if (!change || row.requestedBy === null) return true;
  if (change.state === 'succeeded')
    await mailDonor(tx, 'donation_given_back', payment, {
      ...refundedOf(payment, row),
      isWhole: row.amountMinor === payment.amountMinor,
    });
  else if ('returnedAt' in change) await mailDonor(tx, 'refund_returned', payment, refundedOf(payment, row));
  return true;
}

/**
 * A refund that succeeds resolves those that had failed before it was asked for (`resolvedBy`); but not one in whose place a
 * transfer by hand was returned since. The money of what came back later is not in it.
 */
async function resolveEarlier(tx: Tx, payment: PaymentWithLeft, refund: Refund, now: Date): Promise<void> {
  const { paymentId, createdAt } = refund;
  const isOther = { manualRefunds: { none: { returnedAt: { gte: createdAt } } } };
  const failed = await tx.refund.findMany({
    where: { paymentId, state: 'failed', settledAt: { lte: createdAt }, resolvedAt: null, ...isOther },
    orderBy: [{ createdAt: 'asc' }, { id: 'asc' }],
    select: { id: true, amountMinor: true },
  });
  const { leftMinor } = payment;
  const resolved = resolvedBy({ state: oneOf(PAYMENT_STATES, payment.state), leftMinor }, refund, failed);
  if (resolved.length === 0) return;
  await tx.refund.updateMany({ where: { id: { in: resolved.map(({ id }) => id) } }, data: { resolvedAt: now } });
}

function refundedOf({ currency }: Payment, { amountMinor }: Pick<Refund, 'amountMinor'>): { backMajor: number } {
  return { backMajor: Number(amountMinor) / minorUnitsPerMajor(currency) };
}
