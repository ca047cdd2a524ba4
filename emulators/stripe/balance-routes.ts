import type { Call } from './call.ts';
import { invalidRequest } from './errors.ts';
import { listPage } from './lists.ts';
import { assertAutomatic, createPayout, settlePayout } from './payouts.ts';
import { findInPath } from './resources.ts';

/** GET /v1/balance_transactions?source=&type=&currency=&payout= */
export function listTransactions({ store, params }: Call): object {
  const payout = params.text('payout');
  if (payout !== undefined) assertAutomatic(store, payout);
  const wanted = (name: string, value: string | undefined) => (params.text(name) ?? value) === value;
  const transactions = store.transactions
    .values()
    .filter((one) => wanted('source', one.source) && wanted('type', one.type))
    .filter((one) => wanted('currency', one.currency) && wanted('payout', store.paidOut.get(one.id)));
  return listPage(transactions, params, '/v1/balance_transactions');
}

/** POST /v1/payouts */
export function createManualPayout({ store, params, cause }: Call): object {
  params.allow(new Set(['amount', 'currency', 'description', 'expand', 'metadata', 'method']));
  const currency = params.required('currency').toLowerCase();
  params.required('amount');
  const amount = params.integer('amount') ?? 0;
  if (amount < 1) throw invalidRequest('Invalid positive integer', { param: 'amount' });
  const description = params.text('description') ?? null;
  return createPayout(store, { amount, currency, description, metadata: params.metadata() }, cause);
}

/** POST /v1/payouts/:id/cancel */
export function cancelPayout(call: Call): object {
  return settlePayout(
    call.store,
    findInPath(call, call.store.payouts, 'payout', 'payout'),
    'canceled',
    call.cause,
  );
}
