import { afterAll, beforeAll } from 'vitest';
import { createPartner, intentOf, openLink, type Partner, pay, publishedCause } from './factories.ts';
import { type Reply, type Service, startService } from './service.ts';

/**
 * The service for the tests of the calling file, with a partner of every permission: started before the first, closed
 * after the last. Both are there once tests and hooks run, and can be handed on before that.
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
  /** A link whose card payment has succeeded at the gateway; unless it sent an event, nobody has told us. */
  paidLink(overrides?: Record<string, unknown>): Promise<{ id: string; intent: string }>;
};

/** Links of 50 USD on one published cause, which a partner has for the whole file. Call it after `runningService`. */
export function linksOnOneCause(service: Service, partner: Partner): Links {
  let cause: string;
  beforeAll(async () => {
    cause = await publishedCause(service, partner);
  });
  const newLink: Links['newLink'] = (overrides = {}) => openLink(service, partner, { cause, ...overrides });
  const paidLink: Links['paidLink'] = async (overrides) => {
    const { id } = await newLink(overrides);
    const intent = await intentOf(service, id);
    await pay(service, intent);
    return { id, intent };
  };
  return { newLink, paidLink };
}

/** Stands for what is not there yet; whoever reads a member too early is told so. */
function later<T extends object>(name: string, read: () => T | undefined): T {
  return new Proxy({} as T, {
    get: (_, member) => {
      const found = read();
      if (!found) throw new Error(`The ${name} is there once tests run, not while they are collected`);
      return Reflect.get(found, member);
    },
  });
}
