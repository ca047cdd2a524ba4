import type { Call } from './call.ts';
import { listPage } from './lists.ts';
import { createRefund, settleRefund } from './refunds.ts';
import { findInPath } from './resources.ts';

/** POST /v1/refunds */
export function requestRefund(call: Call): object {
  call.params.allow(
    new Set(['amount', 'charge', 'expand', 'instructions_email', 'metadata', 'payment_intent', 'reason']),
  );
  return createRefund(call.store, call.params, call.cause);
}

/** POST /v1/refunds/:id — only metadata may change. */
export function updateRefund(call: Call): object {
  call.params.allow(new Set(['expand', 'metadata']));
  const found = findInPath(call, call.store.refunds, 'refund', 'refund');
  const updated = { ...found, metadata: call.params.metadata(found.metadata ?? {}) };
  call.store.refunds.set(updated.id, updated);
  call.store.emit('refund.updated', updated, call.cause, { metadata: found.metadata });
  return updated;
}

/** POST /v1/refunds/:id/cancel — while it waits for the donor. */
export function cancelRefund(call: Call): object {
  const found = findInPath(call, call.store.refunds, 'refund', 'refund');
  return settleRefund(call.store, found, 'canceled', call.cause);
}

/** GET /v1/charges/:id/refunds */
export function listRefundsOfCharge(call: Call): object {
  const charge = findInPath(call, call.store.charges, 'charge', 'id');
  const refunds = call.store.refunds.values().filter((one) => one.charge === charge.id);
  return listPage(refunds, call.params, `/v1/charges/${charge.id}/refunds`);
}
