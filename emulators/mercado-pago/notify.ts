import { withQuery } from './addresses.ts';
import { formatDate } from './dates.ts';
import { type Order, orderStatus } from './order.ts';
import { orderOfPayment, partsOf } from './order-payments.ts';
import type { Payment } from './payment.ts';
import { referencesIn } from './references.ts';
import { newNumber, type Tenant } from './tenant.ts';

type PaymentAction = 'payment.created' | 'payment.updated';

/**
 * Queues the webhook of a payment event, and the legacy IPN posts when they are switched on. The body names the payment and
 * carries no status: a receiver has to retrieve the payment. A payment of an order is an event of the order.
 */
export function notify(tenant: Tenant, payment: Payment, action: PaymentAction): void {
  const order = orderOfPayment(tenant, payment);
  if (order) {
    notifyOrder(tenant, order);
    return;
  }
  tenant.channel.send(webhookOf(tenant, payment, action));
  for (const post of legacyPosts(tenant, payment)) tenant.channel.send(post);
}

/** The webhook message of a payment event, with a new id. */
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
      live_mode: tenant.switches.live.includes('webhook'),
      type: 'payment',
      date_created: formatDate(tenant.context.clock.now()),
      user_id: String(tenant.facts.collectorId),
      api_version: 'v1',
      action,
      data: { id: dataId },
    }),
  };
}

/** Queues the webhook of an order, which goes to the account's address. */
export function notifyOrder(tenant: Tenant, order: Order): void {
  const { webhookUrl: address, context, switches, facts } = tenant;
  const { preference, payments } = partsOf(tenant, order);
  const { status } = orderStatus(order, payments, preference, context.clock.now());
  const reference = preference?.externalReference ?? payments[0]?.externalReference;
  const action = `order.${status}`;
  tenant.channel.send({
    id: String(newNumber(tenant)),
    type: action,
    account: tenant.name,
    url: address === '' ? '' : withQuery(address, { 'data.id': order.id, type: 'order' }),
    references: referencesIn(reference),
    body: JSON.stringify({
      action,
      api_version: 'v1',
      data: { id: order.id, external_reference: reference, status },
      date_created: formatDate(context.clock.now()),
      live_mode: switches.live.includes('webhook'),
      type: 'order',
      user_id: String(facts.collectorId),
    }),
  });
}

/**
 * Queues the webhook of a chargeback, which goes to the account's address, and its legacy IPN post. Its `data.id` is the
 * chargeback's.
 */
export function notifyChargeback(tenant: Tenant, payment: Payment, chargebackId: string): void {
  const { webhookUrl: address, switches, facts } = tenant;
  const id = newNumber(tenant);
  const type = switches.chargebackWebhookType;
  const now = formatDate(tenant.context.clock.now());
  tenant.channel.send({
    id: String(id),
    type,
    account: tenant.name,
    url: address === '' ? '' : withQuery(address, { 'data.id': chargebackId, type }),
    references: referencesOf(payment),
    body: JSON.stringify({
      actions: ['changed_case_status'],
      api_version: 'v1',
      data: {
        checkout: payment.preferenceId === null ? 'API' : 'PRO',
        date_updated: now,
        id: chargebackId,
        payment_id: payment.id,
        site_id: tenant.site,
      },
      date_created: now,
      id,
      live_mode: switches.live.includes('webhook'),
      type,
      user_id: facts.collectorId,
      version: 1,
    }),
  });
  if (sendsLegacy(tenant, address)) {
    tenant.channel.send(legacyPost(tenant, payment, address, { topic: 'chargebacks', id: chargebackId }));
  }
}

function legacyPosts(tenant: Tenant, payment: Payment) {
  const address = addressOf(tenant, payment);
  if (!sendsLegacy(tenant, address)) return [];
  const topics = [{ topic: 'payment', id: String(payment.id) }];
  if (payment.orderId !== null) topics.push({ topic: 'merchant_order', id: String(payment.orderId) });
  return topics.map((about) => legacyPost(tenant, payment, address, about));
}

function sendsLegacy({ switches: { legacyIpn } }: Tenant, address: string): boolean {
  if (legacyIpn === 'off' || address === '') return false;
  return legacyIpn === 'always' || new URL(address).searchParams.get('source_news') !== 'webhooks';
}

function legacyPost(tenant: Tenant, payment: Payment, address: string, about: { topic: string; id: string }) {
  const { topic, id } = about;
  return {
    id: String(newNumber(tenant)),
    type: `ipn.${topic}`,
    account: tenant.name,
    url: withQuery(address, { id, topic }),
    references: referencesOf(payment),
    body: JSON.stringify({ resource: id, topic }),
  };
}

/** The application's own references to the payment. */
function referencesOf({ externalReference }: Payment): string[] {
  return referencesIn(externalReference);
}

/** The payment's own webhook address, else the account's. */
function addressOf(tenant: Tenant, payment: Payment): string {
  return payment.notificationUrl ?? tenant.webhookUrl;
}
