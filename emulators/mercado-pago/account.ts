import { ControlError } from '#emulators/control-input.ts';
import { type Movement, type MovementKind, netOf } from './movement.ts';
import { type Payment, refundStatus, releasedAt } from './payment.ts';
import { feeOf, roundTo } from './sites.ts';
import { newNumber, type Tenant } from './tenant.ts';

/** The account's balance in hundredths: total, available now, and pending. */
export function balanceOf(tenant: Tenant): { total: number; available: number; pending: number } {
  const nowMs = tenant.context.clock.now();
  const sum = (some: Movement[]) => some.reduce((minor, one) => minor + netOf(one), 0);
  const all = tenant.movements.values();
  const available = sum(all.filter(({ availableAt }) => availableAt <= nowMs));
  const total = sum(all);
  return { total, available, pending: total - available };
}

/** Records the approval and the refunds of a payment, unless they are recorded already. */
export function bookPayment(tenant: Tenant, payment: Payment): void {
  if (payment.approvedAt === null) return;
  const fee = feeOf(tenant.site, payment.amount);
  bookOn(tenant, payment, `payment:${payment.id}`, 'payment', payment.amount, fee);
  for (const refund of payment.refunds) {
    const wasApproved = refund.history.some(({ status }) => status === 'approved');
    if (!wasApproved) continue;
    const { decimals } = tenant.facts;
    const part = tenant.switches.returnFees ? roundTo((fee * refund.amount) / payment.amount, decimals) : 0;
    bookOn(tenant, payment, `refund:${refund.id}`, 'refund', -refund.amount, -part);
    if (refundStatus(refund) === 'approved') continue;
    bookOn(tenant, payment, `refund_cancel:${refund.id}`, 'refund_cancel', refund.amount, part);
  }
}

/** Records a movement of a payment's money, once. `amount` and `fee` in major units. */
export function bookOn(
  tenant: Tenant,
  payment: Payment,
  key: string,
  kind: MovementKind,
  amount: number,
  fee = 0,
): void {
  if (tenant.movements.get(key) !== undefined) return;
  const nowMs = tenant.context.clock.now();
  const at = kind === 'payment' ? (payment.approvedAt ?? nowMs) : nowMs;
  const released = releasedAt(payment, tenant.switches.moneyReleaseMs);
  tenant.movements.set(key, {
    key,
    kind,
    at,
    availableAt: Math.max(at, released ?? at),
    sourceId: payment.id,
    externalReference: payment.externalReference,
    methodId: payment.methodId,
    typeId: payment.typeId,
    grossMinor: Math.round(amount * 100),
    feeMinor: -Math.round(fee * 100),
  });
}

/**
 * Withdraws to the bank.
 * @param amount major units; by default all that is available. Throws ControlError for more than that, or nothing.
 */
export function payOut(tenant: Tenant, amount: number | undefined): Movement {
  const { available } = balanceOf(tenant);
  const minor = amount === undefined ? available : Math.round(amount * 100);
  if (minor < 1 || minor > available) {
    throw new ControlError(`${minor / 100} cannot be paid out: ${available / 100} is available.`);
  }
  return bookPayout(tenant, 'payout', newNumber(tenant), -minor);
}

/** The bank returns a payout. Throws ControlError for an unknown one, or one that was returned already. */
export function returnPayout(tenant: Tenant, id: string): Movement {
  const payout = tenant.movements.get(`payout:${id}`);
  if (payout === undefined) throw new ControlError(`No such payout: ${id}`);
  if (tenant.movements.get(`payout_cancel:${id}`) !== undefined) {
    throw new ControlError(`Payout ${id} came back already.`);
  }
  return bookPayout(tenant, 'payout_cancel', payout.sourceId, -payout.grossMinor);
}

function bookPayout(tenant: Tenant, kind: 'payout' | 'payout_cancel', id: number, grossMinor: number): Movement {
  const at = tenant.context.clock.now();
  const movement: Movement = {
    key: `${kind}:${id}`,
    kind,
    at,
    availableAt: at,
    sourceId: id,
    grossMinor,
    feeMinor: 0,
    externalReference: null,
    methodId: null,
    typeId: null,
  };
  tenant.movements.set(movement.key, movement);
  return movement;
}

/** `GET /users/{id}/mercadopago_account/balance`, in major units. */
export function presentBalance(tenant: Tenant) {
  const { total, available, pending } = balanceOf(tenant);
  const { collectorId: user_id, currency: currency_id } = tenant.facts;
  const major = { total_amount: total / 100, available_balance: available / 100 };
  return { user_id, currency_id, ...major, unavailable_balance: pending / 100 };
}
