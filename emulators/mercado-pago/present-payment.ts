import { formatDate, formatDateOrNull } from './dates.ts';
import { type Payment, type Refund, refundedAmount, refundStatus, releasedAt } from './payment.ts';
import { factsOf, feeOf, roundTo, type Site } from './sites.ts';
import type { Switches } from './switches.ts';

/** Delay between approval and release in virtual ms, what payments say of it, and the current time. */
export type Release = { afterMs: number; status: Switches['moneyReleaseStatus']; now: number };

/** What a payment says of its release; undefined: nothing. */
function releaseStatus(released: number | null, { status, now }: Release): string | null | undefined {
  if (status === 'absent') return undefined;
  if (released === null || status !== 'by_date') return released === null ? null : status;
  return released <= now ? 'released' : 'pending';
}

/**
 * The payment as the API answers it, field by field.
 * @param bankPage where the payer finishes a bank transfer; null for wallet payments.
 * @param live its `live_mode`.
 */
export function presentPayment(payment: Payment, site: Site, bankPage: string | null, release: Release, live: boolean) {
  const facts = factsOf(site);
  const released = releasedAt(payment, release.afterMs);
  return {
    id: payment.id,
    date_created: formatDate(payment.createdAt),
    date_approved: formatDateOrNull(payment.approvedAt),
    date_last_updated: formatDate(payment.updatedAt),
    date_of_expiration: formatDateOrNull(payment.expiresAt),
    money_release_date: formatDateOrNull(released),
    money_release_status: releaseStatus(released, release),
    operation_type: 'regular_payment',
    issuer_id: null,
    payment_method_id: payment.methodId,
    payment_type_id: payment.typeId,
    payment_method: { id: payment.methodId, type: payment.typeId, issuer_id: null },
    status: payment.status,
    status_detail: payment.statusDetail,
    currency_id: facts.currency,
    description: payment.description,
    live_mode: live,
    sponsor_id: null,
    authorization_code: null,
    money_release_schema: null,
    taxes_amount: 0,
    counter_currency: null,
    brand_id: null,
    shipping_amount: 0,
    build_version: 'emulator',
    pos_id: null,
    store_id: null,
    integrator_id: null,
    platform_id: null,
    corporation_id: null,
    payer: presentPayer(payment),
    collector_id: facts.collectorId,
    marketplace_owner: null,
    metadata: payment.metadata,
    additional_info: payment.ipAddress === null ? {} : { ip_address: payment.ipAddress },
    order: payment.orderId === null ? {} : { id: String(payment.orderId), type: 'mercadopago' },
    external_reference: payment.externalReference,
    transaction_amount: payment.amount,
    transaction_amount_refunded: refundedAmount(payment),
    coupon_amount: 0,
    differential_pricing_id: null,
    financing_group: null,
    deduction_schema: null,
    callback_url: payment.callbackUrl,
    installments: payment.typeId === 'credit_card' ? 1 : 0,
    ...presentMoney(payment, site, bankPage),
    captured: true,
    binary_mode: false,
    call_for_authorize_id: null,
    statement_descriptor: null,
    card: payment.cardLastFour === null ? {} : { last_four_digits: payment.cardLastFour },
    notification_url: payment.notificationUrl,
    refunds: payment.refunds.map((refund) => presentRefund(refund, payment.id, site)),
    processing_mode: 'aggregator',
    merchant_account_id: null,
    merchant_number: null,
    acquirer_reconciliation: [],
    point_of_interaction: {
      type: payment.preferenceId === null ? 'UNSPECIFIED' : 'CHECKOUT',
      business_info: { unit: 'online_payments', sub_unit: 'default' },
    },
  };
}

/** A refund as the API answers it; `amount` is in major units. */
export function presentRefund(refund: Refund, paymentId: number, site: Site) {
  const facts = factsOf(site);
  return {
    id: refund.id,
    payment_id: paymentId,
    amount: refund.amount,
    metadata: {},
    source: { id: String(facts.collectorId), name: facts.merchant, type: 'collector' },
    date_created: formatDate(refund.createdAt),
    unique_sequence_number: null,
    refund_mode: 'standard',
    adjustment_amount: 0,
    status: refundStatus(refund),
    reason: null,
    labels: [],
    amount_refunded_to_payer: refundStatus(refund) === 'approved' ? refund.amount : 0,
    partition_details: [],
  };
}

function presentPayer(payment: Payment) {
  const { payer } = payment;
  return {
    type: payer.id === null ? 'guest' : 'registered',
    id: payer.id,
    operator_id: null,
    email: payer.email,
    identification: payer.identification ?? { type: null, number: null },
    phone: { area_code: null, number: null, extension: null },
    first_name: null,
    last_name: null,
    entity_type: payer.entityType,
  };
}

function presentMoney(payment: Payment, site: Site, bankPage: string | null) {
  const { decimals } = factsOf(site);
  const fee = payment.approvedAt === null ? 0 : feeOf(site, payment.amount);
  const net = payment.approvedAt === null ? 0 : roundTo(payment.amount - fee, decimals);
  return {
    transaction_details: {
      net_received_amount: net,
      total_paid_amount: payment.amount,
      overpaid_amount: 0,
      external_resource_url: bankPage,
      installment_amount: 0,
      financial_institution: payment.bankCode,
      payment_method_reference_id: null,
      payable_deferral_period: null,
      acquirer_reference: null,
      ...(payment.bankCode === null
        ? {}
        : { bank_transfer_id: payment.id % 1_000_000, transaction_id: String(payment.id % 100_000_000) }),
    },
    fee_details: fee === 0 ? [] : [{ type: 'mercadopago_fee', amount: fee, fee_payer: 'collector' }],
    charges_details: fee === 0 ? [] : [charge(payment, fee)],
  };
}

function charge(payment: Payment, fee: number) {
  const at = formatDate(payment.approvedAt ?? payment.createdAt);
  return {
    id: `${payment.id}-001`,
    name: 'mercadopago_fee',
    type: 'fee',
    accounts: { from: 'collector', to: 'mp' },
    amounts: { original: fee, refunded: 0 },
    client_id: 0,
    date_created: at,
    last_updated: at,
    metadata: {},
    refund_charges: [],
    reserve_id: null,
  };
}
