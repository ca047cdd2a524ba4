import { setTimeout as sleep } from 'node:timers/promises';
import { ConnectionReset, type EmulatorContext } from '../emulator.ts';
import { type FailingRequest, type Failure, type Failures, truncateList } from '../failures.ts';
import { type AccountStore, API_VERSION, type Cause } from './account-store.ts';
import { statusOf } from './balance.ts';
import { type ErrorBody, StripeApiError, switchedError, unauthorized } from './errors.ts';
import { expand } from './expand.ts';
import { decodeForm, type FormMap } from './form.ts';
import { createIdempotency, type Outcome } from './idempotency.ts';
import { publicView } from './intent-routes.ts';
import { type Key, readKey } from './keys.ts';
import { Params } from './params.ts';
import { findRoute } from './routes.ts';

type Parts = { context: EmulatorContext; failures: Failures; storeOf: (account: string) => AccountStore };

/** Browsers call with a publishable key from any origin, as with the real API. */
const CORS = {
  'access-control-allow-origin': '*',
  'access-control-allow-methods': 'GET, POST, OPTIONS',
  'access-control-allow-headers': 'authorization, content-type, idempotency-key, stripe-version',
  'access-control-expose-headers': 'Request-Id, Stripe-Manage-Version, X-Stripe-External-Auth-Required',
  'access-control-max-age': '300',
};

/** Creates the handler of `/v1/…`: failure switches, key, idempotency, endpoint, error envelope. */
export function createApi({ context, failures, storeOf }: Parts) {
  const idempotency = createIdempotency(context.store, context.clock);

  /** Runs the endpoint; with `isStored` an idempotent replay gets this response. */
  async function execute(
    request: Ready,
    failing: FailingRequest,
    failure: Failure | undefined,
  ): Promise<Outcome & { isStored: boolean }> {
    const { requestId } = request;
    if (failure?.kind === 'slow') await sleep(failure.delayMs);
    if (failure?.kind === 'held') {
      const done = failure.executed ? attempt(request) : undefined;
      const isReleased = await failures.hold(failing);
      if (!done && !isReleased) throw new ConnectionReset();
      return { ...(done ?? attempt(request)), requestId };
    }
    if (failure?.kind === 'part') {
      const whole = attempt(request);
      return { ...whole, body: truncateList(whole.body, failure.keep), requestId };
    }
    if (failure?.kind !== 'status') return { ...attempt(request), requestId };
    if (failure.executed) attempt(request);
    const { status, code } = failure;
    return { status, body: render({ error: switchedError(status, code) }), requestId, isStored: true };
  }

  function attempt(request: Ready): { status: number; body: string; isStored: boolean } {
    try {
      return {
        status: 200,
        body: renderAnswer(answer(request), storeOf(request.key.account)),
        isStored: true,
      };
    } catch (cause) {
      return refusal(cause, request.key);
    }
  }

  function answer({ method, url, key, form, requestId, idempotencyKey, ownFrame }: Ready): object {
    const route = findRoute(method, url.pathname);
    if (route === undefined) throw unknownUrl(method, url.pathname);
    const store = storeOf(key.account);
    const params = new Params(form);
    const cause: Cause = { id: requestId, idempotencyKey };
    const origin = ownFrame ? 'own_frame' : 'elsewhere';
    const paths = params.list('expand') ?? [];
    return expand(store, route.endpoint({ store, key, params, path: route.ids, origin, cause }), paths);
  }

  /** What the payment of a request says in its metadata: that of the body, or of the intent in the path. */
  function referencesOf(request: Request, url: URL, text: string): string[] {
    try {
      const form = decodeForm(text);
      const { account } = readKey(request, typeof form.key === 'string' ? form.key : undefined);
      const [, id = ''] = /^\/v1\/payment_intents\/([^/]+)/.exec(url.pathname) ?? [];
      const metadata = { ...new Params(form).metadata(), ...storeOf(account).intents.get(id)?.metadata };
      return Object.values(metadata);
    } catch (cause) {
      // The request itself is refused for it, below.
      if (cause instanceof StripeApiError) return [];
      throw cause;
    }
  }

  return async (request: Request, url: URL): Promise<Response> => {
    if (request.method === 'OPTIONS') return new Response(null, { status: 204, headers: CORS });
    const requestId = `req_${context.random().slice(0, 14)}`;
    const text = request.method === 'GET' ? url.search.slice(1) : await request.text();
    const references = referencesOf(request, url, text);
    const failing = { method: request.method, path: url.pathname, references, signal: request.signal };
    const failure = failures.take(failing);
    if (failure?.kind === 'reset_before' || failure?.kind === 'down') throw new ConnectionReset();
    if (failure?.kind === 'status' && failure.status < 500) {
      const body = render({ error: switchedError(failure.status, failure.code) });
      return respond({ status: failure.status, body, requestId }, request, retryHeader(failure));
    }
    try {
      const ready = read(request, { url, text, requestId });
      const { idempotencyKey: key, endpointName: endpoint, key: owner } = ready;
      const run = () => execute(ready, failing, failure);
      const outcome =
        request.method !== 'POST' || key === null
          ? { ...(await run()), replayed: false }
          : await idempotency.once({ account: owner.account, key, endpoint, params: canonical(ready.form) }, run);
      if (failure?.kind === 'reset_after') throw new ConnectionReset();
      const extra: Record<string, string> = { ...retryHeader(failure) };
      if (key !== null) extra['idempotency-key'] = key;
      if (outcome.replayed) {
        extra['idempotent-replayed'] = 'true';
        extra['original-request'] = outcome.requestId;
      }
      return respond({ ...outcome, requestId }, request, extra);
    } catch (cause) {
      const { status, body } = refusal(cause, undefined);
      return respond({ status, body, requestId }, request, {});
    }
  };
}

type Received = { url: URL; text: string; requestId: string };

/** A request whose key and parameters have been read. */
type Ready = {
  method: string;
  url: URL;
  endpointName: string;
  key: Key;
  form: FormMap;
  requestId: string;
  idempotencyKey: string | null;
  /** Whether the request comes from the emulator's own page, such as the Payment Element's frame. */
  ownFrame: boolean;
};

function read(request: Request, { url, text, requestId }: Received): Ready {
  const type = request.headers.get('content-type') ?? '';
  if (request.method === 'POST' && type !== '' && !type.startsWith('application/x-www-form-urlencoded')) {
    throw new StripeApiError(400, {
      type: 'invalid_request_error',
      message: `Invalid request (check that your POST content type is application/x-www-form-urlencoded).`,
    });
  }
  const form = decodeForm(text);
  const parameter = typeof form.key === 'string' ? form.key : undefined;
  const key = readKey(request, parameter);
  delete form.key;
  const idempotencyKey = request.headers.get('idempotency-key');
  if (idempotencyKey === '') throw unauthorized('Idempotency-Key must not be empty.');
  return {
    method: request.method,
    url,
    endpointName: `${request.method} ${url.pathname}`,
    key,
    form,
    requestId,
    idempotencyKey,
    ownFrame: request.headers.get('origin') === url.origin,
  };
}

/** Turns a StripeApiError into a response; any other error is a bug and is thrown again. */
function refusal(cause: unknown, key: Key | undefined): { status: number; body: string; isStored: boolean } {
  if (!(cause instanceof StripeApiError)) throw cause;
  const intent = cause.body.payment_intent;
  const error: object =
    intent !== undefined && key?.kind === 'publishable'
      ? { ...cause.body, payment_intent: publicView(intent) }
      : cause.body;
  return { status: cause.status, body: render({ error }), isStored: cause.executed };
}

function respond(outcome: Outcome, request: Request, extra: Record<string, string>): Response {
  return new Response(outcome.body, {
    status: outcome.status,
    headers: {
      ...CORS,
      'content-type': 'application/json',
      'cache-control': 'no-cache, no-store',
      'request-id': outcome.requestId,
      'stripe-version': request.headers.get('stripe-version') ?? API_VERSION,
      ...extra,
    },
  });
}

function retryHeader(failure: Failure | undefined): Record<string, string> {
  if (failure?.kind === 'retry_header') return { 'stripe-should-retry': String(failure.shouldRetry ?? true) };
  return failure?.shouldRetry === undefined ? {} : { 'stripe-should-retry': String(failure.shouldRetry) };
}

function unknownUrl(method: string, path: string): StripeApiError {
  const message =
    `Unrecognized request URL (${method}: ${path}). Please see https://stripe.com/docs or we can help at ` +
    'https://support.stripe.com/.';
  return new StripeApiError(404, { type: 'invalid_request_error', message } satisfies ErrorBody);
}

/**
 * Renders a response. Balance transactions are `available` or `pending` as of this second, and control decides which
 * objects are live.
 */
function renderAnswer(answer: object, store: AccountStore): string {
  const asOfNow = (_key: string, value: { object?: unknown; available_on: number } | null) => {
    if (value?.object === 'balance_transaction') return { ...value, status: statusOf(store, value.available_on) };
    return store.play.live.includes(String(value?.object)) ? { ...value, livemode: true } : value;
  };
  return JSON.stringify(answer, asOfNow, 2);
}

function render(body: object): string {
  return JSON.stringify(body, null, 2);
}

/** Parameters in a fixed order, so that equal requests have one fingerprint. */
function canonical(form: FormMap): string {
  return JSON.stringify(form, (_key, value) =>
    value !== null && typeof value === 'object' && !Array.isArray(value)
      ? Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1)))
      : value,
  );
}
