import { createHash } from 'node:crypto';
import { checkTransfer } from './check-transfer.ts';
import { badRequest, MercadoPagoError, wrongState } from './errors.ts';
import { newTransfer, type Payment } from './payment.ts';
import { addPayment, decide, findPayment } from './payment-events.ts';
import { presentPayment, type Release } from './present-payment.ts';
import { bankPageOf, newNumber, newUuid, type Tenant } from './tenant.ts';

/** The payment in the API's form. */
export function present(tenant: Tenant, payment: Payment) {
  const { moneyReleaseMs: afterMs, moneyReleaseStatus: status } = tenant.switches;
  const release: Release = { afterMs, status, now: tenant.context.clock.now() };
  const live = tenant.switches.live.includes('payment');
  return presentPayment(payment, tenant.site, bankPageOf(tenant, payment), release, live);
}

/**
 * `POST /v1/payments`: a PSE transfer. The same idempotency key with the same body answers the first payment. Throws
 * MercadoPagoError: 400 for a missing key or a bad body, 409 for a key that was used with another body.
 */
export function createPayment(tenant: Tenant, call: { key: string | null; rawBody: string; body: unknown }) {
  const replay = findReplay(tenant, 'payment', call.key, call.rawBody);
  if (replay !== undefined) return present(tenant, findPayment(tenant, replay.paymentId));
  if (tenant.site !== 'MCO') throw badRequest([{ code: 2131, description: 'Cannot infer Payment Method' }]);
  const checked = checkTransfer(call.body);
  const id = newNumber(tenant);
  const hash = newUuid(tenant.context);
  const payment = newTransfer({ ...checked, id, hash }, tenant.context.clock.now());
  storeReplay(tenant, 'payment', call, { paymentId: id, refundId: null });
  return present(tenant, addPayment(tenant, payment));
}

/** `PUT /v1/payments/{id}`: only `{status: 'cancelled'}` of an open payment is known. */
export function changePayment(tenant: Tenant, id: string, body: unknown) {
  const payment = findPayment(tenant, id);
  const status = typeof body === 'object' && body !== null && 'status' in body ? body.status : undefined;
  if (status !== 'cancelled' && status !== 'canceled') {
    throw badRequest([{ code: 4017, description: 'status must be cancelled' }]);
  }
  if (payment.status === 'cancelled') throw wrongState();
  return present(tenant, decide(tenant, payment, { status: 'cancelled', statusDetail: 'by_collector' }));
}

/**
 * The record of an idempotency key. Every write needs a key, and it is checked first.
 * Throws MercadoPagoError: 400 (4292) without a key, 409 when the key came with another body.
 */
export function findReplay(tenant: Tenant, scope: string, key: string | null, rawBody: string) {
  if (key === null || key === '') {
    throw badRequest([{ code: 4292, description: "Header X-Idempotency-Key can't be null" }]);
  }
  const replay = tenant.replays.get(`${scope}:${key}`);
  if (replay !== undefined && replay.fingerprint !== fingerprint(rawBody)) {
    throw new MercadoPagoError(409, 'idempotency_key_already_used', 'The idempotency key was used with other data');
  }
  return replay;
}

/** Records the result of an idempotency key, with a hash of the body. */
export function storeReplay(
  tenant: Tenant,
  scope: string,
  call: { key: string | null; rawBody: string },
  made: { paymentId: number; refundId: number | null; orderId?: string },
): void {
  tenant.replays.set(`${scope}:${call.key}`, { ...made, fingerprint: fingerprint(call.rawBody) });
}

function fingerprint(rawBody: string): string {
  return createHash('sha256').update(rawBody).digest('hex');
}
