import { createCauseContract } from '#lib/causes/contract.ts';
import { overrideCause } from '#lib/causes/override.ts';
import { createClient } from '#lib/clients/client.ts';
import { createKey } from '#lib/clients/keys.ts';
import { transaction } from '#lib/db.ts';
import { PERMISSION_NAMES, type Permission } from '#lib/permissions.ts';
import type { Reply, Service } from './service.ts';

export type Partner = { clientId: string; keyId: string; key: string };

/** A client with a key, by default with every permission and from any address. */
export function createPartner(
  options: { permissions?: readonly Permission[]; allowedIps?: string[]; feePercent?: number; feeModel?: string } = {},
): Promise<Partner> {
  const { permissions = PERMISSION_NAMES, allowedIps = [], ...agreement } = options;
  return transaction(async (tx) => {
    const client = await createClient(tx, { name: 'Test partner', ...agreement });
    const { key, id } = await createKey(tx, {
      clientId: client.id,
      permissions: [...permissions],
      allowedIps,
    });
    return { clientId: client.id, keyId: id, key };
  });
}

/** A valid body of a cause; override the fields that a test is about. */
export function causeBody(overrides: Record<string, unknown> = {}) {
  return {
    title: 'A well for San Juan',
    country: 'US',
    owner: { email: 'owner@example.org', name: 'Olga Owner' },
    terms_accepted_at: '2026-01-01T00:00:00Z',
    terms_version: '2026-01',
    terms_accepted_ip: '203.0.113.7',
    goal: { amount: 100_000, currency: 'USD' },
    ...overrides,
  };
}

/** A published cause of a partner, created through the API. Returns its key. */
export async function publishedCause(
  service: Service,
  partner: Partner,
  overrides: Record<string, unknown> = {},
): Promise<string> {
  const { body, status, text } = await service.call(createCauseContract.path, {
    key: partner.key,
    body: causeBody(overrides),
  });
  if (status !== 201) throw new Error(text);
  await changeCause(body.key, { state: 'published' });
  return body.key;
}

/** Changes a cause as an operator does. */
export function changeCause(key: string, data: Parameters<typeof overrideCause>[2]) {
  return transaction((tx) => overrideCause(tx, key, data, new Date()));
}

/** Requests a link of 50 USD, or with the given body. Returns any response. */
export function mintLink(
  service: Pick<Service, 'call'>,
  key: string,
  body: { cause: unknown } & Record<string, unknown>,
  headers: Record<string, string> = {},
): Promise<Reply> {
  return service.call('/v1/checkout_links', {
    key,
    body: { amount: 50, currency: 'USD', ...body },
    headers,
  });
}

/** An open link of 50 USD on a new published cause. Returns the resource as minted. */
export async function openLink(
  service: Service,
  partner: Partner,
  overrides: Record<string, unknown> = {},
): Promise<Reply['body']> {
  const cause = overrides.cause ?? (await publishedCause(service, partner));
  const { body, status, text } = await mintLink(service, partner.key, { ...overrides, cause });
  if (status !== 201) throw new Error(text);
  return body;
}

/** An open link of 50 in another currency, on a new cause that collects it. Returns the resource as minted. */
export async function linkIn(
  service: Service,
  partner: Partner,
  currency: string,
  { country = 'US', amount = 50 } = {},
): Promise<Reply['body']> {
  const cause = await publishedCause(service, partner, { country, goal: { amount: 0, currency } });
  return openLink(service, partner, { cause, currency, amount });
}

/** Requests the intent of a link, as the hosted page does. Returns the intent's id. */
export async function intentOf(service: Service, linkId: string): Promise<string> {
  const { body, status, text } = await service.call(`/v1/checkout_links/${linkId}/payment_intent`, {
    body: {},
  });
  if (status !== 200) throw new Error(text);
  return body.payment_intent_id;
}

/** Confirms an intent as a donor's card would; approved by default. */
export function pay(service: Service, intentId: string, paymentMethod = 'pm_card_visa') {
  return service.stripe().paymentIntents.confirm(intentId, { payment_method: paymentMethod });
}
