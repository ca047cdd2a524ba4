import type { TestEmulators } from '#emulators/test-emulators.ts';

/** A request as a gateway received it: method and path, and these parts. */
export type SentRequest = {
  request: string;
  query?: Record<string, string>;
  /** The fields of a form, or parsed JSON. */
  body?: unknown;
  /** The header of either gateway; keys that the Stripe SDK generates are left out. */
  idempotencyKey?: string;
};

/** The requests that the gateways receive during some work, in the order of their responses. */
export async function requestsDuring({ context }: TestEmulators, work: () => Promise<unknown>): Promise<SentRequest[]> {
  context.log.clear();
  await work();
  return context.log.entries().map(({ method, path, headers, body }) => {
    const url = new URL(path, 'http://gateway');
    const key = headers['idempotency-key'] ?? headers['x-idempotency-key'];
    return {
      request: `${method} ${url.pathname}`,
      ...(url.search ? { query: Object.fromEntries(url.searchParams) } : {}),
      ...(body ? { body: parseBody(headers['content-type'], body) } : {}),
      ...(key && !key.startsWith('stripe-node-retry-') ? { idempotencyKey: key } : {}),
    };
  });
}

function parseBody(type: string | undefined, body: string): unknown {
  return type?.startsWith('application/json') ? JSON.parse(body) : Object.fromEntries(new URLSearchParams(body));
}
