import { createHash } from 'node:crypto';
import type { WebhookChannel } from '#emulators/webhooks/channel.ts';
import type { WebhookMessage } from '#emulators/webhooks/message.ts';
import type { EmulatorContext } from '../emulator.ts';
import { createFailures, type Failures } from '../failures.ts';
import type { Collection } from '../store.ts';
import type { Chargeback } from './chargeback.ts';
import type { Movement } from './movement.ts';
import type { Order } from './order.ts';
import type { Payment } from './payment.ts';
import type { Preference } from './preference.ts';
import type { Report } from './report.ts';
import { SIGNATURE_VARIANTS, signatureHeader } from './signature.ts';
import { factsOf, type Site, type SiteFacts } from './sites.ts';
import { normalSwitches, type Switches } from './switches.ts';

/** One Mercado Pago account. Tenants only share the clock. */
export type MercadoPagoOptions = {
  /** `mercado-pago-co`: the name in control and in the log. */
  name: string;
  site: Site;
  /** `/mercado-pago/co` */
  prefix: string;
  accessToken: string;
  webhookSecret: string;
  /** Webhook address of payments that name none; empty: nowhere. */
  webhookUrl: string;
};

/** The state and the dependencies of one account. */
export type Tenant = MercadoPagoOptions & {
  context: EmulatorContext;
  facts: SiteFacts;
  payments: Collection<Payment>;
  preferences: Collection<Preference>;
  orders: Collection<Order>;
  chargebacks: Collection<Chargeback>;
  /** Every movement of the account's money, oldest first. */
  movements: Collection<Movement>;
  reports: Collection<Report>;
  /** Idempotency keys and one-time forms, with their payment or refund. */
  replays: Collection<Replay>;
  failures: Failures;
  channel: WebhookChannel;
  switches: Switches;
};

type Replay = { fingerprint: string; paymentId: number; refundId: number | null; orderId?: string };

/** The real service waits 22 s for an answer. */
const WEBHOOK_TIMEOUT_MS = 22_000;

/** Opens an account: its collections, its webhook channel, normal switches. */
export function openTenant(context: EmulatorContext, options: MercadoPagoOptions): Tenant {
  const { name } = options;
  return {
    ...options,
    context,
    facts: factsOf(options.site),
    payments: context.store.collection(`${name}:payments`),
    preferences: context.store.collection(`${name}:preferences`),
    orders: context.store.collection(`${name}:orders`),
    chargebacks: context.store.collection(`${name}:chargebacks`),
    movements: context.store.collection(`${name}:movements`),
    reports: context.store.collection(`${name}:reports`),
    replays: context.store.collection(`${name}:replays`),
    failures: createFailures(),
    channel: context.webhooks.channel(
      name,
      (message, attempt) =>
        deliveryHeaders(options.webhookSecret, message, { ...attempt, requestId: newUuid(context) }),
      { signatures: SIGNATURE_VARIANTS, timeoutMs: WEBHOOK_TIMEOUT_MS },
    ),
    switches: normalSwitches(),
  };
}

/** Empties the account and resets all switches. */
export function resetTenant(tenant: Tenant): void {
  tenant.payments.clear();
  tenant.preferences.clear();
  tenant.orders.clear();
  tenant.chargebacks.clear();
  tenant.movements.clear();
  tenant.reports.clear();
  tenant.replays.clear();
  tenant.failures.clear();
  tenant.switches = normalSwitches();
  tenant.channel.control({ drop: false, times: 1, delayMs: 0, reorder: 0, signature: 'valid' });
}

/** A number of 12 digits for a payment, order or refund; unused among payments. */
export function newNumber(tenant: Tenant): number {
  for (;;) {
    const digest = createHash('sha256').update(tenant.context.random()).digest();
    const number = 100_000_000_000 + (digest.readUIntBE(0, 6) % 900_000_000_000);
    if (tenant.payments.get(String(number)) === undefined) return number;
  }
}

/** An identifier in the form of a UUID, from the emulators' own randomness. */
export function newUuid(context: EmulatorContext): string {
  const hex = createHash('sha256').update(context.random()).digest('hex');
  return [hex.slice(0, 8), hex.slice(8, 12), `4${hex.slice(13, 16)}`, `a${hex.slice(17, 20)}`, hex.slice(20, 32)].join(
    '-',
  );
}

/** The address of the bank page, where a payer completes a bank transfer; null for wallet payments. */
export function bankPageOf(tenant: Tenant, payment: Payment): string | null {
  if (payment.bankCode === null) return null;
  const query = new URLSearchParams({ caller_id: String(tenant.facts.collectorId), hash: payment.hash });
  return `${tenant.context.publicUrl}${tenant.prefix}/sandbox/payments/${payment.id}/bank_transfer?${query}`;
}

/** Legacy IPN posts have no signature; webhooks sign the id in their address. */
function deliveryHeaders(
  secret: string,
  message: WebhookMessage,
  attempt: { nowMs: number; variant: string; requestId: string },
): Record<string, string> {
  const { requestId, nowMs, variant } = attempt;
  const headers = { 'content-type': 'application/json', 'x-request-id': requestId };
  const dataId = new URL(message.url).searchParams.get('data.id');
  if (dataId === null) return headers;
  const signature = signatureHeader({ secret, dataId, requestId, nowMs }, variant);
  return signature === null ? headers : { ...headers, 'x-signature': signature };
}
