import { bookPayment } from './account.ts';
import { paymentNotFound, wrongState } from './errors.ts';
import { notify } from './notify.ts';
import { isOpen, isOverdue, type Payment, withStatus } from './payment.ts';
import type { Tenant } from './tenant.ts';

/** The payment with an id, in this account. Throws the API's 404. */
export function findPayment(tenant: Tenant, id: string | number): Payment {
  const payment = tenant.payments.get(String(id));
  if (payment === undefined) throw paymentNotFound();
  return payment;
}

/** Stores a payment and records its movements; sends no webhook. */
export function storePayment(tenant: Tenant, payment: Payment): Payment {
  tenant.payments.set(String(payment.id), payment);
  bookPayment(tenant, payment);
  return payment;
}

/** Stores a new payment, sends its webhook, and schedules its expiry. */
export function addPayment(tenant: Tenant, payment: Payment): Payment {
  storePayment(tenant, payment);
  notify(tenant, payment, 'payment.created');
  scheduleExpiry(tenant, payment);
  return payment;
}

/** Stores a changed payment and sends its webhook. */
export function updatePayment(tenant: Tenant, payment: Payment): Payment {
  storePayment(tenant, payment);
  notify(tenant, payment, 'payment.updated');
  return payment;
}

/** Moves a payment to any status, without checking the transition. */
export function moveTo(tenant: Tenant, payment: Payment, status: string, statusDetail: string): Payment {
  const moved = withStatus(payment, status, statusDetail, tenant.context.clock.now());
  return updatePayment(tenant, moved);
}

/**
 * Decides an open payment. With `late`, also one that was cancelled or expired: the bank took the money after the API had
 * ended the payment. Throws the API's 400 (2063) in any other status.
 */
export function decide(
  tenant: Tenant,
  payment: Payment,
  outcome: { status: string; statusDetail: string; late?: boolean },
): Payment {
  const allowed = isOpen(payment) || (outcome.late === true && isAbandoned(payment));
  if (!allowed) throw wrongState();
  return moveTo(tenant, payment, outcome.status, outcome.statusDetail);
}

/** Whether the payment ended without a decision of the bank: cancelled, or expired. */
export function isAbandoned(payment: Payment): boolean {
  return payment.status === 'cancelled' || payment.statusDetail === 'expired';
}

/** Rejects every bank transfer whose time has run out, at the instant it ran out. */
export function rejectOverdue(tenant: Tenant): void {
  const nowMs = tenant.context.clock.now();
  for (const payment of tenant.payments.values()) {
    if (isOverdue(payment, nowMs)) {
      updatePayment(tenant, withStatus(payment, 'rejected', 'expired', payment.expiresAt ?? nowMs));
    }
  }
}

/** Schedules the expiry of transfers that an earlier process left open. */
export function scheduleExpiries(tenant: Tenant): void {
  for (const payment of tenant.payments.values()) {
    if (payment.status === 'pending') scheduleExpiry(tenant, payment);
  }
}

function scheduleExpiry(tenant: Tenant, payment: Payment): void {
  if (payment.expiresAt !== null) tenant.context.clock.at(payment.expiresAt, () => rejectOverdue(tenant));
}
