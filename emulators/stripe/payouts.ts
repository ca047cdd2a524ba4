import type Stripe from 'stripe';
import { balanceOf, recordTransaction, statusAt } from './balance.ts';
import { type Book, type Cause, NO_REQUEST, type Payout } from './book.ts';
import { invalidRequest, missing, StripeFault } from './errors.ts';

/** How a payout can end. */
export const PAYOUT_OUTCOMES = ['paid', 'failed', 'canceled'] as const;
export type PayoutOutcome = (typeof PAYOUT_OUTCOMES)[number];

/** Until it arrives in the bank. */
const ARRIVES_AFTER_S = 2 * 24 * 3600;

/** What a payout is asked for. Without `amount` (minor units) it is an automatic one: all that is available. */
export type WantedPayout = {
  amount?: number | undefined;
  currency: string;
  description?: string | null;
  metadata?: Stripe.Metadata;
};

/**
 * Sends available money to the bank. Throws 400 `balance_insufficient` for more than is available, or nothing.
 */
export function createPayout(book: Book, wanted: WantedPayout, cause: Cause = NO_REQUEST): Payout {
  const { currency, description = null, metadata = {} } = wanted;
  const available = balanceOf(book).available[currency] ?? 0;
  const amount = wanted.amount ?? available;
  const automatic = wanted.amount === undefined;
  if (amount < 1 || amount > available) throw insufficient();
  const now = book.context.clock.nowSeconds();
  const payout = {
    id: `po_${book.context.random()}`,
    object: 'payout',
    amount,
    application_fee: null,
    application_fee_amount: null,
    arrival_date: now + ARRIVES_AFTER_S,
    automatic,
    balance_transaction: '',
    created: now,
    currency,
    description: automatic ? 'STRIPE PAYOUT' : description,
    destination: `ba_${book.accountId.slice('acct_'.length)}`,
    failure_balance_transaction: null,
    failure_code: null,
    failure_message: null,
    livemode: false,
    metadata,
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
  if (automatic) claimAvailable(book, payout);
  const { id } = recordTransaction(book, { type: 'payout', source: payout.id, amount: -amount, currency });
  if (automatic) book.paidOut.set(id, payout.id);
  const made: Payout = { ...payout, balance_transaction: id };
  book.payouts.set(made.id, made);
  book.emit('payout.created', made, cause);
  return made;
}

/** Notes which transactions an automatic payout pays out: all that is available and in no other one. */
function claimAvailable(book: Book, { id, currency, created }: Stripe.Payout): void {
  for (const one of book.transactions.values()) {
    const isMeant = one.currency === currency && statusAt(one.available_on, created) === 'available';
    if (isMeant && book.paidOut.get(one.id) === undefined) book.paidOut.set(one.id, id);
  }
}

/**
 * Ends a payout, or lets one fail that was paid; failed or canceled, the money comes back to the balance.
 * Throws 400 for one that has ended otherwise.
 */
export function settlePayout(
  book: Book,
  payout: Payout,
  outcome: PayoutOutcome,
  cause: Cause = NO_REQUEST,
): Payout {
  const possible = payout.status === 'in_transit' || (payout.status === 'paid' && outcome === 'failed');
  if (!possible) {
    throw invalidRequest(`Payout ${payout.id} is ${payout.status} already.`, { param: 'payout' });
  }
  const settled: Payout = { ...payout, status: outcome };
  if (outcome === 'paid' && payout.automatic) settled.reconciliation_status = 'completed';
  if (outcome !== 'paid') settled.failure_balance_transaction = giveBack(book, payout, outcome);
  if (outcome === 'failed') {
    settled.failure_code = 'account_closed';
    settled.failure_message = 'The bank account has been closed';
  }
  book.payouts.set(settled.id, settled);
  book.emit(`payout.${outcome}`, settled, cause);
  if (settled.reconciliation_status !== payout.reconciliation_status) {
    book.emit('payout.reconciliation_completed', settled, cause);
  }
  return settled;
}

function giveBack(book: Book, payout: Payout, outcome: 'failed' | 'canceled'): string {
  const { id: source, amount, currency } = payout;
  const type = outcome === 'failed' ? 'payout_failure' : 'payout_cancel';
  return recordTransaction(book, { type, source, amount, currency }).id;
}

/** Only an automatic payout knows what it paid out. Throws 400 for another one, or an unknown one. */
export function assertAutomatic(book: Book, id: string): void {
  const payout = book.payouts.get(id);
  if (payout === undefined) throw missing('payout', id, 'payout', 400);
  if (payout.automatic) return;
  const message = 'Balance transaction history can only be filtered on automatic transfers, not manual.';
  throw invalidRequest(message, { param: 'payout' });
}

function insufficient(): StripeFault {
  const message = 'You have insufficient funds in your Stripe account for this transfer.';
  const code = 'balance_insufficient';
  return new StripeFault(400, { type: 'invalid_request_error', code, message, param: 'amount' }, true);
}
