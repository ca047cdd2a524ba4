import type { Order } from './order.ts';
import type { Payment } from './payment.ts';
import type { Preference } from './preference.ts';
import type { Tenant } from './tenant.ts';

/** The checkout that an order opened, if it did, and its payments, oldest first. */
export function partsOf(tenant: Tenant, order: Order): { preference: Preference | null; payments: Payment[] } {
  const preference = order.preferenceId === null ? null : (tenant.preferences.get(order.preferenceId) ?? null);
  return { preference, payments: paymentsOfOrder(tenant, order) };
}

/** The payments of an order, oldest first. */
export function paymentsOfOrder(tenant: Tenant, order: Order): Payment[] {
  return tenant.payments.values().filter((payment) => isOf(order, payment));
}

/** The order of a payment; undefined if it was made without one. */
export function orderOfPayment(tenant: Tenant, payment: Payment): Order | undefined {
  return tenant.orders.values().find((order) => isOf(order, payment));
}

function isOf(order: Order, { id, preferenceId }: Payment): boolean {
  return order.paymentId === id || (preferenceId !== null && order.preferenceId === preferenceId);
}
