import { z } from 'zod';
import type { MercadoPagoKeys } from '#lib/env/gateway-keys.ts';
import { type ModeCheck, modeCheck, type RemoteObject } from '../port/checks.ts';
import { GatewayError, type GatewayFailure, UNREADABLE } from '../port/errors.ts';

/** The timeout of Mercado Pago, in milliseconds. Creating a transfer involves the bank and is slow. */
const TIMEOUT_MS = 15_000;

type Call = {
  body?: unknown;
  query?: Record<string, string> | undefined;
  idempotencyKey?: string;
  timeoutMs?: number;
};

/** Ignores everything undocumented: an unexpected shape must not hide that the call failed. */
const errorBody = z.object({
  error: z.string().optional().catch(undefined),
  /** The Orders API's own list. */
  errors: z
    .array(z.object({ code: z.string().optional() }))
    .optional()
    .catch(undefined),
  cause: z
    .array(z.object({ code: z.union([z.string(), z.number()]).optional() }))
    .optional()
    .catch(undefined),
});

/**
 * A small client for Mercado Pago's REST API (gateways B1, C2, C4). The official SDK cannot be pointed at another address,
 * so only its types are used. Nothing is retried here, because only the caller knows whether that is safe. Objects of the
 * other mode than the token are never returned.
 */
export class MercadoPagoHttp {
  readonly #baseUrl: string;
  readonly #accessToken: string;
  readonly mode: MercadoPagoModeCheck;

  constructor(gateway: string, keys: Omit<MercadoPagoKeys, 'api'>) {
    this.#baseUrl = keys.apiBase;
    this.#accessToken = keys.accessToken;
    this.mode = mercadoPagoModeCheck(gateway, keys);
  }

  get<T>(path: string, query?: Record<string, string>, timeoutMs = TIMEOUT_MS): Promise<T> {
    return this.#ask<T>('GET', path, { query, timeoutMs });
  }

  /** A file, such as a report, unchanged. */
  getText(path: string): Promise<string> {
    return this.#call('GET', path, {});
  }

  /** @param idempotencyKey makes a repeated call the same call (X-Idempotency-Key) */
  post<T>(path: string, body: unknown, idempotencyKey: string): Promise<T> {
    return this.#ask<T>('POST', path, { body, idempotencyKey });
  }

  /** @param idempotencyKey as of `post` */
  put<T>(path: string, body: unknown, idempotencyKey: string): Promise<T> {
    return this.#ask<T>('PUT', path, { body, idempotencyKey });
  }

  /** @throws GatewayError as `#call`; `failed` with the code WRONG_MODE for what is of the other mode */
  async #ask<T>(method: string, path: string, call: Call): Promise<T> {
    return this.mode.ours(path, parse(await this.#call(method, path, call))) as T;
  }

  /**
   * @throws GatewayError `refused` for a final 4xx; `failed` for 401 and 403, as during a token's rotation; `unreachable`
   * for no response, 429, 409 (the first call with this key is known there) and every 5xx, after which Mercado Pago may or
   * may not have acted (gateways B2)
   */
  async #call(
    method: string,
    path: string,
    { body, query, idempotencyKey, timeoutMs = TIMEOUT_MS }: Call,
  ): Promise<string> {
    const url = new URL(this.#baseUrl + path);
    for (const [name, value] of Object.entries(query ?? {})) url.searchParams.set(name, value);
    let response: Response;
    let text: string;
    try {
      response = await fetch(url, {
        method,
        headers: {
          Authorization: `Bearer ${this.#accessToken}`,
          ...(body === undefined ? {} : { 'Content-Type': 'application/json' }),
          ...(idempotencyKey ? { 'X-Idempotency-Key': idempotencyKey } : {}),
        },
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
        // Token and personal data only go to the configured address.
        redirect: 'error',
        signal: AbortSignal.timeout(timeoutMs),
      });
      text = await response.text();
    } catch (cause) {
      throw new GatewayError('unreachable', 'no_answer', cause);
    }
    if (response.ok) return text;
    throw new GatewayError(failureOf(response.status), errorCode(response.status, text), undefined);
  }
}

function failureOf(status: number): GatewayFailure {
  if (status >= 500 || status === 429 || status === 409) return 'unreachable';
  return status === 401 || status === 403 ? 'failed' : 'refused';
}

/** Some responses have no body if nothing new happened. */
function parse(text: string): object {
  if (text === '') return {};
  const body = parseJson(text);
  if (typeof body !== 'object' || body === null) throw new GatewayError('unreachable', UNREADABLE, undefined);
  return body;
}

/** The parsed JSON; undefined for other text, such as a proxy's page. */
function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** The status with the gateway's own error codes. Its `message` can repeat input and is left out. */
function errorCode(status: number, text: string): string {
  const body = errorBody.safeParse(parseJson(text)).data ?? {};
  const codes = [...(body.cause ?? []), ...(body.errors ?? [])].map(({ code }) => code);
  return [String(status), body.error, ...codes].filter(Boolean).join(' ');
}

/**
 * Compares the responses to an account with the mode of its token. Refunds and preferences have no mode when they are
 * retrieved.
 */
export type MercadoPagoModeCheck = {
  /**
   * Removes the objects of the other mode from the lists of a response. What a search listed with them is `listed_ids`.
   * @param path of the request, for the log
   * @throws GatewayError with WRONG_MODE if the response itself is of the other mode
   */
  ours(path: string, answer: object): object;
  /** Whether the account is a test user's exactly if the settings say so. */
  isOurAccount(id: string, tags: readonly string[] | undefined): boolean;
};

const moded = z.object({ id: z.unknown(), live_mode: z.boolean().optional().catch(undefined) });
/** The members in which searches return their results. */
const LISTS = ['results', 'elements'] as const;
/** The tag of a test user's account. */
const TEST_USER = 'test_user';

/** The check of the account that a token belongs to. */
export function mercadoPagoModeCheck(gateway: string, keys: Omit<MercadoPagoKeys, 'api'>): MercadoPagoModeCheck {
  const objects: ModeCheck = modeCheck(gateway, liveModeOf(keys));
  const accounts = modeCheck(gateway, isTestToken(keys) ? undefined : keys.mode === 'live');
  return {
    ours: (path, answer) => {
      objects.require(toRemoteObject(path, answer));
      if (Array.isArray(answer)) return answer.filter((one: unknown) => objects.isOurs(toRemoteObject(path, one)));
      const lists = Object.entries(answer).filter(([name]) => LISTS.some((list) => list === name));
      const read = lists.map(([name, list]: [string, unknown]) => {
        if (!Array.isArray(list)) return {};
        const listed = list.map((one: unknown) => ({ one, remote: toRemoteObject(path, one) }));
        const kept = listed.filter(({ remote }) => objects.isOurs(remote)).map(({ one }) => one);
        return { [name]: kept, listed_ids: listed.map(({ remote }) => remote.id) };
      });
      return Object.assign({ ...answer }, ...read);
    },
    isOurAccount: (id, tags) => accounts.isOurs({ kind: 'account', id, live: tags && !tags.includes(TEST_USER) }),
  };
}

/**
 * The expected `live_mode` of objects that a token created: false for a `TEST-` token, true for an account's own. For a
 * test user's own token it is not documented, and not compared: other accounts' payments cannot be read with it.
 */
function liveModeOf(keys: Omit<MercadoPagoKeys, 'api'>): boolean | undefined {
  if (isTestToken(keys)) return false;
  return keys.mode === 'live' ? true : undefined;
}

function isTestToken({ accessToken }: Pick<MercadoPagoKeys, 'accessToken'>): boolean {
  return accessToken.startsWith('TEST-');
}

function toRemoteObject(path: string, answer: unknown): RemoteObject {
  const { id, live_mode: live } = moded.safeParse(answer).data ?? {};
  return { kind: path, id, live };
}
