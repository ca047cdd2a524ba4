import { setTimeout as pause } from 'node:timers/promises';
import { db } from '#lib/db.ts';
import type { Payment } from '#prisma/generated/client.ts';
import type { Partner } from './factories.ts';
import type { CallOptions, Reply, Service } from './service.ts';

/** The timeout for work of another process, in milliseconds. */
const PATIENCE_MS = 60_000;
/** For a transaction that holds what another process waits for. */
export const WAIT_OPTIONS = { maxWait: PATIENCE_MS, timeout: 2 * PATIENCE_MS };
/** What is not there at once is looked for less and less often: each look is work, and waiting is not. */
const [LOOK_AGAIN_MS, AT_LEAST_EVERY_MS] = [10, 150];

/** Waits for another process; fails with the description if it waits in vain. */
export async function until<T>(what: string, look: () => Promise<T | undefined | false>): Promise<T> {
  const deadline = Date.now() + PATIENCE_MS;
  for (let wait = LOOK_AGAIN_MS; ; wait = Math.min(1.5 * wait, AT_LEAST_EVERY_MS)) {
    const found = await look();
    if (found !== undefined && found !== false) return found;
    if (Date.now() > deadline) throw new Error(`waited in vain: ${what}`);
    await pause(wait);
  }
}

type Callable = Pick<Service, 'call'>;

/** Requests the payment intent of a link, as the hosted page does. */
export function askIntent(server: Callable, linkId: string, options: CallOptions = {}): Promise<Reply> {
  return server.call(`/v1/checkout_links/${linkId}/payment_intent`, { body: {}, ...options });
}

/** The donor's browser returns, or polls while waiting. */
export function donorReturns(server: Callable, linkId: string): Promise<Reply> {
  return server.call('/checkout/confirmation', { body: { ref: linkId } });
}

/** The partner polls. */
export function poll(server: Callable, key: string, linkId: string): Promise<Reply> {
  return server.call(`/v1/checkout_links/${linkId}`, { key });
}

/** The status of a link in a partner's poll. */
export function statusSeenBy(server: Callable, partner: Partner) {
  return async (linkId: string): Promise<string> => (await poll(server, partner.key, linkId)).body.status;
}

/** Every attempt of a link, first to last. */
export function attemptsOf(linkId: string): Promise<Payment[]> {
  return db().payment.findMany({ where: { linkId }, orderBy: { attempt: 'asc' } });
}

/** The attempt of a link that has exactly one. */
export async function onlyAttemptOf(linkId: string): Promise<Payment> {
  const [attempt, ...others] = await attemptsOf(linkId);
  if (!attempt || others.length > 0) throw new Error(`${linkId} does not have exactly one attempt`);
  return attempt;
}

/** States of the attempts of a link, first to last. */
export async function statesOf(linkId: string): Promise<string[]> {
  return (await attemptsOf(linkId)).map(({ state }) => state);
}

/** Moves the expiry of a link, and its minting to a day before. */
export async function setExpiry(linkId: string, expiresAt: Date): Promise<void> {
  const createdAt = new Date(expiresAt.getTime() - 86_400_000);
  await db().checkoutLink.update({ where: { id: linkId }, data: { expiresAt, createdAt } });
}

/** Just passed: an expiry for money that succeeds from now on. */
export function secondsAgo(seconds: number): Date {
  return new Date(Date.now() - seconds * 1000);
}

/** Intents at the gateway with a link as reference. */
export async function intentsAt(service: Service, linkId: string) {
  const { data } = await service.stripe().paymentIntents.list({ limit: 100 });
  return data.filter((intent) => intent.metadata.checkout_link === linkId);
}

export type GatewayCall = { method: string; path: string; body: string; headers: Record<string, string> };

/** Calls that the gateways' emulators received, oldest first, whose path contains a text. */
export async function gatewayCalls(service: Service, path: string, method?: string): Promise<GatewayCall[]> {
  const query = new URLSearchParams({ path, ...(method ? { method } : {}) });
  return (await fetch(`${service.emulatorUrl}/control/log?${query}`)).json() as Promise<GatewayCall[]>;
}

type Gateway = 'stripe' | 'mercado-pago-co' | 'mercado-pago-mx';
/** A gateway that holds a request: what a test does meanwhile happens while the gateway works. */
export type HoldingGateway = { arrived(): Promise<void>; release(): Promise<void> };

/**
 * Makes a gateway hold the next request that matches, until it is released.
 * @param which `executed`: it is done at once, and only its answer is held
 */
export async function hold(
  service: Service,
  gateway: Gateway,
  which: { method?: string; path?: string; executed?: boolean },
): Promise<HoldingGateway> {
  await service.control(`${gateway}/fail`, { kind: 'held', ...which });
  return {
    arrived: () =>
      until(`a request that ${gateway} holds`, async () => {
        const held: unknown[] = await service.control(`${gateway}/held`);
        return held.length > 0;
      }).then(() => {}),
    release: () => service.control(`${gateway}/release`).then(() => {}),
  };
}

/** A card processor that holds the creation of the next intent. */
export function holdIntent(service: Service, { executed = false } = {}): Promise<HoldingGateway> {
  return hold(service, 'stripe', { method: 'POST', path: '^/v1/payment_intents$', executed });
}

/** From now on the card processor sends no events; each test chooses how a payment is found. */
export async function loseWebhooks(service: Service): Promise<void> {
  await service.control('stripe/webhooks', { drop: true });
}

/** Resets the card processor, without events. */
export async function resetProcessor(service: Service): Promise<void> {
  await service.control('stripe/reset');
  await loseWebhooks(service);
}

/** Id of the event of a type about an intent, for `stripe/resend`. */
export function eventOf(service: Service, type: string, intentId: string, account?: string): Promise<string> {
  return until(`an event ${type} of ${intentId}`, async () => {
    const { data } = await service.stripe(account).events.list({ limit: 100, type });
    return data.find((event) => JSON.stringify(event.data.object).includes(intentId))?.id;
  });
}

/** Delivers the card processor's event of a type about an intent to the service. */
export async function deliverEvent(service: Service, type: string, intentId: string): Promise<void> {
  await service.control('stripe/resend', { event: await eventOf(service, type, intentId) });
}

/** Makes every scheduled job and retry due now. */
export async function makeJobsDue(): Promise<void> {
  await db().$executeRaw`UPDATE pgboss.job SET start_after = now() WHERE state IN ('created', 'retry')`;
}

/** Runs every job, including scheduled ones and retries. */
export async function runEveryJob(service: Service): Promise<void> {
  await makeJobsDue();
  await service.runJobs();
}

/** Forgets every job that waits: those of earlier tests would run in the next one too. */
export async function forgetJobs(): Promise<void> {
  await db().$executeRaw`DELETE FROM pgboss.job`;
}

/**
 * Runs due jobs but the delivery of mails, which costs more than all the others: their texts, their receipts as PDF. For tests
 * that read the outbox, where every mail is.
 */
export function runMoneyJobs(service: Service): Promise<void> {
  return service.runJobs(['deliver_email']);
}

/** The same of scheduled jobs and retries too. */
export async function runEveryMoneyJob(service: Service): Promise<void> {
  await makeJobsDue();
  await runMoneyJobs(service);
}

/** Mails in the outbox to an address, by template. */
export async function mailsTo(recipient: string): Promise<string[]> {
  const mails = await db().email.findMany({ where: { recipient }, orderBy: { createdAt: 'asc' } });
  return mails.map(({ template }) => template);
}
