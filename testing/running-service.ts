import { afterAll, beforeAll } from 'vitest';
import { createPartner, intentOf, openLink, type Partner, pay, publishedCause } from './factories.ts';
import { secondsAgo, setExpiry } from './money.ts';
import { type Reply, type Service, startService } from './service.ts';

/**
 * The service for the tests of the calling file, with a partner of every permission: started before the first test, closed
 * after the last. Both are available in tests and hooks, and can be passed on before.
 * @param overrides environment variables, as `startService` takes them.
 */
export function runningService(overrides: Parameters<typeof startService>[0] = {}): {
  service: Service;
  partner: Partner;
} {
  let service: Service | undefined;
  let partner: Partner | undefined;
  beforeAll(async () => {
    service = await startService(overrides);
    partner = await createPartner();
  });
  afterAll(() => service?.close());
  return { service: later('service', () => service), partner: later('partner', () => partner) };
}

type Links = {
  /** An open link. Returns the resource as minted. */
  newLink(overrides?: Record<string, unknown>): Promise<Reply['body']>;
  /** A link whose card payment has succeeded at the gateway; without events we do not know it yet. */
  paidLink(overrides?: Record<string, unknown>): Promise<{ id: string; intent: string }>;
  /** The same, charged after the link's expiry. */
  paidLateLink(overrides?: Record<string, unknown>): Promise<{ id: string; intent: string }>;
};

/** Links of 50 USD on one published cause of a partner, for the whole file. Call it after `runningService`. */
export function linksOnOneCause(service: Service, partner: Partner): Links {
  let cause: string;
  beforeAll(async () => {
    cause = await publishedCause(service, partner);
  });
  const newLink: Links['newLink'] = (overrides = {}) => openLink(service, partner, { cause, ...overrides });
  const linkWithIntent: Links['paidLink'] = async (overrides) => {
    const { id } = await newLink(overrides);
    return { id, intent: await intentOf(service, id) };
  };
  const paidLink: Links['paidLink'] = async (overrides) => {
    const link = await linkWithIntent(overrides);
    await pay(service, link.intent);
    return link;
  };
  const paidLateLink: Links['paidLateLink'] = async (overrides) => {
    const link = await linkWithIntent(overrides);
    await setExpiry(link.id, secondsAgo(2));
    await pay(service, link.intent);
    return link;
  };
  return { newLink, paidLink, paidLateLink };
}

/** A proxy for an object that does not exist yet; reading a member too early throws. */
function later<T extends object>(name: string, read: () => T | undefined): T {
  return new Proxy({} as T, {
    get: (_, member) => {
      const found = read();
      if (!found) throw new Error(`The ${name} is there once tests run, not while they are collected`);
      return Reflect.get(found, member);
    },
  });
}
