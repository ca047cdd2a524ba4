import { ControlError } from '#emulators/control-input.ts';
import { bookOn } from './account.ts';
import type { Chargeback, ChargebackStatus } from './chargeback.ts';
import { formatDate } from './dates.ts';
import { notFound } from './errors.ts';
import type { MovementKind } from './movement.ts';
import { notify, notifyChargeback } from './notify.ts';
import { pageOf } from './paging.ts';
import { type Payment, withStatus } from './payment.ts';
import { storePayment } from './payment-events.ts';
import { roundTo } from './sites.ts';
import { newNumber, type Tenant } from './tenant.ts';

const DOCUMENTATION_MS = 10 * 86_400_000;
const DEFAULT_LIMIT = 25;

/**
 * Opens a chargeback, or moves the payment's latest one on; after a closed one, `in_process` opens another. The payment
 * becomes `charged_back`, even one that was refunded.
 * @param amount major units of a new chargeback; by default the whole payment. Throws ControlError.
 */
export function setChargeback(
  tenant: Tenant,
  payment: Payment,
  status: ChargebackStatus,
  amount: number | undefined,
): Payment {
  if (!['approved', 'refunded', 'charged_back'].includes(payment.status)) {
    throw new ControlError(`Payment ${payment.id} is ${payment.status}; only an approved payment is charged back.`);
  }
  const latest = chargebacksOf(tenant, payment.id).at(-1);
  const opens = latest === undefined || (status === 'in_process' && latest.status !== 'in_process');
  if (!opens && amount !== undefined) throw new ControlError(`Chargeback ${latest.id} has its amount already.`);
  const nowMs = tenant.context.clock.now();
  const before = opens ? opened(tenant, payment, amount ?? payment.amount, status) : latest;
  const chargeback: Chargeback = { ...before, status, updatedAt: nowMs };
  tenant.chargebacks.set(chargeback.id, chargeback);
  bookMove(tenant, payment, chargeback, opens ? null : before.status);
  const moved = storePayment(tenant, withStatus(payment, 'charged_back', status, nowMs));
  if (tenant.switches.chargebackWebhooks !== 'chargebacks') notify(tenant, moved, 'payment.updated');
  if (tenant.switches.chargebackWebhooks !== 'payment') notifyChargeback(tenant, moved, chargeback.id);
  return moved;
}

function opened(tenant: Tenant, payment: Payment, amount: number, status: ChargebackStatus): Chargeback {
  if (amount > payment.amount || roundTo(amount, tenant.facts.decimals) !== amount) {
    throw new ControlError(`${amount} cannot be charged back of ${payment.amount}.`);
  }
  const nowMs = tenant.context.clock.now();
  const id = `2${newNumber(tenant)}00000`;
  const times = { createdAt: nowMs, updatedAt: nowMs, deadlineAt: nowMs + DOCUMENTATION_MS };
  return { id, paymentId: payment.id, amount, status, ...times };
}

/** How a transition changes the balance: a kind, and whether money goes out or comes back. */
type Booking = [kind: MovementKind, direction: 1 | -1];

/** Money is reserved while a chargeback is open, then taken or released. */
function bookingsOf(before: ChargebackStatus | null, after: ChargebackStatus): Booking[] {
  if (before === after) return [];
  const unblocked: Booking[] = before === 'in_process' ? [['reserve_for_chargeback', 1]] : [];
  switch (after) {
    case 'in_process':
      return [['reserve_for_chargeback', -1]];
    case 'settled':
      return [...unblocked, ['chargeback', -1]];
    case 'reimbursed':
      return before === 'settled' ? [['chargeback_cancel', 1]] : unblocked;
  }
}

function bookMove(tenant: Tenant, payment: Payment, to: Chargeback, before: ChargebackStatus | null): void {
  for (const [kind, direction] of bookingsOf(before, to.status)) {
    bookOn(tenant, payment, `${kind}:${newNumber(tenant)}`, kind, direction * to.amount);
  }
}

/** The chargebacks of a payment, oldest first. */
export function chargebacksOf(tenant: Tenant, paymentId: number): Chargeback[] {
  return tenant.chargebacks.values().filter((one) => one.paymentId === paymentId);
}

/** `GET /v1/chargebacks/{id}`. Throws the API's 404. */
export function oneChargeback(tenant: Tenant, id: string) {
  const found = tenant.chargebacks.get(id);
  if (found === undefined) throw notFound('Chargeback');
  return presentChargeback(found, tenant);
}

/** `GET /v1/chargebacks/search?payment_id=`, newest first, with `limit` and `offset`. */
export function searchChargebacks(tenant: Tenant, query: URLSearchParams) {
  const payment = query.get('payment_id');
  const found = tenant.chargebacks
    .values()
    .filter(({ paymentId }) => payment === null || String(paymentId) === payment)
    .map((one) => presentChargeback(one, tenant));
  return pageOf(found.reverse(), query, DEFAULT_LIMIT);
}

/** A chargeback as the API answers it; `coverage_elegible` is the API's own spelling. */
export function presentChargeback(chargeback: Chargeback, tenant: Tenant) {
  const { status } = chargeback;
  return {
    id: chargeback.id,
    payments: [chargeback.paymentId],
    currency: tenant.facts.currency,
    amount: chargeback.amount,
    reason: 'general',
    coverage_applied: status === 'in_process' ? null : status === 'reimbursed',
    coverage_elegible: true,
    documentation_required: status === 'in_process',
    documentation_status: status === 'reimbursed' ? 'valid' : status === 'settled' ? 'not_supplied' : 'pending',
    documentation: [],
    date_documentation_deadline: formatDate(chargeback.deadlineAt),
    date_created: formatDate(chargeback.createdAt),
    date_last_updated: formatDate(chargeback.updatedAt),
    live_mode: tenant.switches.live.includes('chargeback'),
  };
}
