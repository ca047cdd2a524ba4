import type Stripe from 'stripe';
import { type AccountStore, NO_REQUEST, type Payout } from './account-store.ts';
import { balanceOf, recordTransaction, statusOf } from './balance.ts';
import { invalidRequest, missing, StripeApiError } from './errors.ts';

/** How a payout can end. */
export const PAYOUT_OUTCOMES = ['paid', 'failed', 'canceled'] as const;
type PayoutOutcome = (typeof PAYOUT_OUTCOMES)[number];

/** Seconds until it arrives in the bank. */
const ARRIVAL_S = 2 * 24 * 3600;

/**
 * Sends available money to the bank. Throws 400 `balance_insufficient` for more than is available, or nothing.
 * @param wanted without `amount` (minor units) the payout is automatic: all available money.
 */
export function createPayout(store: AccountStore, wanted: { amount?: number | undefined; currency: string }): Payout {
  const { currency } = wanted;
  const available = balanceOf(store).available[currency] ?? 0;
  const amount = wanted.amount ?? available;
  const automatic = wanted.amount === undefined;
  if (amount < 1 || amount > available) throw insufficient();
  const now = store.context.clock.nowSeconds();
  const payout = {
    id: `po_${store.context.random()}`,
    object: 'payout',
    amount,
    application_fee: null,
    application_fee_amount: null,
    arrival_date: now + ARRIVAL_S,
    automatic,
    balance_transaction: '',
    created: now,
    currency,
    description: automatic ? 'STRIPE PAYOUT' : null,
    destination: `ba_${store.account}`,
    failure_balance_transaction: null,
    failure_code: null,
    failure_message: null,
    livemode: false,
    metadata: {},
    method: 'standard',
    original_payout: null,
    payout_method: null,
    reconciliation_status: automatic ? 'in_progress' : 'not_applicable',
    reversed_by: null,
    source_type: 'card',
    statement_descriptor: null,
    status: 'in_transit',
    trace_id: null,
    type: 'bank_account',
  } satisfies Stripe.Payout;
  if (automatic) claimAvailable(store, payout);
  const { id } = recordTransaction(store, { type: 'payout', source: payout.id, amount: -amount, currency });
  if (automatic) store.paidOut.set(id, payout.id);
  const made: Payout = { ...payout, balance_transaction: id };
  store.payouts.set(made.id, made);
  store.emit('payout.created', made, NO_REQUEST);
  return made;
}

/** Assigns transactions to an automatic payout: all that are available and in no other payout. */
function claimAvailable(store: AccountStore, { id, currency }: Stripe.Payout): void {
  for (const one of store.transactions.values()) {
    const isMeant = one.currency === currency && statusOf(store, one.available_on) === 'available';
    if (isMeant && store.paidOut.get(one.id) === undefined) store.paidOut.set(one.id, id);
  }
}

/**
 * Ends a payout, or fails one that was paid; after `failed` or `canceled` the money returns to the balance. Throws 400 for
 * a payout that ended with another outcome.
 */
export function settlePayout(store: AccountStore, payout: Payout, outcome: PayoutOutcome): Payout {
  const possible = payout.status === 'in_transit' || (payout.status === 'paid' && outcome === 'failed');
  if (!possible) {
    throw invalidRequest(`Payout ${payout.id} is ${payout.status} already.`, { param: 'payout' });
  }
  const settled: Payout = { ...payout, status: outcome };
  if (outcome === 'paid' && payout.automatic) settled.reconciliation_status = 'completed';
  if (outcome !== 'paid') settled.failure_balance_transaction = returnToBalance(store, payout, outcome);
  if (outcome === 'failed') {
    settled.failure_code = 'account_closed';
    settled.failure_message = 'The bank account has been closed';
  }
  store.payouts.set(settled.id, settled);
  store.emit(`payout.${outcome}`, settled, NO_REQUEST);
  if (settled.reconciliation_status !== payout.reconciliation_status) {
    store.emit('payout.reconciliation_completed', settled, NO_REQUEST);
  }
  return settled;
}

function returnToBalance(store: AccountStore, payout: Payout, outcome: 'failed' | 'canceled'): string {
  const { id: source, amount, currency } = payout;
  const type = outcome === 'failed' ? 'payout_failure' : 'payout_cancel';
  return recordTransaction(store, { type, source, amount, currency }).id;
}

/** Only an automatic payout lists its transactions. Throws 400 for another one, or an unknown one. */
export function assertAutomatic(store: AccountStore, id: string): void {
  const payout = store.payouts.get(id);
  if (payout === undefined) throw missing('payout', id, 'payout', 400);
  if (payout.automatic) return;
  const message = 'Balance transaction history can only be filtered on automatic transfers, not manual.';
  throw invalidRequest(message, { param: 'payout' });
}

function insufficient(): StripeApiError {
  const message = 'You have insufficient funds in your Stripe account for this transfer.';
  const code = 'balance_insufficient';
  return new StripeApiError(400, { type: 'invalid_request_error', code, message, param: 'amount' }, true);
}
