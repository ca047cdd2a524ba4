import { z } from 'zod';
import { ControlError } from '#emulators/control-input.ts';
import { badRequest, notFound, wrongState } from './errors.ts';
import {
  claimedAmount,
  type Payment,
  type Refund,
  type RefundStatus,
  refundedAmount,
  refundStatus,
  withStatus,
} from './payment.ts';
import { findPayment, updatePayment } from './payment-events.ts';
import { findReplay, storeReplay } from './payments-api.ts';
import { presentRefund } from './present-payment.ts';
import { roundTo } from './sites.ts';
import { newNumber, type Tenant } from './tenant.ts';

/** No body, `{}` and `{amount: null}` all mean everything that is left. */
const refundBody = z.object({ amount: z.number().nullish() }).nullish();

/**
 * `POST /v1/payments/{id}/refunds`: all that is left, or `amount` major units of it. A repeated idempotency
 * key answers 200 without another refund; `body` is null when the switch asks for the empty answer.
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
  const refunded = refund(tenant, payment, amountOf(call.body));
  const made = refunded.refunds.at(-1);
  if (made === undefined) throw new Error('Bug: a refund was made and not stored.');
  storeReplay(tenant, `refund:${id}`, call, { paymentId: payment.id, refundId: made.id });
  return { status: 201, body: presentRefund(made, payment.id, tenant.site) };
}

/**
 * Makes a refund in the status that the switch `refunds` sets, and sends the webhook. A payment refunded in full becomes
 * `refunded`.
 * @param amount major units; null: all that is left
 */
export function refund(tenant: Tenant, payment: Payment, amount: number | null): Payment {
  const { decimals } = tenant.facts;
  const left = roundTo(payment.amount - claimedAmount(payment), decimals);
  if (amount === null && payment.status !== 'approved') throw wrongState();
  if (amount !== null && (amount <= 0 || amount > left || roundTo(amount, decimals) !== amount)) {
    throw badRequest([{ code: 2017, description: 'Invalid transaction_amount for update' }]);
  }
  if (payment.status !== 'approved') throw wrongState();
  const nowMs = tenant.context.clock.now();
  if (left === 0) throw wrongState();
  const made = {
    id: newNumber(tenant),
    amount: amount ?? left,
    createdAt: nowMs,
    history: [{ at: nowMs, status: tenant.switches.refunds }],
  };
  return updatePayment(tenant, withRefunds(payment, [...payment.refunds, made], nowMs));
}

/**
 * Ends a refund that was in process, or reverses an approved one. Throws ControlError for one that has ended
 * without moving money.
 */
export function settleRefund(tenant: Tenant, refundId: string, outcome: RefundStatus): Payment {
  const isMeant = (each: Refund) => String(each.id) === refundId;
  const payment = tenant.payments.values().find(({ refunds }) => refunds.some(isMeant));
  const found = payment?.refunds.find(isMeant);
  if (payment === undefined || found === undefined) throw new ControlError(`No such refund: ${refundId}`);
  const status = refundStatus(found);
  if (status === 'rejected' || status === 'cancelled' || status === outcome) {
    throw new ControlError(`Refund ${refundId} is ${status} already.`);
  }
  const nowMs = tenant.context.clock.now();
  const settled = { ...found, history: [...found.history, { at: nowMs, status: outcome }] };
  const refunds = payment.refunds.map((each) => (isMeant(each) ? settled : each));
  return updatePayment(tenant, withRefunds(payment, refunds, nowMs));
}

/** The payment with these refunds, in the status they lead to. A chargeback's status stays. */
function withRefunds(payment: Payment, refunds: Refund[], nowMs: number): Payment {
  const changed = { ...payment, refunds };
  const refunded = refundedAmount(changed);
  if (payment.status !== 'approved' && payment.status !== 'refunded') return { ...changed, updatedAt: nowMs };
  if (refunded === payment.amount) return withStatus(changed, 'refunded', 'refunded', nowMs);
  return withStatus(changed, 'approved', refunded === 0 ? 'accredited' : 'partially_refunded', nowMs);
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

function amountOf(body: unknown): number | null {
  const parsed = refundBody.safeParse(body);
  if (!parsed.success) throw badRequest([{ code: 4024, description: 'transaction_amount must be numeric' }]);
  return parsed.data?.amount ?? null;
}
