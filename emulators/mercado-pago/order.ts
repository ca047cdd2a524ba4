import { createHash } from 'node:crypto';
import { type Payment, refundedAmount } from './payment.ts';
import { isExpired, type Preference } from './preference.ts';

/**
 * An order as the emulator stores it: its transfer, or the checkout that it opened. Everything else is theirs. Instants are virtual
 * milliseconds.
 */
export type Order = {
  id: string;
  createdAt: number;
  canceledAt: number | null;
  paymentId: number | null;
  preferenceId: string | null;
};

export type OrderStatus = { status: string; statusDetail: string };

/** The words of the Orders API for the statuses of a payment. */
const WORDS: Record<string, string> = {
  approved: 'processed',
  in_mediation: 'processed',
  refunded: 'refunded',
  charged_back: 'charged_back',
  pending: 'action_required',
  in_process: 'processing',
  authorized: 'action_required',
  rejected: 'failed',
  cancelled: 'canceled',
};

/** The status of a payment within its order. */
export function transactionStatus(payment: Payment): OrderStatus {
  if (payment.statusDetail === 'expired') return { status: 'expired', statusDetail: 'expired' };
  const status = WORDS[payment.status] ?? payment.status;
  if (status === 'processed' && refundedAmount(payment) > 0) return { status, statusDetail: 'partially_refunded' };
  return { status, statusDetail: status === 'action_required' ? 'waiting_transfer' : payment.statusDetail };
}

/**
 * The status of an order: that of its transfer; of a checkout's last payment, unless that left the checkout open.
 * @param payments of the order, oldest first
 */
export function orderStatus(
  order: Order,
  payments: readonly Payment[],
  preference: Preference | null,
  nowMs: number,
): OrderStatus {
  const decisive =
    preference === null ? payments : payments.filter(({ status }) => !['rejected', 'cancelled'].includes(status));
  const last = decisive.find(({ status }) => status === 'approved') ?? decisive.at(-1);
  if (last) return transactionStatus(last);
  if (order.canceledAt !== null) return { status: 'canceled', statusDetail: 'canceled' };
  if (preference && isExpired(preference, nowMs)) return { status: 'expired', statusDetail: 'expired' };
  return { status: 'created', statusDetail: 'created' };
}

/** An id in the form of the API's: a prefix and 26 capitals and digits. */
export function orderIdFrom(random: string): string {
  return idFrom('ORD01', random);
}

/** The id of a payment within its order, which is not the one that the Payments API knows it by. */
export function transactionId({ id }: Pick<Payment, 'id'>): string {
  return idFrom('PAY01', String(id));
}

function idFrom(prefix: string, text: string): string {
  return prefix + createHash('sha256').update(text).digest('hex').slice(0, 24).toUpperCase();
}
