import type Stripe from 'stripe';
import { minorUnitsPerMajor } from '#lib/money.ts';
import type { AmountBounds, RemoteAttempt, RemoteDecline, RemotePayment } from '../port.ts';
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

/** What Stripe knows of an intent besides the object itself: its failed charges and its disputes. */
export type IntentSurroundings = { failedCharges: Stripe.Charge[]; disputes: Stripe.Dispute[] };

/**
 * A PaymentIntent in our words (Stripe, PaymentIntent lifecycle). `latest_charge` must be expanded. A status that Stripe
 * may add one day counts as live: only explicit success and failure are final.
 */
export function toRemote(intent: Stripe.PaymentIntent, around: IntentSurroundings): RemoteAttempt {
  return {
    standing: standingOf(intent.status),
    money: intent.status === 'succeeded' ? [toPayment(intent, around.disputes)] : [],
    declines: around.failedCharges.map(toDecline),
  };
}

function standingOf(status: Stripe.PaymentIntent.Status): RemoteAttempt['standing'] {
  if (status === 'canceled') return 'canceled';
  return status === 'processing' ? 'processing' : 'live';
}

function toPayment(intent: Stripe.PaymentIntent, disputes: Stripe.Dispute[]): RemotePayment {
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
    dispute: disputeStanding(disputes),
    costs: costsOf(charge, disputes),
  };
}

/** The charge of an intent, when it was expanded. */
export function latestCharge(intent: Stripe.PaymentIntent): Stripe.Charge | null {
  return typeof intent.latest_charge === 'object' ? intent.latest_charge : null;
}

/** Several disputes of one payment: the worst of them counts. */
function disputeStanding(disputes: Stripe.Dispute[]): RemotePayment['dispute'] {
  const standings = disputes.map(({ status }) =>
    status === 'won' || status === 'warning_closed' ? 'won' : status === 'lost' ? 'lost' : 'open',
  );
  return (['lost', 'open', 'won'] as const).find((standing) => standings.includes(standing)) ?? null;
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
