import type Stripe from 'stripe';

/**
 * The events that change what we record of a payment: a webhook endpoint at Stripe subscribes to these (docs/environment.md). A
 * charge succeeds or fails together with its intent, so that `charge.succeeded` and `charge.failed` tell nothing more.
 */
export const WEBHOOK_EVENTS = [
  'payment_intent.succeeded',
  'payment_intent.processing',
  'payment_intent.payment_failed',
  'payment_intent.canceled',
  // The fee of a charge that was not booked yet when it succeeded, and a refund that failed.
  'charge.updated',
  'charge.refunded',
  // Also of a refund that waits for money: its charge is not refunded until then.
  'refund.created',
  'refund.updated',
  'refund.failed',
  'charge.dispute.created',
  // Also an inquiry that becomes a chargeback, and keeps its id.
  'charge.dispute.updated',
  'charge.dispute.funds_withdrawn',
  'charge.dispute.funds_reinstated',
  'charge.dispute.closed',
] as const satisfies Stripe.Event.Type[];

/** An intent is stored before it can be paid, and its success has an event of its own. */
const UNINTERESTING: ReadonlySet<string> = new Set(['payment_intent.created', 'charge.succeeded']);

/** Whether an event makes us sync its payment: an endpoint may subscribe to more than it has to. */
export function isHandled(type: string): boolean {
  return !UNINTERESTING.has(type);
}

/** Whether a signed document is an event: the signature is of its bytes, whatever they say. */
export function isEvent(document: unknown): document is Stripe.Event {
  const { id, type } = (document ?? {}) as Partial<Record<string, unknown>>;
  return typeof id === 'string' && id !== '' && typeof type === 'string';
}
