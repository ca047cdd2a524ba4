import type Stripe from 'stripe';
import { minorUnitsPerMajor } from '#lib/money.ts';
import type {
  AmountBounds,
  RefundStanding,
  RemoteAttempt,
  RemoteDecline,
  RemoteDispute,
  RemotePayment,
  RemoteRefund,
} from '../port.ts';
import { costsOf } from './costs.ts';

/** Largest amount a card payment takes: twelve digits of minor units (docs.stripe.com/currencies). */
const MAX_MINOR = 999_999_999_999;
/** Documented minimums above one major unit; all others of our currencies lie at or below 1. */
const MIN_MAJOR: Readonly<Record<string, number>> = { MXN: 10 };
/** Historic codes that Stripe does not list. */
const UNSUPPORTED: ReadonlySet<string> = new Set(['BRB']);

function multiplier(currency: string): number {
  return minorUnitsPerMajor(currency.toUpperCase());
}

/** Whole major units as Stripe's minor units. */
export function toMinor(amountMajor: number, currency: string): number {
  return amountMajor * multiplier(currency);
}

/** Stripe's minor units as major units; a fraction where there are cents. */
export function toMajor(amountMinor: number, currency: string): number {
  return amountMinor / multiplier(currency);
}

/** What a card takes in a currency, in whole major units; null where Stripe cannot collect it. */
export function cardBounds(currency: string): AmountBounds | null {
  if (UNSUPPORTED.has(currency)) return null;
  return { min: MIN_MAJOR[currency] ?? 1, max: Math.floor(MAX_MINOR / multiplier(currency)) };
}

/** What Stripe knows of an intent besides the object itself: failed charges, all refunds, all disputes. */
export type IntentSurroundings = {
  failedCharges: Stripe.Charge[];
  refunds: Stripe.Refund[];
  disputes: Stripe.Dispute[];
};

/**
 * A PaymentIntent in our words (Stripe, PaymentIntent lifecycle). `latest_charge` must be expanded. A status that Stripe
 * may add one day counts as live: only explicit success and failure are final.
 */
export function toRemote(intent: Stripe.PaymentIntent, around: IntentSurroundings): RemoteAttempt {
  return {
    standing: standingOf(intent.status),
    money: intent.status === 'succeeded' ? [toPayment(intent, around)] : [],
    declines: around.failedCharges.map(toDecline),
  };
}

function standingOf(status: Stripe.PaymentIntent.Status): RemoteAttempt['standing'] {
  if (status === 'canceled') return 'canceled';
  return status === 'processing' ? 'processing' : 'live';
}

function toPayment(intent: Stripe.PaymentIntent, { refunds, disputes }: IntentSurroundings): RemotePayment {
  const charge = latestCharge(intent);
  const currency = intent.currency.toUpperCase();
  return {
    id: intent.id,
    linkId: intent.metadata.checkout_link ?? null,
    amountMajor: toMajor(intent.amount_received, currency),
    amountMinor: BigInt(intent.amount_received),
    currency,
    succeededAt: new Date((charge?.created ?? intent.created) * 1000),
    refundedMinor: BigInt(charge?.amount_refunded ?? 0),
    refunds: refunds.map(toRemoteRefund),
    disputes: disputes.map(toDispute),
    costs: costsOf(charge, refunds, disputes),
  };
}

/** The charge of an intent, when it was expanded. */
export function latestCharge(intent: Stripe.PaymentIntent): Stripe.Charge | null {
  return typeof intent.latest_charge === 'object' ? intent.latest_charge : null;
}

/** A refund in our words (Stripe, Refund object). One that Stripe took back counts as failed: its money is ours again. */
export function toRemoteRefund(refund: Stripe.Refund): RemoteRefund {
  return {
    id: refund.id,
    refundId: refund.metadata?.refund ?? null,
    amountMinor: BigInt(refund.amount),
    standing: refundStanding(refund.status),
    createdAt: new Date(refund.created * 1000),
  };
}

function refundStanding(status: string | null): RefundStanding {
  if (status === 'succeeded') return 'succeeded';
  return status === 'failed' || status === 'canceled' ? 'failed' : 'pending';
}

/** A dispute in our words (Stripe, Dispute object). One that becomes a chargeback keeps its id. */
function toDispute(dispute: Stripe.Dispute): RemoteDispute {
  const { id, status, amount, currency, evidence_details: evidence, created } = dispute;
  const standing = disputeStanding(status);
  return {
    id,
    ...standing,
    amountMinor: BigInt(amount),
    currency: currency.toUpperCase(),
    respondBy: wantsAnswer(status) && evidence?.due_by ? new Date(evidence.due_by * 1000) : null,
    openedAt: new Date(created * 1000),
  };
}

/** Once the evidence is with the bank, its date has nothing more to ask. */
function wantsAnswer(status: string): boolean {
  return status === 'needs_response' || status === 'warning_needs_response';
}

/** A status that Stripe may add one day counts as an open chargeback: nothing is paid out of it. */
function disputeStanding(status: string): Pick<RemoteDispute, 'kind' | 'status'> {
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

/** The intent that an event is about, or null: what an event says beyond that is never believed (decisions.md 52). */
export function intentOfEvent(event: Stripe.Event): string | null {
  // Not every kind of event that may be subscribed to carries an object.
  const data = event.data as { object?: EventObject } | undefined;
  const { object, id, payment_intent: intent } = data?.object ?? {};
  if (object === 'payment_intent') return id ?? null;
  return typeof intent === 'string' ? intent : (intent?.id ?? null);
}

type EventObject = { object?: string; id?: string; payment_intent?: string | { id: string } | null };
