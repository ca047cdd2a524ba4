import type { PaymentResponse } from 'mercadopago/dist/clients/payment/commonTypes';
import { minorUnitsPerMajor } from '#lib/money.ts';
import type { RemoteAttempt, RemoteCosts, RemotePayment } from '../port.ts';

/** A payment as the API answers it; `api_response` is an addition of the SDK's. */
export type PaymentAnswer = Omit<PaymentResponse, 'api_response'>;

/** How a Mercado Pago payment stands (rails.md B2): only explicit success and failure are final. */
export type Standing = 'pending' | 'money' | 'declined' | 'canceled' | 'unknown';

const STANDINGS: ReadonlyMap<string | undefined, Standing> = new Map([
  ['approved', 'money'],
  ['pending', 'pending'],
  ['in_process', 'pending'],
  ['in_mediation', 'money'],
  ['authorized', 'pending'],
  ['rejected', 'declined'],
  // Both spellings occur.
  ['cancelled', 'canceled'],
  ['canceled', 'canceled'],
  // Reversals of a gift that was approved, never a decline.
  ['refunded', 'money'],
  ['charged_back', 'money'],
]);

/** How a payment stands; `unknown` for a status that is not documented, which the caller keeps pending and logs. */
export function standingOf(payment: Pick<PaymentAnswer, 'status'>): Standing {
  return STANDINGS.get(payment.status) ?? 'unknown';
}

/** A payment that holds, or held, money. Amounts at Mercado Pago are in major units with up to two decimals. */
export function toRemotePayment(payment: PaymentAnswer): RemotePayment {
  const amountMajor = payment.transaction_amount ?? 0;
  const currency = payment.currency_id ?? '';
  const approvedAt = payment.date_approved ?? payment.date_last_updated ?? payment.date_created;
  if (!payment.id || !approvedAt) throw new Error('Bug: a Mercado Pago payment without id or date');
  return {
    id: String(payment.id),
    linkId: payment.external_reference ?? null,
    amountMajor,
    amountMinor: toMinor(amountMajor, currency),
    currency,
    succeededAt: new Date(approvedAt),
    refundedMinor: toMinor(refundedMajor(payment), currency),
    dispute: disputeOf(payment),
    costs: costsOf(payment),
    paymentId: paymentIdOf(payment),
  };
}

/** Minor units (lib/money.ts). */
function toMinor(amountMajor: number, currency: string): bigint {
  return BigInt(Math.round(amountMajor * minorUnitsPerMajor(currency)));
}

/**
 * What Mercado Pago took, taxes that it withheld included: what is missing of the amount in what it credited, or the fees
 * that the collector bears where a refund has changed that figure. It settles in the payment's own currency.
 */
function costsOf(payment: PaymentAnswer): RemoteCosts {
  const { currency_id: currency = '', transaction_amount: amount = 0, fee_details: fees } = payment;
  const net = payment.transaction_details?.net_received_amount ?? 0;
  const untouched = payment.status === 'approved' && refundedMajor(payment) === 0;
  const releasedAt = payment.money_release_date ? new Date(payment.money_release_date) : null;
  if (net <= 0 && !fees?.length) return { movements: [], complete: false, releasedAt };
  const borne = (fees ?? []).filter(({ fee_payer: payer }) => payer !== 'payer');
  const feeMajor =
    untouched && net > 0 ? amount - net : borne.reduce((sum, fee) => sum + (fee.amount ?? 0), 0);
  const amountMinor = toMinor(amount, currency);
  const movement = {
    id: String(payment.id),
    amountMinor,
    settledCurrency: currency,
    settledMinor: amountMinor,
    feeMinor: toMinor(feeMajor, currency),
  };
  return { movements: [movement], complete: true, releasedAt };
}

/** Minor units (lib/money.ts) in major units again. */
export function toMajor(amountMinor: bigint, currency: string): number {
  return Number(amountMinor) / minorUnitsPerMajor(currency);
}

function refundedMajor(payment: PaymentAnswer): number {
  if (payment.status === 'refunded') return payment.transaction_amount ?? 0;
  return payment.transaction_amount_refunded ?? 0;
}

/** `settled` went against us, `reimbursed` came back, `in_process` is open (rails.md B2). */
function disputeOf({ status, status_detail }: PaymentAnswer): RemotePayment['dispute'] {
  if (status === 'in_mediation') return 'open';
  if (status !== 'charged_back') return null;
  if (status_detail === 'settled') return 'lost';
  return status_detail === 'reimbursed' ? 'won' : 'open';
}

/** Our payment's id, which we sent as metadata. */
export function paymentIdOf({ metadata }: { metadata?: unknown }): string | null {
  if (typeof metadata !== 'object' || metadata === null || !('payment' in metadata)) return null;
  return typeof metadata.payment === 'string' ? metadata.payment : null;
}

/** One payment as an attempt: the money it holds, or how it ended. */
export function toRemoteAttempt(payment: PaymentAnswer): RemoteAttempt {
  const standing = standingOf(payment);
  return {
    standing: standing === 'declined' || standing === 'canceled' ? standing : 'live',
    money: standing === 'money' ? [toRemotePayment(payment)] : [],
    declines: [],
  };
}
