import type { PaymentResponse } from 'mercadopago/dist/clients/payment/commonTypes';
import { z } from 'zod';
import { minorUnitsPerMajor } from '#lib/money.ts';
import { GatewayError, UNREADABLE } from '../port/errors.ts';
import type {
  FoundPayment,
  PaymentSource,
  RemoteAttempt,
  RemoteCosts,
  RemotePayment,
  Unread,
} from '../port/payment.ts';
import type { RefundStatus, RemoteDispute, RemoteRefund } from '../port/reversals.ts';

/** A payment as the API returns it; `api_response` is an addition of the SDK's. */
export type PaymentAnswer = Omit<PaymentResponse, 'api_response'>;

/** The status of a Mercado Pago payment (gateways B2): only explicit success and failure are final. */
type PaymentStatus = 'pending' | 'money' | 'declined' | 'canceled' | 'unknown';

const STATUSES: ReadonlyMap<string | undefined, PaymentStatus> = new Map([
  ['approved', 'money'],
  ['pending', 'pending'],
  ['in_process', 'pending'],
  ['in_mediation', 'money'],
  ['authorized', 'pending'],
  ['rejected', 'declined'],
  // Both spellings occur.
  ['cancelled', 'canceled'],
  ['canceled', 'canceled'],
  // Reversals of an approved payment, never a decline.
  ['refunded', 'money'],
  ['charged_back', 'money'],
]);

/** The status of a payment; `unknown` for an undocumented one, which the caller logs and keeps pending. */
export function statusOf(payment: Pick<PaymentAnswer, 'status'>): PaymentStatus {
  return STATUSES.get(payment.status) ?? 'unknown';
}

/** A chargeback as the API returns it; the SDK has no type for it. Amounts in major units. */
export const chargebackAnswer = z.object({
  id: z.union([z.string(), z.number()]).transform(String),
  amount: z.number(),
  currency: z.string(),
  coverage_applied: z.boolean().nullish(),
  date_documentation_deadline: z.string().nullish(),
  date_created: z.string().refine((text) => Number.isFinite(Date.parse(text))),
});
export type ChargebackAnswer = z.infer<typeof chargebackAnswer>;

/**
 * Translates a payment that holds, or held, money. Mercado Pago's amounts are in major units with up to two decimals.
 * @param chargebacks all chargebacks of the payment, or why they are unknown.
 */
export function toRemotePayment(payment: PaymentAnswer, chargebacks: ChargebackAnswer[] | Unread): RemotePayment {
  const { transaction_amount: amountMajor, currency_id: currency = '' } = payment;
  if (typeof amountMajor !== 'number') throw new GatewayError('unreachable', UNREADABLE, undefined);
  const approvedAt = payment.date_approved ?? payment.date_last_updated ?? payment.date_created;
  if (!payment.id || !approvedAt) throw new Error('Bug: a Mercado Pago payment without id or date');
  const refunds = refundsOf(payment);
  const implied = impliedDispute(payment);
  const unread: Unread[] = [
    ...(refunds === null ? [{ part: 'refunds' as const, code: UNREADABLE }] : []),
    ...(Array.isArray(chargebacks) ? [] : [chargebacks]),
  ];
  return {
    id: String(payment.id),
    linkId: linkIdOf(payment),
    amountMajor,
    amountMinor: toMinor(amountMajor, currency),
    currency,
    succeededAt: new Date(approvedAt),
    refundedMinor: refundedMinor(payment),
    refunds,
    disputes: Array.isArray(chargebacks) ? disputesOf(payment, chargebacks, implied) : null,
    ...(implied ? { impliedDispute: implied } : {}),
    costs: costsOf(payment),
    source: toSource(payment),
    paymentId: paymentIdOf(payment),
    ...(unread.length > 0 ? { unread } : {}),
  };
}

/** The card that a wallet charged; of any other payment nothing but the text on the donor's statement. */
function toSource(payment: PaymentAnswer): PaymentSource {
  const { payment_type_id: type, payment_method_id: brand, card, statement_descriptor: descriptor } = payment;
  const isCard = ['credit_card', 'debit_card', 'prepaid_card'].includes(type ?? '');
  return {
    cardBrand: (isCard && brand) || null,
    cardLast4: (isCard && card?.last_four_digits) || null,
    cardWallet: null,
    bankName: null,
    statementDescriptor: descriptor || null,
  };
}

/** Minor units (lib/money.ts). */
export function toMinor(amountMajor: number, currency: string): bigint {
  return BigInt(Math.round(amountMajor * minorUnitsPerMajor(currency)));
}

/**
 * Mercado Pago's fee, including withheld taxes: the difference between the amount and the credit, or the fees that the
 * collector bears if a refund has changed the credit. It settles in the payment's own currency.
 */
function costsOf(payment: PaymentAnswer): RemoteCosts {
  const { currency_id: currency = '', transaction_amount: amount = 0, fee_details: fees } = payment;
  const net = payment.transaction_details?.net_received_amount ?? 0;
  const untouched = payment.status === 'approved' && refundedMajor(payment) === 0;
  const release = releaseOf(payment);
  if (net <= 0 && !fees?.length) return { movements: [], complete: false, ...release };
  const borne = (fees ?? []).filter(({ fee_payer: payer }) => payer !== 'payer');
  const feeMajor = untouched && net > 0 ? amount - net : borne.reduce((sum, fee) => sum + (fee.amount ?? 0), 0);
  const amountMinor = toMinor(amount, currency);
  const movement = {
    id: String(payment.id),
    amountMinor,
    settledCurrency: currency,
    settledMinor: amountMinor,
    feeMinor: toMinor(feeMajor, currency),
  };
  return { movements: [movement], complete: true, ...release };
}

function releaseOf({
  money_release_date: date,
  money_release_status: status,
}: PaymentAnswer): Pick<RemoteCosts, 'releasedAt' | 'isReleased'> {
  return { releasedAt: date ? new Date(date) : null, isReleased: status ? status === 'released' : null };
}

/** Minor units (lib/money.ts) to major units. */
export function toMajor(amountMinor: bigint, currency: string): number {
  return Number(amountMinor) / minorUnitsPerMajor(currency);
}

/** What was refunded of a payment, as it says, in major units. */
export function refundedMajor(payment: PaymentAnswer): number {
  if (payment.status === 'refunded') return payment.transaction_amount ?? 0;
  return payment.transaction_amount_refunded ?? 0;
}

/** Null if the payment does not say it, although there are refunds. */
function refundedMinor(payment: PaymentAnswer): bigint | null {
  const { status, transaction_amount_refunded: sum, refunds, currency_id: currency = '' } = payment;
  const isUnknown = status !== 'refunded' && typeof sum !== 'number' && Boolean(refunds);
  return isUnknown ? null : toMinor(refundedMajor(payment), currency);
}

/** The refunds of a payment; null if they are not listed completely. */
function refundsOf(payment: PaymentAnswer): RemoteRefund[] | null {
  const { refunds, currency_id: currency = '' } = payment;
  // A list that is behind its sum is not all of them.
  if (refunds == null || refunds.length === 0) return refundedMajor(payment) === 0 ? [] : null;
  return toRemoteRefunds(refunds, currency);
}

/**
 * Translates a list of refunds; null if one of them cannot be read, because a list without it is another list.
 * @param currency of their payment, ISO 4217.
 */
export function toRemoteRefunds(list: unknown, currency: string): RemoteRefund[] | null {
  const parsed = refundList.safeParse(list);
  if (!parsed.success) return null;
  return parsed.data.flatMap((refund) => toRemoteRefund(refund, currency) ?? []);
}

const refundList = z.array(
  z.looseObject({
    id: z.union([z.string().min(1), z.number().positive()]),
    amount: z.number(),
    status: z.string().nullish(),
    date_created: z.string().refine((text) => Number.isFinite(Date.parse(text))),
  }),
);

type ListedRefund = z.output<typeof refundList>[number];

/** A refund as the API returns it. */
export type RefundAnswer = NonNullable<PaymentAnswer['refunds']>[number];

/**
 * Translates a refund. Refunds here have no id of ours. Null for a response without an id, as a repeated call can get.
 * @param currency of its payment, ISO 4217.
 */
export function toRemoteRefund(refund: RefundAnswer | ListedRefund, currency: string): RemoteRefund | null {
  if (!refund.id || !refund.date_created) return null;
  return {
    id: String(refund.id),
    refundId: null,
    amountMinor: toMinor(refund.amount ?? 0, currency),
    status: refundStatus(refund.status),
    // One in process is paid later.
    hasLeft: refundStatus(refund.status) === 'succeeded',
    createdAt: new Date(refund.date_created),
  };
}

function refundStatus(status: string | null | undefined): RefundStatus {
  if (status == null || status === 'approved') return 'succeeded';
  return status === 'rejected' || status === 'cancelled' ? 'failed' : 'pending';
}

/**
 * The dispute that the payment's status alone reports, of all that was not refunded. In mediation is a payer's complaint at
 * Mercado Pago, not a bank's chargeback.
 */
function impliedDispute(payment: PaymentAnswer): RemoteDispute | undefined {
  const { id, status, transaction_amount: amount = 0, currency_id: currency = '' } = payment;
  const unrecorded = {
    amountMinor: toMinor(amount - refundedMajor(payment), currency),
    currency,
    respondBy: null,
    openedAt: new Date(payment.date_last_updated ?? payment.date_created ?? 0),
  };
  if (status === 'in_mediation') return { ...unrecorded, id: `mediation:${id}`, kind: 'inquiry', status: 'open' };
  if (status === 'charged_back')
    return { ...unrecorded, id: `payment:${id}`, kind: 'chargeback', status: latestChargeback(payment) };
  return undefined;
}

/** Translates the chargebacks of a payment, with what its status reports besides them. */
function disputesOf(
  payment: PaymentAnswer,
  chargebacks: ChargebackAnswer[],
  implied: RemoteDispute | undefined,
): RemoteDispute[] {
  const latest = latestOf(chargebacks);
  const listed = chargebacks.map((one): RemoteDispute => {
    const status = chargebackStatus(payment, one, one === latest);
    const deadline = Date.parse(one.date_documentation_deadline ?? '');
    return {
      id: one.id,
      kind: 'chargeback',
      status,
      amountMinor: toMinor(one.amount, one.currency),
      currency: one.currency,
      respondBy: status === 'open' && Number.isFinite(deadline) ? new Date(deadline) : null,
      openedAt: new Date(one.date_created),
    };
  });
  return implied && (implied.kind === 'inquiry' || listed.length === 0) ? [implied, ...listed] : listed;
}

/**
 * Of chargebacks made at the same moment the undecided one is latest: another is only made when the earlier ones are
 * decided.
 */
function latestOf(chargebacks: ChargebackAnswer[]): ChargebackAnswer | undefined {
  const rank = (one: ChargebackAnswer) => (one.coverage_applied == null ? 1 : 0);
  return chargebacks
    .toSorted((a, b) => Date.parse(a.date_created) - Date.parse(b.date_created) || rank(a) - rank(b))
    .at(-1);
}

/**
 * A decided chargeback says itself whether its amount was covered. While the payment is in process, its latest chargeback
 * is undecided, whatever it says.
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

/** `settled` went against us, `reimbursed` came back, `in_process` is open (gateways B2). */
function latestChargeback({ status_detail: detail }: PaymentAnswer): 'open' | 'won' | 'lost' {
  if (detail === 'settled') return 'lost';
  return detail === 'reimbursed' ? 'won' : 'open';
}

/** The link that a payment is for; null if it is for none. */
function linkIdOf({ external_reference: reference }: PaymentAnswer): string | null {
  return readOrderReference(reference)?.linkId ?? reference ?? null;
}

/** Our payment's id, which we sent as metadata, or in the reference of an order. */
export function paymentIdOf({
  metadata,
  external_reference: reference,
}: Pick<PaymentAnswer, 'external_reference'> & { metadata?: unknown }): string | null {
  const own = readOrderReference(reference);
  if (own) return own.paymentId;
  if (typeof metadata !== 'object' || metadata === null || !('payment' in metadata)) return null;
  return typeof metadata.payment === 'string' ? metadata.payment : null;
}

/** A payment as an attempt: the money it holds, if any, or how it ended. */
export function toRemoteAttempt(payment: PaymentAnswer, money: RemotePayment[]): RemoteAttempt {
  const status = statusOf(payment);
  return {
    status: status === 'declined' || status === 'canceled' ? status : 'live',
    money,
    declines: [],
    ...(status === 'declined' ? { lastDecline: payment.status_detail ?? null } : {}),
  };
}

/**
 * What a payment says of the link that it is for; null if it is for none. Its payer may be the user of a wallet, who gave us
 * no address, so that `email` is null.
 */
export function toFoundPayment(payment: PaymentAnswer, gatewayPaymentId: string): FoundPayment | null {
  const { external_reference: reference, transaction_amount: amountMajor = 0, currency_id: currency = '' } = payment;
  const linkId = linkIdOf(payment);
  if (!linkId) return null;
  return {
    gatewayPaymentId,
    linkId,
    paymentId: paymentIdOf(payment),
    reference: null,
    amountMajor,
    currency,
    createdAt: new Date(payment.date_created ?? 0),
    email: null,
    metadata: readOrderReference(reference) ? null : payment.metadata,
  };
}

/** Ids of ours contain no hyphen. */
const SEPARATOR = '-';

/**
 * The `external_reference` of an order: its link and our payment. Orders have no metadata, so that it is all that they keep for
 * us (gateways C7).
 */
export function orderReference(linkId: string, paymentId: string): string {
  return linkId + SEPARATOR + paymentId;
}

/** The link and our payment of an order's reference; null for another one, as of a payment without an order. */
export function readOrderReference(reference: string | undefined): { linkId: string; paymentId: string } | null {
  const [linkId, paymentId, ...more] = (reference ?? '').split(SEPARATOR);
  return linkId && paymentId && more.length === 0 ? { linkId, paymentId } : null;
}

/** Whether an id is an order's, such as `ORD01J49MMW3SSBK5PSV3DFR32959`. Those of payments are numbers. */
export function isOrderId(id: string): boolean {
  return id.startsWith('ORD');
}
