import type Stripe from 'stripe';
import { factsOf } from '#lib/currencies.ts';
import { minorUnitsPerMajor } from '#lib/money.ts';
import type {
  FoundPayment,
  PaymentSource,
  RemoteAttempt,
  RemoteCosts,
  RemoteDecline,
  RemoteMovement,
  RemotePayment,
  Unread,
} from '../port/payment.ts';
import type { AmountBounds } from '../port/rail.ts';
import type { RefundStatus, RemoteDispute, RemoteRefund } from '../port/reversals.ts';

/** Largest amount of a card payment: twelve digits of minor units (docs.stripe.com/currencies). */
const MAX_MINOR = 999_999_999_999;
/** Documented minimums above one major unit; all others of our currencies are at or below 1. */
const MIN_MAJOR: Readonly<Record<string, number>> = { MXN: 10 };
/** Historic codes that Stripe does not list. */
const UNSUPPORTED: ReadonlySet<string> = new Set(['BRB']);

function multiplier(currency: string): number {
  return minorUnitsPerMajor(currency.toUpperCase());
}

/** Whole major units to Stripe's minor units. */
export function toMinor(amountMajor: number, currency: string): number {
  return amountMajor * multiplier(currency);
}

/** Stripe's minor units to major units, with a fraction if there are cents. */
export function toMajor(amountMinor: number, currency: string): number {
  return amountMinor / multiplier(currency);
}

/** The bounds of a card payment in a currency, in whole major units; null if Stripe cannot collect it. */
export function cardBounds(currency: string): AmountBounds | null {
  if (UNSUPPORTED.has(currency)) return null;
  return { min: MIN_MAJOR[currency] ?? 1, max: Math.floor(MAX_MINOR / multiplier(currency)) };
}

/**
 * The amounts that the page offers by card, in whole major units; null where Stripe cannot collect the currency. Its minimum keeps
 * a donor from an amount that is refused after everything was typed; at the API, Stripe's own answer decides.
 */
export function cardOffer(currency: string): AmountBounds | null {
  const bounds = cardBounds(currency);
  return bounds && { ...bounds, min: Math.max(bounds.min, factsOf(currency)?.leastByCard ?? 0) };
}

/**
 * Stripe's data about an intent in addition to the object: failed charges, all refunds, all disputes. Null where they are
 * unknown, which `unread` tells.
 */
export type IntentContext = {
  failedCharges: Stripe.Charge[];
  refunds: Stripe.Refund[] | null;
  disputes: Stripe.Dispute[] | null;
  unread?: readonly Unread[];
};

/**
 * Translates a PaymentIntent (Stripe, PaymentIntent lifecycle). `latest_charge` must be expanded. A future status of
 * Stripe's counts as live: only explicit success and failure are final.
 */
export function toRemote(intent: Stripe.PaymentIntent, around: IntentContext): RemoteAttempt {
  return {
    status: statusOf(intent.status),
    money: intent.status === 'succeeded' ? [toPayment(intent, around)] : [],
    declines: around.failedCharges.map(toDecline),
    lastDecline: lastDecline(intent),
  };
}

/** Stripe forgets the error of a try with the next one. An authentication that failed has no charge, but it has an error. */
function lastDecline({ last_payment_error: error }: Stripe.PaymentIntent): string | null {
  return error ? (error.decline_code ?? error.code ?? error.type) : null;
}

function statusOf(status: Stripe.PaymentIntent.Status): RemoteAttempt['status'] {
  if (status === 'canceled') return 'canceled';
  return status === 'processing' ? 'processing' : 'live';
}

/** What an intent says of the link that it is for; null if it is for none. `latest_charge` must be expanded. */
export function toFoundPayment(intent: Stripe.PaymentIntent): FoundPayment | null {
  const linkId = intent.metadata.checkout_link;
  if (!linkId) return null;
  const currency = intent.currency.toUpperCase();
  return {
    gatewayPaymentId: intent.id,
    linkId,
    paymentId: null,
    reference: intent.id,
    amountMajor: toMajor(intent.amount, currency),
    currency,
    createdAt: new Date(intent.created * 1000),
    email: latestCharge(intent)?.billing_details.email ?? null,
    metadata: intent.metadata,
  };
}

function toPayment(intent: Stripe.PaymentIntent, { refunds, disputes, unread = [] }: IntentContext): RemotePayment {
  const charge = latestCharge(intent);
  const currency = intent.currency.toUpperCase();
  return {
    id: intent.id,
    linkId: intent.metadata.checkout_link ?? null,
    amountMajor: toMajor(intent.amount_received, currency),
    amountMinor: BigInt(intent.amount_received),
    currency,
    succeededAt: new Date((charge?.created ?? intent.created) * 1000),
    refundedMinor: refundedMinor(intent, charge, refunds),
    refunds: refunds === null ? null : refunds.map(toRemoteRefund),
    disputes: disputes === null ? null : disputes.map(toDispute),
    costs: costsOf(charge, refunds, disputes),
    ...(unread.length > 0 ? { unread } : {}),
    ...(charge?.payment_method_details?.card ? { source: toSource(charge) } : {}),
  };
}

/**
 * Stripe's sum counts refunds from when they are asked for; ours without those that are pending. While they cannot all be
 * listed, the newest ones are known from the charge. Null if the intent has a charge that was not expanded.
 */
function refundedMinor(
  { latest_charge: made }: Stripe.PaymentIntent,
  charge: Stripe.Charge | null,
  listed: Stripe.Refund[] | null,
): bigint | null {
  if (!charge) return made ? null : 0n;
  const refunds = listed ?? charge.refunds?.data;
  if (!refunds) return charge.amount_refunded === 0 ? 0n : null;
  const pending = refunds.filter(({ status }) => refundStatus(status) === 'pending');
  return pending.reduce((sum, { amount }) => sum - BigInt(amount), BigInt(charge.amount_refunded));
}

/** The card of a charge, the wallet that held it, and the text on the donor's statement (Stripe, Charge object). */
function toSource({
  payment_method_details: details,
  calculated_statement_descriptor: statementDescriptor,
}: Stripe.Charge): PaymentSource {
  const { brand = null, last4 = null, wallet } = details?.card ?? {};
  return {
    cardBrand: brand,
    cardLast4: last4,
    cardWallet: wallet?.type ?? null,
    bankName: null,
    statementDescriptor,
  };
}

/** The charge of an intent, when it was expanded. */
export function latestCharge(intent: Stripe.PaymentIntent): Stripe.Charge | null {
  return typeof intent.latest_charge === 'object' ? intent.latest_charge : null;
}

/** Translates a refund (Stripe, Refund object). One that was returned counts as failed: its money is ours again. */
export function toRemoteRefund(refund: Stripe.Refund): RemoteRefund {
  return {
    id: refund.id,
    refundId: refund.metadata?.refund ?? null,
    amountMinor: BigInt(refund.amount),
    status: refundStatus(refund.status),
    hasLeft: refundStatus(refund.status) !== 'failed' && refund.balance_transaction !== null,
    createdAt: new Date(refund.created * 1000),
  };
}

function refundStatus(status: string | null): RefundStatus {
  if (status === 'succeeded') return 'succeeded';
  return status === 'failed' || status === 'canceled' ? 'failed' : 'pending';
}

/** Translates a dispute (Stripe, Dispute object). One that becomes a chargeback keeps its id. */
function toDispute(dispute: Stripe.Dispute): RemoteDispute {
  const { id, status, amount, currency, evidence_details: evidence, created } = dispute;
  return {
    id,
    ...disputeStatus(status),
    amountMinor: BigInt(amount),
    currency: currency.toUpperCase(),
    respondBy: wantsAnswer(status) && evidence?.due_by ? new Date(evidence.due_by * 1000) : null,
    openedAt: new Date(created * 1000),
  };
}

/** Once the evidence is submitted, the deadline no longer matters. */
function wantsAnswer(status: string): boolean {
  return status === 'needs_response' || status === 'warning_needs_response';
}

/** A future status of Stripe's counts as an open chargeback: nothing is paid out of it. */
function disputeStatus(status: string): Pick<RemoteDispute, 'kind' | 'status'> {
  switch (status) {
    case 'warning_needs_response':
    case 'warning_under_review':
      return { kind: 'inquiry', status: 'open' };
    case 'warning_closed':
    case 'prevented':
      return { kind: 'inquiry', status: 'closed' };
    case 'won':
    case 'lost':
      return { kind: 'chargeback', status };
    default:
      return { kind: 'chargeback', status: 'open' };
  }
}

function toDecline(charge: Stripe.Charge): RemoteDecline {
  return {
    reference: charge.id,
    code: charge.outcome?.reason ?? charge.failure_code ?? 'card_declined',
    declinedAt: new Date(charge.created * 1000),
  };
}

/** The intent of an event, or null: nothing else in an event is trusted (ruling 52). */
export function intentOfEvent(event: Stripe.Event): string | null {
  // Some kinds of events have no object.
  const data = event.data as { object?: EventObject } | undefined;
  const { object, id, payment_intent: intent } = data?.object ?? {};
  const expanded = typeof intent === 'string' ? intent : intent?.id;
  const found = object === 'payment_intent' ? id : expanded;
  return typeof found === 'string' ? found : null;
}

type EventObject = { object?: string; id?: unknown; payment_intent?: string | { id?: unknown } | null };

/** Expansions of a list of refunds, to read their balance transactions. */
export const REFUND_COST_EXPANSIONS = ['data.balance_transaction', 'data.failure_balance_transaction'];

/** Expansions of an intent, to read its balance transactions. */
export const COST_EXPANSIONS = [
  'latest_charge.balance_transaction',
  ...REFUND_COST_EXPANSIONS.map((path) => `latest_charge.refunds.${path}`),
];

/**
 * Stripe's fees for a charge, its refunds and its disputes, from their balance transactions, each with a gross amount and a
 * fee in the settlement currency. The fees are incomplete while Stripe has not created one of them. The charge's own
 * balance transaction says when its money is available, and whether it is.
 */
export function costsOf(
  charge: Stripe.Charge | null,
  refunds: Stripe.Refund[] | null,
  disputes: Stripe.Dispute[] | null,
): RemoteCosts {
  if (!charge) return { movements: [], complete: false, ...releaseOf(null) };
  const [givenBack, disputed] = [refunds ?? [], disputes ?? []];
  const expected = [
    { made: charge.balance_transaction, amount: charge.amount_captured },
    ...givenBack.filter(movesMoney).map(refundMovement),
    ...givenBack.flatMap(({ failure_balance_transaction: made, amount }) => (made ? [{ made, amount }] : [])),
    ...disputed.flatMap(disputeMovements),
  ];
  const movements = expected.flatMap(({ made, amount }) => (isMade(made) ? [toMovement(made, amount)] : []));
  return {
    movements,
    complete: refunds !== null && disputes !== null && movements.length === expected.length,
    ...releaseOf(charge.balance_transaction),
  };
}

function releaseOf(made: string | Stripe.BalanceTransaction | null): Pick<RemoteCosts, 'releasedAt' | 'isReleased'> {
  if (!isMade(made)) return { releasedAt: null, isReleased: null };
  return { releasedAt: new Date(made.available_on * 1000), isReleased: made.status === 'available' };
}

/** A refund that was cancelled, or failed before it began, never has a movement. */
function movesMoney({
  status,
  balance_transaction: made,
  failure_balance_transaction: returned,
}: Stripe.Refund): boolean {
  return status !== 'canceled' && (status !== 'failed' || Boolean(made ?? returned));
}

function refundMovement({ balance_transaction: made, amount }: Stripe.Refund) {
  return { made, amount: -amount };
}

/** Statuses without a movement; one that was prevented may have been a chargeback before, with movements. */
const INQUIRIES: ReadonlySet<string> = new Set([
  'warning_needs_response',
  'warning_under_review',
  'warning_closed',
  'prevented',
]);

/** The movements of a dispute, and those that are missing: a chargeback takes its amount, and returns it when it is won. */
function disputeMovements({ balance_transactions: listed, amount, status }: Stripe.Dispute) {
  const least = INQUIRIES.has(status) ? 0 : status === 'won' ? 2 : 1;
  const made = (listed ?? []).map((one) => ({ made: one, amount: one.amount < 0 ? -amount : amount }));
  const missing = Array.from({ length: Math.max(0, least - made.length) }, () => ({ made: null, amount }));
  return [...made, ...missing];
}

function isMade(made: string | Stripe.BalanceTransaction | null): made is Stripe.BalanceTransaction {
  return typeof made === 'object' && made !== null;
}

function toMovement(made: Stripe.BalanceTransaction, amount: number): RemoteMovement {
  return {
    id: made.id,
    amountMinor: BigInt(amount),
    settledCurrency: made.currency.toUpperCase(),
    settledMinor: BigInt(made.amount),
    feeMinor: BigInt(made.fee),
  };
}
