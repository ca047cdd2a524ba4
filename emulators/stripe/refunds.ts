import type Stripe from 'stripe';
import {
  type AccountStore,
  type Cause,
  type Charge,
  NO_REQUEST,
  type Refund,
  type RefundMode,
} from './account-store.ts';
import { recordTransaction } from './balance.ts';
import { findCardByNumber } from './cards.ts';
import { formatAmount } from './currencies.ts';
import { closeInquiries } from './disputes.ts';
import { invalidRequest, missing, StripeApiError } from './errors.ts';
import type { Params } from './params.ts';

const PARAMETERS = new Set('amount charge expand instructions_email metadata payment_intent reason'.split(' '));
const REASONS = ['duplicate', 'fraudulent', 'requested_by_customer'] as const;

/** How long a refund of the asynchronous test cards takes, in virtual time. */
const ASYNC_REFUND_MS = 5000;

/**
 * POST /v1/refunds. Throws 400: nothing named, unpaid, disputed (`charge_disputed`), refunded in full already
 * (`charge_already_refunded`), more than is left, or `balance_insufficient` when control says so.
 */
export function createRefund(store: AccountStore, params: Params, cause: Cause): Refund {
  params.allow(PARAMETERS);
  const charge = findCharge(store, params);
  const amount = params.integer('amount') ?? charge.amount_captured - charge.amount_refunded;
  assertRefundable(store, charge, amount);
  const reason = params.word('reason', REASONS) ?? null;
  const metadata = params.metadata();
  const card = findCardByNumber(store.cards.get(charge.payment_method ?? '')?.number ?? '');
  const status = card.refund === 'pending' ? 'pending' : startOf(store.play.refunds);
  const refund = {
    id: `re_${store.context.random()}`,
    object: 'refund',
    amount,
    balance_transaction: null as string | null,
    charge: charge.id,
    created: store.context.clock.nowSeconds(),
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
  // A refund that requires action has not left the balance yet.
  if (status !== 'requires_action') refund.balance_transaction = bookRefund(store, refund);
  store.refunds.set(refund.id, refund);
  store.emit('refund.created', refund, cause);
  changeRefunded(store, charge.id, amount, cause);
  if (card.refund !== undefined) resolveLater(store, refund.id, card.refund === 'pending' ? 'succeeded' : 'failed');
  if (store.play.refunds === 'failed') return settleRefund(store, refund, 'failed');
  return refund;
}

/** The first status of a refund; `failed` starts as succeeded and fails at once. */
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
      throw new StripeApiError(400, body, true);
    }
  }
}

/**
 * Ends a refund asynchronously, even one that had succeeded. If it fails or is canceled, the money returns to the account,
 * and the refund does not change again. Throws 400 for canceling any but a refund in `requires_action`.
 */
export function settleRefund(
  store: AccountStore,
  refund: Refund,
  outcome: 'succeeded' | 'failed' | 'canceled',
): Refund {
  if (refund.status === outcome || refund.status === 'failed' || refund.status === 'canceled') return refund;
  if (outcome === 'canceled' && refund.status !== 'requires_action') {
    throw invalidRequest(`A refund with the status ${refund.status} cannot be canceled.`, {
      param: 'refund',
    });
  }
  const { pending_reason: _over, ...rest } = refund;
  const settled: Refund = { ...rest, status: outcome };
  if (outcome === 'succeeded') settled.balance_transaction ??= bookRefund(store, refund);
  else {
    if (refund.balance_transaction !== null) {
      const { id: source, amount, currency, charge } = refund;
      const back = recordTransaction(store, { type: 'refund_failure', source, amount, currency, charge });
      settled.failure_balance_transaction = back.id;
    }
    settled.failure_reason = outcome === 'canceled' ? 'merchant_request' : 'unknown';
  }
  store.refunds.set(settled.id, settled);
  store.emit('refund.updated', settled, NO_REQUEST, { status: refund.status });
  if (outcome === 'failed') store.emit('refund.failed', settled, NO_REQUEST);
  if (outcome !== 'succeeded') changeRefunded(store, refund.charge, -refund.amount, NO_REQUEST);
  return settled;
}

function bookRefund(store: AccountStore, { id: source, amount, currency, charge }: BookedRefund): string {
  return recordTransaction(store, { type: 'refund', source, amount: -amount, currency, charge }).id;
}

type BookedRefund = Pick<Refund, 'id' | 'amount' | 'currency' | 'charge'>;

function resolveLater(store: AccountStore, id: string, outcome: 'succeeded' | 'failed'): void {
  const { clock } = store.context;
  clock.at(clock.now() + ASYNC_REFUND_MS, () => {
    const refund = store.refunds.get(id);
    if (refund !== undefined) settleRefund(store, refund, outcome);
  });
}

/** Adds to the refunded amount of a charge; negative for a failed refund. */
function changeRefunded(store: AccountStore, id: string, amount: number, cause: Cause): void {
  const charge = store.charges.get(id);
  if (charge === undefined) throw new Error(`Bug: refund of an unknown charge ${id}.`);
  const refunded = charge.amount_refunded + amount;
  const previous = { amount_refunded: charge.amount_refunded };
  const changed = { ...charge, amount_refunded: refunded, refunded: refunded >= charge.amount_captured };
  store.charges.set(id, changed);
  store.emit(amount > 0 ? 'charge.refunded' : 'charge.updated', changed, cause, previous);
  if (changed.refunded) closeInquiries(store, id);
}

function findCharge(store: AccountStore, params: Params): Charge {
  const intentId = params.text('payment_intent');
  const chargeId = params.text('charge');
  if (intentId === undefined && chargeId === undefined) {
    throw invalidRequest('One of the following params should be provided for this request: payment_intent or charge.');
  }
  const intent = intentId === undefined ? undefined : store.intents.get(intentId);
  if (intentId !== undefined && intent === undefined) throw missing('payment_intent', intentId, 'payment_intent', 400);
  const wanted = chargeId ?? intent?.latest_charge ?? '';
  const charge = store.charges.get(wanted);
  if (charge === undefined && intent !== undefined) throw noSuccessfulCharge(intent.id);
  if (charge === undefined) throw missing('charge', wanted, 'charge', 400);
  if (!charge.paid) throw noSuccessfulCharge(charge.payment_intent);
  return charge;
}

function assertRefundable(store: AccountStore, charge: Charge, amount: number): void {
  const left = charge.amount_captured - charge.amount_refunded;
  const takenBack = store.disputes
    .values()
    .some((dispute) => dispute.charge === charge.id && !dispute.is_charge_refundable && !isReinstated(dispute));
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

/** Whether a dispute returned the money to the merchant. */
function isReinstated({ status }: Stripe.Dispute): boolean {
  return status === 'won' || status === 'prevented';
}

function noSuccessfulCharge(intent: string): StripeApiError {
  const message = `This PaymentIntent (${intent}) does not have a successful charge to refund.`;
  return new StripeApiError(400, { type: 'invalid_request_error', message });
}

function withoutCode(amount: number, currency: string): string {
  return formatAmount(amount, currency).replace(/ \w+$/, '');
}
