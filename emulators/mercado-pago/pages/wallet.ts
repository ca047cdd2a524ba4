import type { Payment } from '../payment.ts';
import { isExpired, type Preference } from '../preference.ts';
import { newUuid, type Tenant } from '../tenant.ts';
import { payInWallet, paymentsFor, returnAddress, returnsByItself, type WalletOutcome } from '../wallet-payments.ts';
import { findWalletUser, sourceOf, WALLET_USERS, type WalletUser } from '../wallet-users.ts';
import { redirectResponse } from './frame.ts';
import { notFoundPage } from './not-found.ts';
import { languageOf } from './texts.ts';
import { expiredPage, resultPage, reviewPage, signInPage, type WalletView } from './wallet-views.ts';

const COOKIE = 'mp_test_user';
const OUTCOMES: readonly WalletOutcome[] = ['approve', 'pending', 'reject'];

/** Opens the checkout: sign-in first, then the review; `payment_id` shows the outcome of an attempt. */
export function showWallet(tenant: Tenant, request: Request, url: URL): Response {
  const view = viewOf(tenant, request, url.searchParams.get('pref_id'));
  if (view === null) return notFoundPage(tenant, languageOf(request), 'wallet');
  const attempt = tenant.payments.get(url.searchParams.get('payment_id') ?? '');
  const shown = attempt?.preferenceId === view.preference.id ? attempt : undefined;
  if (shown !== undefined && shown.status !== 'rejected') return resultPage(view, shown);
  if (isExpired(view.preference, tenant.context.clock.now())) return expiredPage(view);
  const user = findWalletUser(cookieOf(request));
  if (user === undefined) return signInPage(view, WALLET_USERS);
  const paidAlready = paymentsFor(tenant, view.preference).some((payment) => payment.status === 'approved');
  const attemptKey = newUuid(tenant.context);
  return reviewPage(view, { user, paidAlready, attemptKey, rejected: shown ?? null });
}

/** Signs a test user in and goes on to the review. */
export async function signIn(tenant: Tenant, request: Request): Promise<Response> {
  const form = new URLSearchParams(await request.text());
  return setUser(tenant, request, form.get('pref_id'), findWalletUser(form.get('user')));
}

/** Signs out and goes back to the choice of a user. */
export function signOut(tenant: Tenant, request: Request, url: URL): Response {
  return setUser(tenant, request, url.searchParams.get('pref_id'), undefined);
}

function setUser(
  tenant: Tenant,
  request: Request,
  preferenceId: string | null,
  user: WalletUser | undefined,
): Response {
  const view = viewOf(tenant, request, preferenceId);
  if (view === null) return notFoundPage(tenant, languageOf(request), 'wallet');
  const value = user === undefined ? '; Max-Age=0' : user.id;
  const cookie = `${COOKIE}=${value}; Path=${tenant.prefix}; HttpOnly; SameSite=Lax`;
  return redirectResponse(checkoutAddress(tenant, view.preference), cookie);
}

/**
 * The payer's choice on the review page. The form has a key: sending it twice (a double click) makes one payment; opening
 * the page again and paying makes another.
 */
export async function pay(tenant: Tenant, request: Request): Promise<Response> {
  const form = new URLSearchParams(await request.text());
  const view = viewOf(tenant, request, form.get('pref_id'));
  if (view === null) return notFoundPage(tenant, languageOf(request), 'wallet');
  const { preference } = view;
  if (form.get('decision') === 'cancel') return leave(tenant, preference);
  const payment = attempt(tenant, request, preference, form);
  // The checkout says what holds now: that it has expired, or who has to sign in.
  if (payment === null) return redirectResponse(checkoutAddress(tenant, preference));
  if (tenant.switches.webhookBeforeRedirect) await tenant.channel.idle();
  const back = returnAddress(tenant, preference, payment);
  const goes = tenant.switches.returnToMerchant && returnsByItself(preference, payment) && back !== '';
  return redirectResponse(goes ? back : `${checkoutAddress(tenant, preference)}&payment_id=${payment.id}`);
}

function attempt(tenant: Tenant, request: Request, preference: Preference, form: URLSearchParams): Payment | null {
  const key = `form:${preference.id}:${form.get('attempt') ?? ''}`;
  const before = tenant.replays.get(key);
  if (before !== undefined) return tenant.payments.get(String(before.paymentId)) ?? null;
  const choice = choiceOf(preference, findWalletUser(cookieOf(request)), form);
  const expired = isExpired(preference, tenant.context.clock.now());
  if (choice === null || expired || !form.has('attempt')) return null;
  const payment = payInWallet(tenant, preference, choice);
  tenant.replays.set(key, { fingerprint: '', paymentId: payment.id, refundId: null });
  return payment;
}

function choiceOf(preference: Preference, user: WalletUser | undefined, form: URLSearchParams) {
  const outcome = OUTCOMES.find((each) => each === form.get('decision'));
  if (user === undefined || outcome === undefined) return null;
  const source = sourceOf(user, form.get('source') ?? '', preference.amount);
  return source === undefined ? null : { user, source, outcome };
}

/**
 * Leaving makes no payment; after a rejected attempt the payer returns with that one. Without a return address the checkout
 * stays open.
 */
function leave(tenant: Tenant, preference: Preference): Response {
  const last = paymentsFor(tenant, preference).at(-1);
  const back = returnAddress(tenant, preference, last?.status === 'rejected' ? last : null);
  return redirectResponse(back === '' ? checkoutAddress(tenant, preference) : back);
}

function viewOf(tenant: Tenant, request: Request, preferenceId: string | null): WalletView | null {
  const preference = tenant.preferences.get(preferenceId ?? '');
  return preference === undefined ? null : { tenant, preference, language: languageOf(request) };
}

function checkoutAddress(tenant: Tenant, preference: Preference): string {
  return `${tenant.prefix}/checkout/v1/redirect?pref_id=${encodeURIComponent(preference.id)}`;
}

function cookieOf(request: Request): string | null {
  const cookies = (request.headers.get('cookie') ?? '').split(';').map((each) => each.trim());
  return cookies.find((each) => each.startsWith(`${COOKIE}=`))?.slice(COOKIE.length + 1) ?? null;
}
