import type { SentTexts } from '#components/ui/texts-provider.tsx';
import type { ConfirmationView, RedirectMethodView } from '#lib/payments/views/checkout-view.ts';

/** What the card processor's library needs for one payment (specification 2.4). */
type Intent = { client_secret: string; publishable_key: string; payment_intent_id: string };
export type DonationChoices = {
  /** In whole major units. */
  amount?: number;
  name?: string;
  email?: string;
  anonymous?: boolean;
  message?: string;
  locale?: string;
  time_zone?: string;
  /** What the honeypot field holds. */
  website?: string;
  /** The donor is about to pay with this method: payments started with others are cancelled first. */
  method?: 'card';
};
/**
 * What the server stored. `held`: nothing, because the honeypot field was filled in. `beside`: a redirect payment that
 * could not be cancelled and may still arrive.
 */
export type SavedDonation = { amount: number; held?: true; beside?: RedirectMethodView['method'] };

/** Why a request failed. `unreachable`: no answer at all; `unavailable`: the server asks to retry later. */
export type Failure =
  | { kind: 'fields'; fields: string[]; messages?: Readonly<Record<string, string>> }
  | { kind: 'not_payable'; status: ConfirmationView['status'] | undefined }
  | { kind: 'not_accepting' }
  | { kind: 'too_many'; seconds: number }
  | { kind: 'unavailable'; seconds: number }
  /** A card payment of this link is being processed: no other payment can be started. */
  | { kind: 'processing' }
  | { kind: 'unreachable' };
/** A rate limit is over within its window; a longer wait is the pause after declines (rulings 23, 24). */
const WINDOW_SECONDS = 10;

/** Whether card payments of the link are paused. */
export function isPause(failure: Failure): failure is Extract<Failure, { kind: 'too_many' }> {
  return failure.kind === 'too_many' && failure.seconds > WINDOW_SECONDS;
}

export type Answer<Value> = { ok: true; value: Value } | { ok: false; failure: Failure };

/** A bank transfer or wallet payment to start; without a payer, the one under way is resumed. */
export type RedirectRequest = {
  ref: string;
  method: RedirectMethodView['method'];
  payer?: object;
  start_over?: boolean;
};

/** A slow phone network answers within this time, or not at all. In milliseconds. */
export const TIMEOUT_MS = 30_000;

/**
 * What the server knows this page by where the browser keeps no cookies; empty before it has answered. In memory alone: it is
 * in no address, and in nothing that is stored.
 */
let secret = '';

/** For a form, which sends no header. */
export const pageSecret = () => secret;

/**
 * Stores the donor's choices on the link; returns the amount that the server asks for from now on. Tabs take turns, those of
 * other links too, because the first answer sets the cookie that identifies the browser. They do not where a browser has no
 * locks, or where a tab that it has put to sleep keeps the lock.
 */
export function postDonation(ref: string, choices: DonationChoices): Promise<Answer<SavedDonation>> {
  const save = () => post<SavedDonation>('/checkout/donation', { ref, ...choices });
  const locks: LockManager | undefined = navigator.locks;
  if (!locks) return save();
  const patience = new AbortController();
  const timer = setTimeout(() => patience.abort(), TIMEOUT_MS);
  const mine = locks.request('donation', { signal: patience.signal }, save);
  return mine.catch(save).finally(() => clearTimeout(timer));
}

/**
 * The card intent of a link at its present amount: the same one until that changes.
 * @param started the answer to the same request where the page's HTML has already sent it; null where none came
 */
export function requestIntent(linkId: string, started?: Promise<Response | null>): Promise<Answer<Intent>> {
  return post(`/v1/checkout_links/${encodeURIComponent(linkId)}/payment_intent`, {}, started);
}

/** The texts of the page in another language. */
export async function fetchTexts(locale: string, country: string): Promise<SentTexts | null> {
  try {
    const response = await fetch(`/checkout/texts?${new URLSearchParams({ lang: locale, country })}`);
    return response.ok ? await response.json() : null;
  } catch {
    return null;
  }
}

/** The banks for a transfer in a country; none while the list cannot be read. */
export async function fetchBanks(country: string): Promise<RedirectMethodView['options']> {
  try {
    const response = await fetch(`/checkout/banks?${new URLSearchParams({ country })}`);
    return response.ok ? await response.json() : [];
  } catch {
    return [];
  }
}

/** The link's status, after the server has synced its payment with the gateway. */
export function retrieveStatus(ref: string): Promise<Answer<ConfirmationView>> {
  return post('/checkout/confirmation', { ref });
}

/** Starts a bank transfer or a wallet payment; returns the page where the donor finishes it. */
export function postRedirect(request: RedirectRequest): Promise<Answer<{ redirect_url: string }>> {
  return post('/checkout/redirect', request);
}

async function post<Value>(path: string, body: object, started?: Promise<Response | null>): Promise<Answer<Value>> {
  const abort = new AbortController();
  const timer = setTimeout(() => abort.abort(), TIMEOUT_MS);
  try {
    const response = await (started ?? send(path, body, abort.signal));
    if (!response) return { ok: false, failure: { kind: 'unreachable' } };
    secret = response.headers.get('donor-secret') ?? secret;
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
  const headers = { 'content-type': 'application/json', 'donor-secret': secret };
  return fetch(path, { method: 'POST', headers, body: JSON.stringify(body), signal });
}

type JsonObject = { readonly [key: string]: unknown };

/** Branches on the problem's `code`, as the API's documentation asks every caller to. */
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

/** Whether the browser itself says that it has no network. */
export function isOffline(): boolean {
  return typeof navigator !== 'undefined' && navigator.onLine === false;
}
