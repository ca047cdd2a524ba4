import type { Tx } from '#lib/db.ts';
import { enqueue } from '#lib/jobs/queue.ts';
import { keptOf, type Reversals } from '#lib/ledger/payment-postings.ts';
import type { RemotePayment, RemoteRefund } from '#lib/rails/port.ts';
import type { CheckoutLink, Payment } from '#prisma/generated/client.ts';
import { arrivedMajor } from './arrived.ts';
import { bookReversals } from './book.ts';
import { followRefunds } from './follow-refunds.ts';
import { mailDonor } from './mail-donor.ts';
import { chargebackAmounts, recordDisputes } from './record-disputes.ts';
import type { PaymentState } from './states.ts';

/**
 * Refunds and disputes of recorded money: their rows, the ledger, and the payment. A completed link stays completed; what
 * its cause has collected follows the amounts (decisions.md 46, 53). Part of the transaction that records the money, under
 * the link's lock; told again it changes nothing.
 */
export async function recordReversals(
  tx: Tx,
  link: Pick<CheckoutLink, 'feePercent'>,
  payment: Payment,
  money: RemotePayment,
  now: Date,
): Promise<void> {
  const { id, amountMinor, refundedMinor, disputedMinor, chargedBackMinor } = payment;
  if (amountMinor === null) throw new Error('Bug: money without an amount');
  const after: Reversals = {
    refundedMinor: money.refundedMinor,
    ...chargebackAmounts(money.disputes, { amountMinor, currency: payment.currency }),
  };
  const disputes = await recordDisputes(tx, payment, money.disputes, now);
  const refunds = await followRefunds(tx, payment, money.refunds, now);
  const amounts =
    refundedMinor !== after.refundedMinor ||
    disputedMinor !== after.disputedMinor ||
    chargedBackMinor !== after.chargedBackMinor;
  if (amounts) await bookReversals(tx, payment, after, link, now);
  const state = stateAfter(payment.state, amountMinor, after, money.refunds);
  if (!disputes && !refunds && !amounts && state === payment.state) return;
  await tx.payment.update({
    where: { id },
    data: {
      ...after,
      state,
      refundedAt: state === 'refunded' ? (payment.refundedAt ?? now) : null,
      revision: { increment: 1 },
    },
  });
  if (state === 'refund_due' && after.disputedMinor === 0n) await enqueue(tx, 'refund_payment', { id });
  if (state !== payment.state) await tellDonor(tx, payment, state);
}

/**
 * Money that does not count is due back until all of it has arrived, or a lost chargeback has taken what was left
 * (decisions.md 42, 53).
 */
function stateAfter(
  before: string,
  amountMinor: bigint,
  after: Reversals,
  refunds: RemoteRefund[],
): PaymentState {
  if (before === 'approved') return 'approved';
  if (refunds.some(({ standing }) => standing === 'pending')) return 'refund_due';
  if (after.refundedMinor >= amountMinor) return 'refunded';
  return keptOf(amountMinor, after) > 0n || after.disputedMinor > 0n ? 'refund_due' : 'charged_back';
}

async function tellDonor(tx: Tx, payment: Payment, state: PaymentState): Promise<void> {
  if (state === 'refunded')
    await mailDonor(tx, 'donation_refunded', payment, { reason: payment.refundReason ?? 'late' });
  else if (payment.state === 'refunded' && state === 'refund_due')
    await mailDonor(tx, 'refund_returned', payment, { backMajor: arrivedMajor(payment) });
}
