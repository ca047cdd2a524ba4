import { bookPayment } from './account.ts';
import { paymentNotFound, wrongState } from './errors.ts';
import { notify } from './notify.ts';
import { completed, isOpen, isOverdue, type Payment, withStatus } from './payment.ts';
import type { Tenant } from './tenant.ts';

/** The payment with an id, in this account. Throws the API's 404. */
export function findPayment(tenant: Tenant, id: string | number): Payment {
  const payment = tenant.payments.get(String(id));
  if (payment === undefined) throw paymentNotFound();
  return payment;
}

/** Stores a payment as it now is and books its money; tells nobody. */
export function keepPayment(tenant: Tenant, payment: Payment): Payment {
  tenant.payments.set(String(payment.id), payment);
  bookPayment(tenant, payment);
  return payment;
}

/** Stores a new payment, tells the application, and sets the alarm for its expiry. */
export function addPayment(tenant: Tenant, payment: Payment): Payment {
  keepPayment(tenant, payment);
  notify(tenant, payment, 'payment.created');
  setAlarm(tenant, payment);
  return payment;
}

/** Stores a changed payment and tells the application. */
export function updatePayment(tenant: Tenant, payment: Payment): Payment {
  keepPayment(tenant, payment);
  notify(tenant, payment, 'payment.updated');
  return payment;
}

/** Moves a payment to any status, without asking whether that is possible. */
export function moveTo(tenant: Tenant, payment: Payment, status: string, statusDetail: string): Payment {
  const moved = withStatus(payment, status, statusDetail, tenant.context.clock.now());
  return updatePayment(tenant, moved);
}

/**
 * Decides an open payment. With `late`, also one that was cancelled or that expired: the bank took the money
 * after the API had given the payment up. Throws the API's 400 (2063) in any other status.
 */
export function decide(
  tenant: Tenant,
  payment: Payment,
  outcome: { status: string; statusDetail: string; late?: boolean },
): Payment {
  const allowed = isOpen(payment) || (outcome.late === true && isGivenUp(payment));
  if (!allowed) throw wrongState();
  return moveTo(tenant, payment, outcome.status, outcome.statusDetail);
}

/** Whether the payment ended without the bank's word: cancelled, or not finished in time. */
export function isGivenUp(payment: Payment): boolean {
  return payment.status === 'cancelled' || payment.statusDetail === 'expired';
}

/** Rejects every bank transfer whose time has run out, at the instant it ran out. */
export function settleOverdue(tenant: Tenant): void {
  const nowMs = tenant.context.clock.now();
  for (const payment of tenant.payments.values()) {
    if (isOverdue(payment, nowMs)) {
      updatePayment(tenant, withStatus(payment, 'rejected', 'expired', payment.expiresAt ?? nowMs));
    }
  }
}

/** Completes and books what was kept before refunds had a history and the account had books. */
export function completeKept(tenant: Tenant): void {
  for (const payment of tenant.payments.values()) keepPayment(tenant, completed(payment));
}

/** Sets the alarms of transfers that an earlier process left open. */
export function setAlarms(tenant: Tenant): void {
  for (const payment of tenant.payments.values()) {
    if (payment.status === 'pending') setAlarm(tenant, payment);
  }
}

function setAlarm(tenant: Tenant, payment: Payment): void {
  if (payment.expiresAt !== null) tenant.context.clock.at(payment.expiresAt, () => settleOverdue(tenant));
}
