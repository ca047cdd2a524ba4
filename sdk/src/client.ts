import type {
  Cause,
  CheckoutLink,
  CompletedCheckoutLink,
  CreateCauseData,
  CreateCheckoutLinkData,
} from './contract.ts';
import { LinkNotCompletedError, PartnerApiError, PartnerConnectionError, type ProblemCode } from './errors.ts';
import { type ApiRequest, type Connection, send } from './send.ts';
import { type WaitOptions, waitUntilCompleted } from './wait.ts';

export type { Problem, UnpaidCheckoutLink } from './contract.ts';
export type { Cause, CheckoutLink, CompletedCheckoutLink, ProblemCode, WaitOptions };
export { LinkNotCompletedError, PartnerApiError, PartnerConnectionError };

/** What a cause is created from. `goal.amount` is in the smallest customary unit of its currency: cents, but whole pesos. */
export type CauseInput = CreateCauseData['body'];

/** What a checkout link is minted from. `amount` is in whole major units: 50 means fifty dollars. */
export type CheckoutLinkInput = CreateCheckoutLinkData['body'];

/** The deployment to call, and the key to call it with. */
export type ClientOptions = {
  /** Your API key. It belongs on your server, never in a browser or an app. */
  apiKey: string;
  /** The address of the service, such as `https://give.example.org`. */
  baseUrl: string;
  /** How often a call is repeated after failures that may pass; 5 if you leave it out. */
  maxRetries?: number | undefined;
  /** How long one attempt may take, in milliseconds; 30 seconds if you leave it out. */
  attemptTimeoutMs?: number | undefined;
  /** Takes the place of the runtime’s `fetch`, to go through a proxy or to log calls. */
  fetch?: typeof fetch | undefined;
};

export type ReadOptions = {
  /** Ends the call, retries included, with the signal’s reason. */
  signal?: AbortSignal | undefined;
};

export type CreateOptions = ReadOptions & {
  /**
   * Identifies this operation for 24 hours: whatever is repeated with it is done once. Made for each call if you leave it out.
   * Pass your own, such as the number of an order, to be safe even if your process ends during the call. A refusal is repeated
   * too: after one, pass another.
   */
  idempotencyKey?: string | undefined;
};

/** A client of the Fundraising Partner API. Errors of every call: PartnerApiError, PartnerConnectionError. */
export type Client = {
  causes: {
    /** Creates a draft. Its owner or the service’s staff publishes it. Permission: `causes:write`. */
    create(input: CauseInput, options?: CreateOptions): Promise<Cause>;
    /** Reads a cause by its key, not its slug. Permission: `cause:read`. */
    retrieve(key: string, options?: ReadOptions): Promise<Cause>;
  };
  checkoutLinks: {
    /** Mints a hosted checkout for one donation. Send the donor to its `url`. Permission: `checkout_links:write`. */
    create(input: CheckoutLinkInput, options?: CreateOptions): Promise<CheckoutLink>;
    /** Reads a link with its status of this moment. Permission: `checkout_links:read`. */
    retrieve(id: string, options?: ReadOptions): Promise<CheckoutLink>;
    /**
     * Polls a link until its donation is approved, at growing intervals. What the donor paid is `amount_paid`: they may have
     * changed the amount. Outages of up to five minutes are waited out. Permission: `checkout_links:read`.
     * @throws LinkNotCompletedError if the link expires, is cancelled, or is still open after `timeoutMs`
     */
    waitUntilCompleted(id: string, options?: WaitOptions): Promise<CompletedCheckoutLink>;
  };
};

/**
 * Makes a client.
 * @throws Error in a browser, where everybody could read the key; TypeError without an API key or an http(s) address
 */
export function createClient({
  apiKey,
  baseUrl,
  maxRetries = 5,
  attemptTimeoutMs = 30_000,
  fetch = globalThis.fetch,
}: ClientOptions): Client {
  if ('document' in globalThis || 'importScripts' in globalThis)
    throw new Error('fundraising-partner runs on servers only: in a browser everybody could read your API key.');
  if (!apiKey) throw new TypeError('apiKey is missing');
  const key = apiKey.trim();
  // The runtime’s own error would show the key, as it would a password in the address.
  if (!/^[!-~]+$/.test(key)) throw new TypeError('apiKey has characters that no API key has');
  const address = (baseUrl ?? '').trim().replace(/\/+$/, '');
  if (!/^https?:\/\/[^\s/?#@]+(\/[^\s?#]*)?$/.test(address) || !URL.canParse(address))
    throw new TypeError('baseUrl must be an address such as https://give.example.org, without user and password');
  const connection: Connection = { apiKey: key, baseUrl: address, maxRetries, attemptTimeoutMs, fetch };

  /** The answer of an endpoint; its type is the contract’s. */
  async function call<Reply>(request: ApiRequest): Promise<Reply> {
    const { body } = await send(connection, request);
    return body as Reply;
  }

  const create = <Reply>(path: string, body: object, { idempotencyKey, signal }: CreateOptions = {}) =>
    call<Reply>({ path, post: { body, idempotencyKey: idempotencyKey ?? crypto.randomUUID() }, signal });
  const retrieve = <Reply>(path: string, { signal }: ReadOptions = {}) => call<Reply>({ path, signal });
  const causePath = (key: string) => `/v1/causes/${encodeURIComponent(key)}`;
  const linkPath = (id: string) => `/v1/checkout_links/${encodeURIComponent(id)}`;

  return {
    causes: {
      create: (input, options) => create('/v1/causes', input, options),
      retrieve: (key, options) => retrieve(causePath(key), options),
    },
    checkoutLinks: {
      create: (input, options) => create('/v1/checkout_links', input, options),
      retrieve: (id, options) => retrieve(linkPath(id), options),
      waitUntilCompleted: (id, options = {}) => waitUntilCompleted(connection, linkPath(id), options),
    },
  };
}
