import type Stripe from 'stripe';
import { recordTransaction } from './balance.ts';
import { type Book, type Cause, type Charge, NO_REQUEST, type Refund, type RefundMode } from './book.ts';
import { findCardByNumber } from './cards.ts';
import { formatAmount } from './currencies.ts';
import { closeInquiries } from './disputes.ts';
import { invalidRequest, missing, StripeFault } from './errors.ts';
import type { Params } from './params.ts';

const REASONS = ['duplicate', 'fraudulent', 'requested_by_customer'] as const;

/** How long a refund of the asynchronous test cards takes, in virtual time. */
const LATER_MS = 5000;

/**
 * POST /v1/refunds. Throws 400: nothing named, unpaid, disputed (`charge_disputed`), refunded in full already
 * (`charge_already_refunded`), more than is left, or `balance_insufficient` when control says so.
 */
export function createRefund(book: Book, params: Params, cause: Cause): Refund {
  const charge = findCharge(book, params);
  const amount = params.integer('amount') ?? charge.amount_captured - charge.amount_refunded;
  assertRefundable(book, charge, amount);
  const reason = params.word('reason', REASONS) ?? null;
  const metadata = params.metadata();
  const card = findCardByNumber(book.cards.get(charge.payment_method ?? '')?.number ?? '');
  const status = card.refund === 'pending' ? 'pending' : startOf(book.play.refunds);
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
    ...(status === 'pending' ? { pending_reason: 'processing' } : {}),
    reason,
    receipt_number: null,
    source_transfer_reversal: null,
    status,
    transfer_reversal: null,
  } satisfies Stripe.Refund;
  // What waits for the donor has not left the balance yet.
  if (status !== 'requires_action') refund.balance_transaction = bookRefund(book, refund);
  book.refunds.set(refund.id, refund);
  book.emit('refund.created', refund, cause);
  changeRefunded(book, charge.id, amount, cause);
  if (card.refund !== undefined)
    settleLater(book, refund.id, card.refund === 'pending' ? 'succeeded' : 'failed');
  if (book.play.refunds === 'failed') return settleRefund(book, refund, 'failed');
  return refund;
}

/** How a refund begins; `failed` begins as succeeded and is taken back at once. */
function startOf(mode: RefundMode): 'succeeded' | 'pending' | 'requires_action' {
  switch (mode) {
    case 'pending':
    case 'requires_action':
      return mode;
    case 'succeeded':
    case 'failed':
      return 'succeeded';
    case 'insufficient_balance': {
      const message = 'Insufficient funds in your Stripe balance to refund this amount.';
      const body = { type: 'invalid_request_error', code: 'balance_insufficient', message } as const;
      throw new StripeFault(400, body, true);
    }
  }
}

/**
 * The asynchronous end of a refund, also of one that had succeeded. Failed or canceled, the money comes back to the
 * account. One that has ended so stays as it is. Throws 400 for canceling any but a refund in `requires_action`.
 */
export function settleRefund(
  book: Book,
  refund: Refund,
  outcome: 'succeeded' | 'failed' | 'canceled',
  cause: Cause = NO_REQUEST,
): Refund {
  if (refund.status === outcome || refund.status === 'failed' || refund.status === 'canceled') return refund;
  if (outcome === 'canceled' && refund.status !== 'requires_action') {
    throw invalidRequest(`A refund with the status ${refund.status} cannot be canceled.`, {
      param: 'refund',
    });
  }
  const { pending_reason: _over, ...rest } = refund;
  const settled: Refund = { ...rest, status: outcome };
  if (outcome === 'succeeded') settled.balance_transaction ??= bookRefund(book, refund);
  else {
    if (refund.balance_transaction !== null) {
      const { id: source, amount, currency, charge } = refund;
      const back = recordTransaction(book, { type: 'refund_failure', source, amount, currency, charge });
      settled.failure_balance_transaction = back.id;
    }
    settled.failure_reason = outcome === 'canceled' ? 'merchant_request' : 'unknown';
  }
  book.refunds.set(settled.id, settled);
  book.emit('refund.updated', settled, cause, { status: refund.status });
  if (outcome === 'failed') book.emit('refund.failed', settled, cause);
  if (outcome !== 'succeeded') changeRefunded(book, refund.charge, -refund.amount, cause);
  return settled;
}

function bookRefund(book: Book, { id: source, amount, currency, charge }: BookedRefund): string {
  return recordTransaction(book, { type: 'refund', source, amount: -amount, currency, charge }).id;
}

type BookedRefund = Pick<Refund, 'id' | 'amount' | 'currency' | 'charge'>;

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
  if (changed.refunded) closeInquiries(book, id);
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
      (dispute) => dispute.charge === charge.id && !dispute.is_charge_refundable && !isGivenBack(dispute),
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

/** Whether a dispute that had taken the money has ended in the merchant's favour. */
function isGivenBack({ status }: Stripe.Dispute): boolean {
  return status === 'won' || status === 'prevented';
}

function noSuccessfulCharge(intent: string): StripeFault {
  const message = `This PaymentIntent (${intent}) does not have a successful charge to refund.`;
  return new StripeFault(400, { type: 'invalid_request_error', message });
}

function withoutCode(amount: number, currency: string): string {
  return formatAmount(amount, currency).replace(/ \w+$/, '');
}
