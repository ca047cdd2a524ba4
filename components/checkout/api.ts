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
  const save = () => post('/checkout/donation', { ref, ...choices }, isSaved);
  const locks: LockManager | undefined = navigator.locks;
  return locks ? inTime((signal) => locks.request('donation', { signal }, save), save) : save();
}

/**
 * The card intent of a link at its present amount: the same one until that changes.
 * @param started the answer to the same request where the page's HTML has already sent it; null where none came
 */
export function requestIntent(linkId: string, started?: Promise<Response | null>): Promise<Answer<Intent>> {
  return post(`/v1/checkout_links/${encodeURIComponent(linkId)}/payment_intent`, {}, isIntent, started);
}

/** The texts of the page in another language; null where they cannot be read. */
export function fetchTexts(locale: string, country: string): Promise<SentTexts | null> {
  return get('/checkout/texts', { lang: locale, country }, isTexts);
}

/** The banks for a transfer in a country; none while the list cannot be read. */
export async function fetchBanks(country: string): Promise<RedirectMethodView['options']> {
  return (await get('/checkout/banks', { country }, isBanks)) ?? [];
}

/** The link's status, after the server has synced its payment with the gateway. */
export function retrieveStatus(ref: string): Promise<Answer<ConfirmationView>> {
  return post('/checkout/confirmation', { ref }, isConfirmation);
}

/** Starts a bank transfer or a wallet payment; returns the page where the donor finishes it. */
export function postRedirect(request: RedirectRequest): Promise<Answer<{ redirect_url: string }>> {
  return post('/checkout/redirect', request, isRedirect);
}

/** Whether an answer is ours: a network that people have to sign in to, or a proxy, answers with something else. */
type IsOurs<Value> = (answer: unknown) => answer is Value;

const isSaved = (answer: unknown): answer is SavedDonation => isRecord(answer) && typeof answer.amount === 'number';
const isIntent = (answer: unknown): answer is Intent =>
  isRecord(answer) && isText(answer.client_secret) && isText(answer.publishable_key);
const isConfirmation = (answer: unknown): answer is ConfirmationView =>
  isRecord(answer) && isText(answer.status) && typeof answer.pending === 'boolean';
const isRedirect = (answer: unknown): answer is { redirect_url: string } =>
  isRecord(answer) && isText(answer.redirect_url);
const isTexts = (answer: unknown): answer is SentTexts => isRecord(answer) && isText(answer.messages);
const isBanks = (answer: unknown): answer is RedirectMethodView['options'] =>
  Array.isArray(answer) && answer.every((bank) => isRecord(bank) && isText(bank.code));

/** What `work` brings within the time limit, else what `instead` does. */
async function inTime<Result>(
  work: (signal: AbortSignal) => Promise<Result>,
  instead: () => Result | Promise<Result>,
): Promise<Result> {
  const abort = new AbortController();
  const timer = setTimeout(() => abort.abort(), TIMEOUT_MS);
  try {
    return await work(abort.signal);
  } catch {
    return instead();
  } finally {
    clearTimeout(timer);
  }
}

function get<Value>(path: string, query: Record<string, string>, isOurs: IsOurs<Value>): Promise<Value | null> {
  return inTime(
    async (signal) => {
      const response = await fetch(`${path}?${new URLSearchParams(query)}`, { signal });
      const answer: unknown = await response.json();
      return response.ok && isOurs(answer) ? answer : null;
    },
    () => null,
  );
}

const unreachable = <Value>(): Answer<Value> => ({ ok: false, failure: { kind: 'unreachable' } });

function post<Value>(
  path: string,
  body: object,
  isOurs: IsOurs<Value>,
  started?: Promise<Response | null>,
): Promise<Answer<Value>> {
  return inTime(
    async (signal) => {
      const response = await (started ?? send(path, body, signal));
      if (!response) return unreachable();
      secret = response.headers.get('donor-secret') ?? secret;
      const answer: unknown = await response.json().catch(() => null);
      if (!response.ok) return { ok: false, failure: readFailure(response, isRecord(answer) ? answer : {}) };
      return isOurs(answer) ? { ok: true, value: answer } : unreachable();
    },
    unreachable<Value>,
  );
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

function isText(value: unknown): value is string {
  return typeof value === 'string' && value !== '';
}

function isRecord(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null;
}

/** Whether the browser itself says that it has no network. */
export function isOffline(): boolean {
  return typeof navigator !== 'undefined' && navigator.onLine === false;
}
