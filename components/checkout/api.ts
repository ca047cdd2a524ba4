import type { ConfirmationView, RedirectMethodView } from '#lib/payments/checkout-view.ts';

/** What the card processor's library needs for one payment (spec 2.4). */
export type Intent = { client_secret: string; publishable_key: string; payment_intent_id: string };
export type DonationChoices = {
  amount?: number;
  /** The amount on the page, for a browser that the server knows none of. */
  shown?: number;
  name?: string;
  email?: string;
  anonymous?: boolean;
  locale?: string;
  /** What stands in the field that no person sees. */
  website?: string;
  /** The donor is about to pay by this method: what was started by others is called off first. */
  method?: 'card';
};
/**
 * What the server has of them now. `held`: nothing was written, the page was taken for a robot's. `beside`: a payment
 * elsewhere that could not be called off.
 */
export type SavedDonation = { amount: number; held?: true; beside?: RedirectMethodView['method'] };

/** Why a request came to nothing. `unreachable`: no answer at all; `unavailable`: the server says to come back. */
export type Failure =
  | { kind: 'fields'; fields: string[]; messages?: Readonly<Record<string, string>> }
  | { kind: 'not_payable'; status: ConfirmationView['status'] | undefined }
  | { kind: 'not_accepting' }
  | { kind: 'too_many'; seconds: number }
  | { kind: 'unavailable'; seconds: number }
  /** A card payment of this link is being processed: nothing else can be paid beside it. */
  | { kind: 'processing' }
  | { kind: 'unreachable' };
export type Answer<Value> = { ok: true; value: Value } | { ok: false; failure: Failure };

/** A bank transfer or wallet payment to start; without a payer, the one under way is gone on with. */
export type RedirectWish = {
  ref: string;
  method: RedirectMethodView['method'];
  payer?: object;
  start_over?: boolean;
};

/** A slow phone network answers within this, or not at all. */
export const TIMEOUT_MS = 30_000;

/**
 * Writes the donor's choices to the link; answers with the amount that is asked for from now on. Tabs take turns: the first
 * answer brings the cookie that makes them one browser to the server. Where a browser has no locks, they do not.
 */
export function saveDonation(ref: string, choices: DonationChoices): Promise<Answer<SavedDonation>> {
  const save = () => post<SavedDonation>('/checkout/donation', { ref, ...choices });
  const locks: LockManager | undefined = navigator.locks;
  return locks ? locks.request(`donation ${ref}`, save) : save();
}

/**
 * The card intent of a link at its present amount: the same one until that changes.
 * @param started the answer to the same request, where the page's HTML has made it already; null where none came
 */
export function requestIntent(linkId: string, started?: Promise<Response | null>): Promise<Answer<Intent>> {
  return post(`/v1/checkout_links/${encodeURIComponent(linkId)}/payment_intent`, {}, started);
}

/** Where the link stands, after the server has asked the gateway. */
export function askConfirmation(ref: string): Promise<Answer<ConfirmationView>> {
  return post('/checkout/confirmation', { ref });
}

/** Starts a bank transfer or a wallet payment; answers with the page where the donor finishes it. */
export function startRedirect(wish: RedirectWish): Promise<Answer<{ redirect_url: string }>> {
  return post('/checkout/redirect', wish);
}

async function post<Value>(
  path: string,
  body: object,
  started?: Promise<Response | null>,
): Promise<Answer<Value>> {
  const abort = new AbortController();
  const timer = setTimeout(() => abort.abort(), TIMEOUT_MS);
  try {
    const response = await (started ?? send(path, body, abort.signal));
    if (!response) return { ok: false, failure: { kind: 'unreachable' } };
    const answer: unknown = await response.json().catch(() => null);
    if (response.ok && isRecord(answer)) return { ok: true, value: answer as Value };
    return { ok: false, failure: readFailure(response, isRecord(answer) ? answer : {}) };
  } catch {
    return { ok: false, failure: { kind: 'unreachable' } };
  } finally {
    clearTimeout(timer);
  }
}

function send(path: string, body: object, signal: AbortSignal): Promise<Response> {
  const headers = { 'content-type': 'application/json' };
  return fetch(path, { method: 'POST', headers, body: JSON.stringify(body), signal });
}

type JsonObject = { readonly [key: string]: unknown };

/** Branches on the problem's `code`, as every caller of the API is told to. */
function readFailure(response: Response, problem: JsonObject): Failure {
  const seconds = Math.max(0, Math.ceil(Number(response.headers.get('retry-after') ?? 0))) || 0;
  switch (problem.code) {
    case 'validation_failed':
      return fieldsFailure(problem.errors);
    case 'checkout_link_not_payable':
      return { kind: 'not_payable', status: statusOf(problem.status_detail) };
    case 'cause_not_accepting_payments':
      return { kind: 'not_accepting' };
    case 'rate_limit_exceeded':
      return { kind: 'too_many', seconds };
    default:
      return { kind: 'unavailable', seconds };
  }
}

function fieldsFailure(errors: unknown): Failure {
  const entries = (Array.isArray(errors) ? errors : []).flatMap((error): [string, string][] =>
    isRecord(error) && typeof error.field === 'string' ? [[error.field, String(error.message)]] : [],
  );
  return { kind: 'fields', fields: entries.map(([field]) => field), messages: Object.fromEntries(entries) };
}

function statusOf(detail: unknown): ConfirmationView['status'] | undefined {
  return detail === 'completed' || detail === 'expired' || detail === 'cancelled' ? detail : undefined;
}

function isRecord(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null;
}
