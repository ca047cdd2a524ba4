import { createHmac } from 'node:crypto';
import type { WebhookChannel } from '#emulators/webhooks/channel.ts';
import type { SignWebhook, WebhookMessage } from '#emulators/webhooks/message.ts';
import type { Collection } from '../store.ts';
import type { AccountStore, Endpoint, StoredEvent } from './account-store.ts';

/** Older than the five minutes that Stripe's libraries tolerate. */
const OLD_BY_S = 15 * 60;

/** Values of the webhook channel's `signature` switch. */
export const SIGNATURES = ['valid', 'wrong_secret', 'old_timestamp', 'two_secrets', 'missing'] as const;

/**
 * Signs deliveries as Stripe does: `t=<seconds>,v1=<HMAC-SHA256 of "t.body">`, with the secret used verbatim
 * (docs.stripe.com/webhooks). `two_secrets` is sent while a secret is being rolled.
 */
export function createSigner(endpoints: Collection<Endpoint>): SignWebhook {
  return (message, { nowMs, variant }) => {
    const headers = {
      'content-type': 'application/json; charset=utf-8',
      accept: '*/*; q=0.5, application/xml',
      'cache-control': 'no-cache',
      'user-agent': 'Stripe/1.0 (+https://stripe.com/docs/webhooks)',
    };
    if (variant === 'missing') return headers;
    const secret = endpoints.get(message.account)?.secret ?? '';
    const seconds = Math.floor(nowMs / 1000) - (variant === 'old_timestamp' ? OLD_BY_S : 0);
    const good = sign(message.body, seconds, secret);
    const other = sign(message.body, seconds, `${secret}_of_another_endpoint`);
    const signatures = variant === 'wrong_secret' ? [other] : variant === 'two_secrets' ? [other, good] : [good];
    const signature = [`t=${seconds}`, ...signatures.map((one) => `v1=${one}`)].join(',');
    return { ...headers, 'stripe-signature': signature };
  };
}

/** Stores an event in its account, and queues its delivery if the account's endpoint subscribes to its type. */
export function recordEvent(
  store: AccountStore,
  event: StoredEvent,
  endpoints: Collection<Endpoint>,
  channel: WebhookChannel,
): void {
  const endpoint = subscriber(endpoints.get(store.account), event.type);
  const kept = { ...event, pending_webhooks: endpoint === undefined ? 0 : 1 };
  store.events.set(kept.id, kept);
  if (endpoint === undefined) return;
  channel.send({
    ...toMessage(store.account, kept, endpoint),
    references: referencesOf(store, kept.data.object),
  });
}

function subscriber(endpoint: Endpoint | undefined, type: string): Endpoint | undefined {
  return endpoint?.events?.includes(type) === false ? undefined : endpoint;
}

/** The metadata of the payment that an object is about: refunds and disputes have none of their own. */
function referencesOf(store: AccountStore, object: { metadata?: object; payment_intent?: unknown }): string[] {
  const intent = store.intents.get(String(object.payment_intent ?? ''));
  return Object.values({ ...intent?.metadata, ...object.metadata }).map(String);
}

/** The delivered form of an event. */
export function toMessage(account: string, event: StoredEvent, endpoint: Endpoint): WebhookMessage {
  return { id: event.id, type: event.type, account, url: endpoint.url, body: JSON.stringify(event, null, 2) };
}

function sign(body: string, seconds: number, secret: string): string {
  return createHmac('sha256', secret).update(`${seconds}.${body}`).digest('hex');
}
