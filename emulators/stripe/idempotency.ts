import { createHash } from 'node:crypto';
import type { Clock } from '../clock.ts';
import type { Store } from '../store.ts';
import { invalidRequest, StripeApiError } from './errors.ts';

/** The outcome of an executed request. */
export type Outcome = { status: number; body: string; requestId: string };

type StoredOutcome = Outcome & { fingerprint: string; endpoint: string; atMs: number };

const RETENTION_MS = 24 * 3600 * 1000;
const MAX_KEY_LENGTH = 255;

type Idempotency = {
  /**
   * Runs a request once per (account, key) within 24 hours of the emulators' clock; a repetition gets the first response.
   * Throws 400 `idempotency_error` for other parameters or another endpoint, 409 `idempotency_key_in_use` while the first
   * request runs, and 400 for a key that is too long.
   * @param run with `isStored` false the response is not stored: parameters were refused before anything was executed.
   */
  once(
    request: { account: string; key: string; endpoint: string; params: string },
    run: () => Promise<Outcome & { isStored: boolean }>,
  ): Promise<Outcome & { replayed: boolean }>;
};

/** Idempotent requests (docs.stripe.com/api/idempotent_requests). */
export function createIdempotency(store: Store, clock: Clock): Idempotency {
  const answers = store.collection<StoredOutcome>('stripe:idempotency');
  const running = new Map<string, string>();

  return {
    async once({ account, key, endpoint, params }, run) {
      if (key.length > MAX_KEY_LENGTH) {
        throw invalidRequest(`Idempotency keys can be no longer than 255 characters; yours has ${key.length}.`);
      }
      const id = `${account}:${key}`;
      const fingerprint = createHash('sha256').update(`${endpoint}\n${params}`).digest('hex');
      const earlier = answers.get(id);
      if (earlier !== undefined && clock.now() - earlier.atMs < RETENTION_MS) {
        if (earlier.fingerprint !== fingerprint) throw mismatch(key, earlier.endpoint, endpoint);
        return { status: earlier.status, body: earlier.body, requestId: earlier.requestId, replayed: true };
      }
      if (running.has(id)) throw inUse(key);
      running.set(id, fingerprint);
      try {
        const { isStored, ...outcome } = await run();
        if (isStored) answers.set(id, { ...outcome, fingerprint, endpoint, atMs: clock.now() });
        return { ...outcome, replayed: false };
      } finally {
        running.delete(id);
      }
    },
  };
}

function mismatch(key: string, first: string, now: string): StripeApiError {
  const message =
    first === now
      ? 'Keys for idempotent requests can only be used with the same parameters they were first used with. ' +
        `Try using a key other than '${key}' if you meant to execute a different request.`
      : 'Keys for idempotent requests can only be used for the same endpoint they were first used for ' +
        `('${now}' does not match '${first}'). Try using a key other than '${key}' if you meant to execute a ` +
        'different request.';
  return new StripeApiError(400, { type: 'idempotency_error', message });
}

function inUse(key: string): StripeApiError {
  const message =
    'There is currently another in-progress request using this Idempotent Key (that probably means you submitted ' +
    `twice, and the other request is still going through): ${key}. Please try again later.`;
  return new StripeApiError(409, { type: 'invalid_request_error', code: 'idempotency_key_in_use', message });
}
