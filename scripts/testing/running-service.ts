import { afterAll, beforeAll } from 'vitest';
import { createPartner, openLink, type Partner, publishedCause } from './factories.ts';
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

/**
 * Mints links of 50 USD, or as a test says, on one published cause that a partner has for the whole file. Call it after
 * `runningService`.
 */
export function linksOnOneCause(
  service: Service,
  partner: Partner,
): (overrides?: Record<string, unknown>) => Promise<Reply['body']> {
  let cause: string;
  beforeAll(async () => {
    cause = await publishedCause(service, partner);
  });
  return (overrides = {}) => openLink(service, partner, { cause, ...overrides });
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
