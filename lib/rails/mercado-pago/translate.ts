import type { PaymentResponse } from 'mercadopago/dist/clients/payment/commonTypes';
import { z } from 'zod';
import { minorUnitsPerMajor } from '#lib/money.ts';
import type {
  RefundStanding,
  RemoteAttempt,
  RemoteCosts,
  RemoteDispute,
  RemotePayment,
  RemoteRefund,
} from '../port.ts';

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

/** A chargeback as the API answers it, which the SDK does not know. Amounts in major units. */
export const chargebackAnswer = z.object({
  id: z.union([z.string(), z.number()]).transform(String),
  amount: z.number(),
  currency: z.string(),
  coverage_applied: z.boolean().nullish(),
  date_documentation_deadline: z.string().nullish(),
  date_created: z.string(),
});
export type ChargebackAnswer = z.infer<typeof chargebackAnswer>;

/**
 * A payment that holds, or held, money. Amounts at Mercado Pago are in major units with up to two decimals.
 * @param chargebacks every one of the payment.
 */
export function toRemotePayment(payment: PaymentAnswer, chargebacks: ChargebackAnswer[]): RemotePayment {
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
    refunds: (payment.refunds ?? []).flatMap((refund) => toRemoteRefund(refund, currency) ?? []),
    disputes: disputesOf(payment, chargebacks),
    costs: costsOf(payment),
    paymentId: paymentIdOf(payment),
  };
}

/** Minor units (lib/money.ts). */
export function toMinor(amountMajor: number, currency: string): bigint {
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

/** A refund as a payment lists it. */
export type RefundAnswer = NonNullable<PaymentAnswer['refunds']>[number];

/**
 * A refund in our words. Refunds here name nothing of ours. Null for an answer without an id, as a repeated call can get.
 * @param currency of its payment, ISO 4217.
 */
export function toRemoteRefund(refund: RefundAnswer, currency: string): RemoteRefund | null {
  if (!refund.id || !refund.date_created) return null;
  return {
    id: String(refund.id),
    refundId: null,
    amountMinor: toMinor(refund.amount ?? 0, currency),
    standing: refundStanding(refund.status),
    createdAt: new Date(refund.date_created),
  };
}

function refundStanding(status: string | undefined): RefundStanding {
  if (status === undefined || status === 'approved') return 'succeeded';
  return status === 'rejected' || status === 'cancelled' ? 'failed' : 'pending';
}

/**
 * Chargebacks of a payment. One that has no record yet is told by the payment alone, and is of all that was not given back;
 * in mediation is what a payer complains of at Mercado Pago, and no bank has asked for.
 */
function disputesOf(payment: PaymentAnswer, chargebacks: ChargebackAnswer[]): RemoteDispute[] {
  const { id, status, transaction_amount: amount = 0, currency_id: currency = '' } = payment;
  const unrecorded = {
    amountMinor: toMinor(amount - refundedMajor(payment), currency),
    currency,
    respondBy: null,
    openedAt: new Date(payment.date_last_updated ?? payment.date_created ?? 0),
  };
  if (status === 'in_mediation')
    return [{ ...unrecorded, id: `mediation:${id}`, kind: 'inquiry', status: 'open' }];
  if (status === 'charged_back' && chargebacks.length === 0)
    return [{ ...unrecorded, id: `payment:${id}`, kind: 'chargeback', status: latestChargeback(payment) }];
  const latest = latestOf(chargebacks);
  return chargebacks.map((one) => {
    const standing = chargebackStatus(payment, one, one === latest);
    const deadline = one.date_documentation_deadline;
    return {
      id: one.id,
      kind: 'chargeback',
      status: standing,
      amountMinor: toMinor(one.amount, one.currency),
      currency: one.currency,
      respondBy: standing === 'open' && deadline ? new Date(deadline) : null,
      openedAt: new Date(one.date_created),
    };
  });
}

/** Of chargebacks made at the same moment the one that is not decided: another is made only when those before it are. */
function latestOf(chargebacks: ChargebackAnswer[]): ChargebackAnswer | undefined {
  const rank = (one: ChargebackAnswer) => (one.coverage_applied == null ? 1 : 0);
  return chargebacks
    .toSorted((a, b) => Date.parse(a.date_created) - Date.parse(b.date_created) || rank(a) - rank(b))
    .at(-1);
}

/**
 * A chargeback that is decided says itself whether what it took was covered; while the payment is in process, its latest one
 * is not decided, whatever it says.
 */
function chargebackStatus(
  payment: PaymentAnswer,
  { coverage_applied: isCovered }: ChargebackAnswer,
  isLatest: boolean,
): 'open' | 'won' | 'lost' {
  const isUndecided = payment.status === 'charged_back' && payment.status_detail === 'in_process';
  if (isCovered == null || (isLatest && isUndecided)) return latestChargeback(payment);
  return isCovered ? 'won' : 'lost';
}

/** `settled` went against us, `reimbursed` came back, `in_process` is open (rails.md B2). */
function latestChargeback({ status_detail: detail }: PaymentAnswer): 'open' | 'won' | 'lost' {
  if (detail === 'settled') return 'lost';
  return detail === 'reimbursed' ? 'won' : 'open';
}

/** Our payment's id, which we sent as metadata. */
export function paymentIdOf({ metadata }: { metadata?: unknown }): string | null {
  if (typeof metadata !== 'object' || metadata === null || !('payment' in metadata)) return null;
  return typeof metadata.payment === 'string' ? metadata.payment : null;
}

/** One payment as an attempt: the money it holds, if any, or how it ended. */
export function toRemoteAttempt(payment: PaymentAnswer, money: RemotePayment[]): RemoteAttempt {
  const standing = standingOf(payment);
  return {
    standing: standing === 'declined' || standing === 'canceled' ? standing : 'live',
    money,
    declines: [],
  };
}
