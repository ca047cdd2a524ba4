import { presentBalance } from './balance.ts';
import type { Payout } from './book.ts';
import type { Call } from './call.ts';
import { invalidRequest, missing } from './errors.ts';
import { listPage } from './lists.ts';
import { createPayout, settlePayout } from './payouts.ts';

/** GET /v1/balance */
export function retrieveBalance({ book }: Call): object {
  return presentBalance(book);
}

/** POST /v1/payouts */
export function createManualPayout({ book, params, cause }: Call): object {
  params.allow(new Set(['amount', 'currency', 'description', 'expand', 'metadata', 'method']));
  const currency = params.required('currency').toLowerCase();
  params.required('amount');
  const amount = params.integer('amount') ?? 0;
  if (amount < 1) throw invalidRequest('Invalid positive integer', { param: 'amount' });
  const description = params.text('description') ?? null;
  return createPayout(book, { amount, currency, description, metadata: params.metadata() }, cause);
}

/** GET /v1/payouts?status= */
export function listPayouts({ book, params }: Call): object {
  const status = params.text('status');
  const payouts = book.payouts.values().filter((one) => status === undefined || one.status === status);
  return listPage(payouts, params, '/v1/payouts');
}

/** GET /v1/payouts/:id */
export function retrievePayout(call: Call): object {
  return find(call);
}

/** POST /v1/payouts/:id/cancel */
export function cancelPayout(call: Call): object {
  return settlePayout(call.book, find(call), 'canceled', call.cause);
}

function find({ book, path }: Call): Payout {
  const id = path[0] ?? '';
  const found = book.payouts.get(id);
  if (found === undefined) throw missing('payout', id, 'payout', 404);
  return found;
}
