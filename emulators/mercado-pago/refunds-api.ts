import { z } from 'zod';
import { badRequest, notFound, wrongState } from './errors.ts';
import { type Payment, refundedAmount, withStatus } from './payment.ts';
import { findPayment, updatePayment } from './payment-events.ts';
import { findReplay, keepReplay } from './payments-api.ts';
import { presentRefund } from './present-payment.ts';
import { roundTo } from './sites.ts';
import { newNumber, type Tenant } from './tenant.ts';

const refundBody = z.object({ amount: z.number().nullish() });

/**
 * `POST /v1/payments/{id}/refunds`: all that is left, or `amount` major units of it. A repeated idempotency
 * key answers 200 and gives nothing back again; `body` is null when the switch asks for the empty answer.
 * Throws MercadoPagoError: 400 (4292, 2063 wrong state, 2017 wrong amount), 404.
 */
export function createRefund(
  tenant: Tenant,
  id: string,
  call: { key: string | null; rawBody: string; body: unknown },
): { status: number; body: unknown } {
  const replay = findReplay(tenant, `refund:${id}`, call.key, call.rawBody);
  const payment = findPayment(tenant, id);
  if (replay !== undefined) {
    const body = tenant.switches.emptyRefundReplay ? null : oneRefund(tenant, id, String(replay.refundId));
    return { status: 200, body };
  }
  const refunded = refund(tenant, payment, wantedAmount(call.body));
  const made = refunded.refunds.at(-1);
  if (made === undefined) throw new Error('Bug: a refund was made and not kept.');
  keepReplay(tenant, `refund:${id}`, call, { paymentId: payment.id, refundId: made.id });
  return { status: 201, body: presentRefund(made, payment.id, tenant.site) };
}

/**
 * Gives money back and tells the application. A payment wholly given back becomes `refunded`.
 * @param amount major units; null for all that is left.
 */
export function refund(tenant: Tenant, payment: Payment, amount: number | null): Payment {
  const { decimals } = tenant.facts;
  const left = roundTo(payment.amount - refundedAmount(payment), decimals);
  if (amount === null && payment.status !== 'approved') throw wrongState();
  if (amount !== null && (amount <= 0 || amount > left || roundTo(amount, decimals) !== amount)) {
    throw badRequest([{ code: 2017, description: 'Invalid transaction_amount for update' }]);
  }
  if (payment.status !== 'approved') throw wrongState();
  const nowMs = tenant.context.clock.now();
  const made = { id: newNumber(tenant), amount: amount ?? left, createdAt: nowMs };
  const whole = made.amount === left;
  const moved = whole
    ? withStatus(payment, 'refunded', 'refunded', nowMs)
    : withStatus(payment, 'approved', 'partially_refunded', nowMs);
  return updatePayment(tenant, { ...moved, refunds: [...payment.refunds, made] });
}

/** `GET /v1/payments/{id}/refunds`. */
export function listRefunds(tenant: Tenant, id: string) {
  const payment = findPayment(tenant, id);
  return payment.refunds.map((each) => presentRefund(each, payment.id, tenant.site));
}

/** `GET /v1/payments/{id}/refunds/{refundId}`. Throws the API's 404. */
export function oneRefund(tenant: Tenant, id: string, refundId: string) {
  const payment = findPayment(tenant, id);
  const found = payment.refunds.find((each) => String(each.id) === refundId);
  if (found === undefined) throw notFound('Refund');
  return presentRefund(found, payment.id, tenant.site);
}

/** No body, `{}` and `{amount: null}` all mean the whole rest. */
function wantedAmount(body: unknown): number | null {
  const parsed = refundBody.safeParse(body ?? {});
  if (!parsed.success) throw badRequest([{ code: 4024, description: 'transaction_amount must be numeric' }]);
  return parsed.data.amount ?? null;
}
