import { withQuery } from './addresses.ts';
import { formatDate } from './dates.ts';
import type { Payment } from './payment.ts';
import { newNumber, type Tenant } from './tenant.ts';

export type PaymentAction = 'payment.created' | 'payment.updated';

/**
 * Queues the webhook of a payment event, and the legacy IPN posts when they are switched on. The body names
 * the payment and carries no status: a receiver has to read the payment back.
 */
export function notify(tenant: Tenant, payment: Payment, action: PaymentAction): void {
  tenant.channel.send(webhookOf(tenant, payment, action));
  for (const post of legacyPosts(tenant, payment)) tenant.channel.send(post);
}

/** The webhook message of a payment event; each has an id of its own. */
export function webhookOf(tenant: Tenant, payment: Payment, action: PaymentAction) {
  const id = newNumber(tenant);
  const address = addressOf(tenant, payment);
  const dataId = String(payment.id);
  return {
    id: String(id),
    type: action,
    account: tenant.name,
    url: address === '' ? '' : withQuery(address, { 'data.id': dataId, type: 'payment' }),
    references: referencesOf(payment),
    body: JSON.stringify({
      id,
      live_mode: false,
      type: 'payment',
      date_created: formatDate(tenant.context.clock.now()),
      user_id: String(tenant.facts.collectorId),
      api_version: 'v1',
      action,
      data: { id: dataId },
    }),
  };
}

function legacyPosts(tenant: Tenant, payment: Payment) {
  const address = addressOf(tenant, payment);
  const { legacyIpn } = tenant.switches;
  if (legacyIpn === 'off' || address === '') return [];
  if (legacyIpn === 'on' && new URL(address).searchParams.get('source_news') === 'webhooks') return [];
  const topics = [{ topic: 'payment', id: String(payment.id) }];
  if (payment.orderId !== null) topics.push({ topic: 'merchant_order', id: String(payment.orderId) });
  return topics.map(({ topic, id }) => ({
    id: String(newNumber(tenant)),
    type: `ipn.${topic}`,
    account: tenant.name,
    url: withQuery(address, { id, topic }),
    references: referencesOf(payment),
    body: JSON.stringify({ resource: id, topic }),
  }));
}

/** What the application calls the payment. */
function referencesOf({ externalReference }: Payment): string[] {
  return externalReference === null ? [] : [externalReference];
}

/** The payment's own address comes before the account's. */
function addressOf(tenant: Tenant, payment: Payment): string {
  return payment.notificationUrl ?? tenant.webhookUrl;
}
