import type Stripe from 'stripe';
import { recordTransaction } from './balance.ts';
import { type Book, type Cause, type Charge, NO_REQUEST, type Refund } from './book.ts';
import { findCardByNumber } from './cards.ts';
import { formatAmount } from './currencies.ts';
import { invalidRequest, missing, StripeFault } from './errors.ts';
import type { Params } from './params.ts';

const REASONS = ['duplicate', 'fraudulent', 'requested_by_customer'] as const;

/** How long a refund of the asynchronous test cards takes, in virtual time. */
const LATER_MS = 5000;

/**
 * POST /v1/refunds. Throws 400: nothing named, unpaid, disputed (`charge_disputed`), refunded in full already
 * (`charge_already_refunded`), or more than is left.
 */
export function createRefund(book: Book, params: Params, cause: Cause): Refund {
  const charge = findCharge(book, params);
  const amount = params.integer('amount') ?? charge.amount_captured - charge.amount_refunded;
  assertRefundable(book, charge, amount);
  const reason = params.word('reason', REASONS) ?? null;
  const metadata = params.metadata();
  const card = findCardByNumber(book.cards.get(charge.payment_method ?? '')?.number ?? '');
  const pending = card.refund === 'pending' || book.play.refunds === 'pending';
  const refund = {
    id: `re_${book.context.random()}`,
    object: 'refund',
    amount,
    balance_transaction: null as string | null,
    charge: charge.id,
    created: book.context.clock.nowSeconds(),
    currency: charge.currency,
    customer: null,
    customer_account: null,
    destination_details: {
      type: 'card',
      card: { reference_status: 'pending', reference_type: 'acquirer_reference_number', type: 'refund' },
    },
    metadata,
    payment_intent: charge.payment_intent,
    payment_method: charge.payment_method,
    reason,
    receipt_number: null,
    source_transfer_reversal: null,
    status: pending ? 'pending' : 'succeeded',
    transfer_reversal: null,
  } satisfies Stripe.Refund;
  refund.balance_transaction = recordTransaction(book, 'refund', refund.id, -amount, charge.currency).id;
  book.refunds.set(refund.id, refund);
  book.emit('refund.created', refund, cause);
  changeRefunded(book, charge.id, amount, cause);
  if (card.refund !== undefined)
    settleLater(book, refund.id, card.refund === 'pending' ? 'succeeded' : 'failed');
  if (book.play.refunds === 'failed') return settleRefund(book, refund, 'failed');
  return refund;
}

/** The asynchronous end of a refund; failed means that the money comes back to the account. */
export function settleRefund(book: Book, refund: Refund, outcome: 'succeeded' | 'failed'): Refund {
  if (refund.status === outcome || refund.status === 'failed') return refund;
  const settled: Refund = { ...refund, status: outcome };
  if (outcome === 'failed') {
    const back = recordTransaction(book, 'refund_failure', refund.id, refund.amount, refund.currency);
    settled.failure_balance_transaction = back.id;
    settled.failure_reason = 'unknown';
  }
  book.refunds.set(settled.id, settled);
  book.emit('refund.updated', settled, NO_REQUEST, { status: refund.status });
  if (outcome === 'failed') {
    book.emit('refund.failed', settled, NO_REQUEST);
    changeRefunded(book, refund.charge, -refund.amount, NO_REQUEST);
  }
  return settled;
}

function settleLater(book: Book, id: string, outcome: 'succeeded' | 'failed'): void {
  const { clock } = book.context;
  clock.at(clock.now() + LATER_MS, () => {
    const refund = book.refunds.get(id);
    if (refund !== undefined) settleRefund(book, refund, outcome);
  });
}

/** Adds to what a charge has given back; a negative amount takes a failed refund away again. */
function changeRefunded(book: Book, id: string, amount: number, cause: Cause): void {
  const charge = book.charges.get(id);
  if (charge === undefined) throw new Error(`Bug: refund of an unknown charge ${id}.`);
  const refunded = charge.amount_refunded + amount;
  const previous = { amount_refunded: charge.amount_refunded };
  const changed = { ...charge, amount_refunded: refunded, refunded: refunded >= charge.amount_captured };
  book.charges.set(id, changed);
  book.emit(amount > 0 ? 'charge.refunded' : 'charge.updated', changed, cause, previous);
}

function findCharge(book: Book, params: Params): Charge {
  const intentId = params.text('payment_intent');
  const chargeId = params.text('charge');
  if (intentId === undefined && chargeId === undefined) {
    throw invalidRequest(
      'One of the following params should be provided for this request: payment_intent or charge.',
    );
  }
  const intent = intentId === undefined ? undefined : book.intents.get(intentId);
  if (intentId !== undefined && intent === undefined)
    throw missing('payment_intent', intentId, 'payment_intent', 400);
  const wanted = chargeId ?? intent?.latest_charge ?? '';
  const charge = book.charges.get(wanted);
  if (charge === undefined && intent !== undefined) throw noSuccessfulCharge(intent.id);
  if (charge === undefined) throw missing('charge', wanted, 'charge', 400);
  if (!charge.paid || !charge.captured) throw noSuccessfulCharge(charge.payment_intent);
  return charge;
}

function assertRefundable(book: Book, charge: Charge, amount: number): void {
  const left = charge.amount_captured - charge.amount_refunded;
  const takenBack = book.disputes
    .values()
    .some(
      (dispute) => dispute.charge === charge.id && !dispute.is_charge_refundable && dispute.status !== 'won',
    );
  if (takenBack) {
    const message = `Charge ${charge.id} has been charged back; cannot issue a refund.`;
    throw invalidRequest(message, { code: 'charge_disputed' });
  }
  if (left < 1) {
    const message = `Charge ${charge.id} has already been refunded.`;
    throw invalidRequest(message, { code: 'charge_already_refunded' });
  }
  if (amount < 1) {
    throw invalidRequest('Invalid positive integer', { code: 'parameter_invalid_integer', param: 'amount' });
  }
  if (amount > left) {
    const asked = withoutCode(amount, charge.currency);
    const limit = withoutCode(left, charge.currency);
    const of = charge.amount_refunded === 0 ? 'charge amount' : 'unrefunded amount on charge';
    throw invalidRequest(`Refund amount (${asked}) is greater than ${of} (${limit})`, { param: 'amount' });
  }
}

function noSuccessfulCharge(intent: string): StripeFault {
  const message = `This PaymentIntent (${intent}) does not have a successful charge to refund.`;
  return new StripeFault(400, { type: 'invalid_request_error', message });
}

function withoutCode(amount: number, currency: string): string {
  return formatAmount(amount, currency).replace(/ \w+$/, '');
}
