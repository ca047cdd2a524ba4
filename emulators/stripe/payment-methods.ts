import { createHash } from 'node:crypto';
import type Stripe from 'stripe';
import type { AccountStore, PaymentMethod, StoredCard } from './account-store.ts';
import { type CardBehaviour, declines, findCardByName, findCardByNumber, isCardNumber } from './cards.ts';
import { invalidRequest, missing, StripeApiError } from './errors.ts';
import { forcedBehaviour } from './forced-outcomes.ts';
import { requireEmail } from './intent-params.ts';
import type { Params } from './params.ts';

/** The origins from which a card number is accepted; a name such as pm_card_visa is accepted from anywhere. */
export type Origin = 'own_frame' | 'elsewhere';

/**
 * Finds or creates the payment method of `id`: a stored `pm_…`, or a `pm_card_…` name, which creates a new one. Throws 400
 * `resource_missing`.
 */
export function findOrMakeMethod(store: AccountStore, id: string): PaymentMethod {
  const stored = store.methods.get(id);
  if (stored !== undefined) return stored;
  const named = findCardByName(id);
  if (named === undefined) throw missing('PaymentMethod', id, 'payment_method', 400);
  const now = new Date(store.context.clock.now());
  const expiry = { month: now.getUTCMonth() + 1, year: now.getUTCFullYear() + 1 };
  return keep(store, named, { ...expiry, code: null }, noDetails());
}

/**
 * Creates a payment method from `payment_method_data`. A raw card number is only accepted from Stripe's own frames. Throws StripeApiError: 400 for another type, 402 for an invalid number, date or code.
 */
export function makeMethod(store: AccountStore, data: Params, origin: Origin): PaymentMethod {
  const type = data.required('type');
  if (type !== 'card') {
    throw invalidRequest(`The emulator knows payment methods of type card only, not ${type}.`, {
      param: 'type',
    });
  }
  const card = data.map('card');
  if (card === undefined)
    throw invalidRequest('Missing required param: card.', { code: 'parameter_missing', param: 'card' });
  const token = card.text('token');
  if (token !== undefined) return makeWalletMethod(store, token, readDetails(data.map('billing_details')));
  const number = card.required('number').replace(/[ -]/g, '');
  if (origin !== 'own_frame') throw rawNumberRefused();
  if (!isCardNumber(number)) throw cardError('incorrect_number', 'Your card number is incorrect.', 'number');
  const month = card.integer('exp_month') ?? 0;
  const year = fullYear(card.integer('exp_year') ?? 0);
  if (month < 1 || month > 12) {
    throw cardError('invalid_expiry_month', "Your card's expiration month is invalid.", 'exp_month');
  }
  const now = new Date(store.context.clock.now());
  const past = year * 12 + month < now.getUTCFullYear() * 12 + now.getUTCMonth() + 1;
  if (past || year > now.getUTCFullYear() + 50) {
    throw cardError('invalid_expiry_year', "Your card's expiration year is invalid.", 'exp_year');
  }
  const behaviour = findCardByNumber(number);
  const code = card.text('cvc') ?? null;
  if (code !== null && !(behaviour.brand === 'amex' ? /^\d{3,4}$/ : /^\d{3}$/).test(code)) {
    throw cardError('invalid_cvc', "Your card's security code is invalid.", 'cvc');
  }
  return keep(store, behaviour, { month, year, code }, readDetails(data.map('billing_details')));
}

/** The tokens that the wallets' buttons make; Stripe's own are opaque. */
const WALLET_TOKEN = /^tok_(apple_pay|google_pay)(_declined)?$/;

/** The card in a wallet. @throws StripeFault 400 for a token that no wallet made. */
function makeWalletMethod(
  store: AccountStore,
  token: string,
  billing: Stripe.PaymentMethod.BillingDetails,
): PaymentMethod {
  const [, type, isDeclined] = WALLET_TOKEN.exec(token) ?? [];
  if (type !== 'apple_pay' && type !== 'google_pay') throw missing('token', token, 'token', 400);
  const behaviour = findCardByNumber(isDeclined ? '4000000000000002' : '4242424242424242');
  const now = new Date(store.context.clock.now());
  const typed = { month: now.getUTCMonth() + 1, year: now.getUTCFullYear() + 1, code: null };
  return keep(store, behaviour, typed, billing, {
    dynamic_last4: behaviour.number.slice(-4),
    type,
    [type]: {},
  });
}

/** The behaviour of the card behind a stored payment method. */
export function behaviourOf(store: AccountStore, method: PaymentMethod): CardBehaviour {
  const card = store.cards.get(method.id);
  if (card === undefined) throw new Error(`Bug: no card is stored for ${method.id}.`);
  const behaviour =
    card.number === '' ? { ...findCardByNumber(''), decline: declines.notATestCard } : findCardByNumber(card.number);
  return card.forced === undefined ? behaviour : forcedBehaviour(behaviour, card.forced);
}

/** The same card has the same fingerprint within an account, and another one in other accounts. */
function fingerprint(account: string, number: string): string {
  return createHash('sha256').update(`${account}:${number}`).digest('base64url').slice(0, 16);
}

function keep(
  store: AccountStore,
  behaviour: CardBehaviour,
  typed: { month: number; year: number; code: string | null },
  billing: Stripe.PaymentMethod.BillingDetails,
  wallet: Stripe.PaymentMethod.Card.Wallet | null = null,
): PaymentMethod {
  const check = (given: boolean) => (given ? 'pass' : null);
  const method = {
    id: `pm_${store.context.random()}`,
    object: 'payment_method',
    allow_redisplay: 'unspecified',
    billing_details: billing,
    card: {
      brand: behaviour.brand,
      checks: {
        address_line1_check: null,
        address_postal_code_check: null,
        cvc_check: check(typed.code !== null),
      },
      country: behaviour.country,
      display_brand: behaviour.brand,
      exp_month: typed.month,
      exp_year: typed.year,
      fingerprint: fingerprint(store.account, behaviour.number),
      funding: behaviour.funding,
      generated_from: null,
      last4: behaviour.number.slice(-4),
      networks: { available: [behaviour.brand], preferred: null },
      regulated_status: 'unregulated',
      three_d_secure_usage: { supported: true },
      wallet,
    },
    created: store.context.clock.nowSeconds(),
    customer: null,
    customer_account: null,
    livemode: false,
    metadata: {},
    type: 'card',
  } satisfies Stripe.PaymentMethod;
  store.methods.set(method.id, method);
  const published = behaviour.decline?.declineCode !== declines.notATestCard.declineCode;
  const card: StoredCard = { number: published ? behaviour.number : '' };
  store.cards.set(method.id, card);
  return method;
}

function readDetails(given: Params | undefined): Stripe.PaymentMethod.BillingDetails {
  if (given === undefined) return noDetails();
  requireEmail(given.text('email'), 'billing_details[email]');
  const address = given.map('address');
  const line = (name: string) => address?.text(name) ?? null;
  return {
    address: {
      city: line('city'),
      country: line('country'),
      line1: line('line1'),
      line2: line('line2'),
      postal_code: line('postal_code'),
      state: line('state'),
    },
    email: given.text('email') ?? null,
    name: given.text('name') ?? null,
    phone: given.text('phone') ?? null,
    tax_id: null,
  };
}

function noDetails(): Stripe.PaymentMethod.BillingDetails {
  const address = { city: null, country: null, line1: null, line2: null, postal_code: null, state: null };
  return { address, email: null, name: null, phone: null, tax_id: null };
}

function fullYear(year: number): number {
  return year < 100 ? 2000 + year : year;
}

function cardError(code: string, message: string, param: string): StripeApiError {
  return new StripeApiError(402, { type: 'card_error', code, message, param });
}

/** Real accounts cannot send card numbers from their own pages or servers either. */
function rawNumberRefused(): StripeApiError {
  const message =
    'Sending credit card numbers directly to the Stripe API is generally unsafe. We suggest you use test tokens that ' +
    'map to the test card you are using, see https://stripe.com/docs/testing.';
  return new StripeApiError(402, { type: 'invalid_request_error', message });
}
