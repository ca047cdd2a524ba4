import { isCountry } from '#lib/countries.ts';
import { isLoopback } from '#lib/ip-addresses.ts';
import { optional } from '#lib/optional.ts';
import { type KeyMode, mercadoPagoMode, refuseMixedModes, stripeMode } from './key-modes.ts';
import { type Source, VARIABLE_NAMES, type Variables } from './variables.ts';

/**
 * Keys of one account at the card processor. `webhookSecrets`: the newest first, and each earlier one whose events still arrive; none
 * on a test account that gets no events.
 */
export type StripeAccountKeys = { secretKey: string; publishableKey: string; webhookSecrets: readonly string[] };

/** Keys of one Mercado Pago account (one per country); `apiBase` is an origin with an optional path, no slash at the end. */
export type MercadoPagoKeys = {
  accessToken: string;
  webhookSecrets: readonly string[];
  apiBase: string;
  mode: KeyMode;
  /** What new attempts are started with: a payment or preference, or an order (gateways C7). */
  api: 'payments' | 'orders';
};

/** Whether payments go to the real gateways, to the emulators, or nowhere. */
export type GatewayMode = 'real' | 'emulators' | 'none';

/** The gateways of this service. */
export type Gateways = {
  gatewayMode: GatewayMode;
  /** True when a live key serves donors: the pages then carry no test banner. */
  live: boolean;
  /** Card accounts: `default` and, by lower-case country, the accounts that serve causes of that country. */
  stripe: { accounts: Record<string, StripeAccountKeys>; apiBase?: string; jsUrl?: string };
  mercadoPago: { co?: MercadoPagoKeys; mx?: MercadoPagoKeys };
};

const MERCADO_PAGO_API = 'https://api.mercadopago.com';
/** Names of keys as we name them, also of a country that this service has no account for. */
const KEY_NAME = /^(STRIPE|MERCADO_PAGO)_\w*?(?:SECRET_KEY|PUBLISHABLE_KEY|WEBHOOK_SECRET|ACCESS_TOKEN)$/i;
const STRIPE_COUNTRY_KEY = /^STRIPE_([A-Za-z]{2})_(SECRET_KEY|PUBLISHABLE_KEY|WEBHOOK_SECRET)$/;

/** The addresses of the service and of the emulators. */
type Place = { publicBaseUrl: string; emulatorPort: number };

/**
 * Reads the gateways from the variables; without any key the emulators, if they are allowed (ruling 73).
 * @param set the environment without empty variables: accounts of single countries have variables of their own
 * @param problems receives a sentence for each bad variable
 */
export function readGateways(v: Variables, set: Source, place: Place, problems: string[]): Gateways {
  const accounts = stripeAccounts(v, set, problems);
  const mercadoPago = mercadoPagoAccounts(v, problems);
  refuseUnknownKeys(set, problems);
  const anyKey = Object.keys(accounts).length > 0 || Object.keys(mercadoPago).length > 0;
  if (v.EMULATORS === 'on' && anyKey)
    problems.push('EMULATORS must not be on together with gateway keys: unset one of them.');
  refuseLiveKeysElsewhere(v, accounts, mercadoPago, problems);
  const modes = [...stripeModes(accounts), ...mercadoPagoModes(mercadoPago)];
  refuseMixedModes(modes, problems);
  refuseRepeatedKeys(accounts, mercadoPago, problems);
  if (!anyKey && emulatorsAllowed(v, place.publicBaseUrl)) return emulated(v, `http://localhost:${place.emulatorPort}`);
  return {
    gatewayMode: anyKey ? 'real' : 'none',
    live: modes.some(({ mode }) => mode === 'live'),
    stripe: { accounts, ...optional('apiBase', v.STRIPE_API_BASE), ...optional('jsUrl', v.STRIPE_JS_URL) },
    mercadoPago,
  };
}

function emulated(v: Variables, base: string): Gateways {
  const keys = {
    secretKey: 'sk_test_emulator',
    publishableKey: 'pk_test_emulator',
    webhookSecrets: ['whsec_emulator'],
  };
  return {
    gatewayMode: 'emulators',
    live: false,
    stripe: { accounts: { default: keys }, apiBase: base, jsUrl: `${base}/emu/stripe.js` },
    mercadoPago: emulatedMercadoPago(v, base),
  };
}

function stripeAccounts(v: Variables, set: Source, problems: string[]): Record<string, StripeAccountKeys> {
  const groups = new Map<string, Source>();
  const add = (account: string, name: string, value: string | undefined) => {
    if (value !== undefined) groups.set(account, { ...groups.get(account), [name]: value });
  };
  add('default', 'SECRET_KEY', v.STRIPE_SECRET_KEY);
  add('default', 'PUBLISHABLE_KEY', v.STRIPE_PUBLISHABLE_KEY);
  add('default', 'WEBHOOK_SECRET', v.STRIPE_WEBHOOK_SECRET);
  for (const [name, value] of Object.entries(set)) {
    const match = STRIPE_COUNTRY_KEY.exec(name);
    if (!match?.[1] || !match[2]) continue;
    add(match[1].toLowerCase(), match[2], value);
    if (!/^[A-Z]+$/.test(match[1]) || !isCountry(match[1]))
      problems.push(`${name} must be of a country by its two capital letters, such as STRIPE_MX_${match[2]}.`);
  }
  const accounts: Record<string, StripeAccountKeys> = {};
  for (const [account, keys] of groups) {
    const prefix = stripePrefix(account);
    const { SECRET_KEY: secretKey = '', PUBLISHABLE_KEY: publishableKey = '' } = keys;
    const webhookSecrets = readSecrets(keys.WEBHOOK_SECRET);
    if (!/^(sk|rk)_(test|live)_\w+$/.test(secretKey))
      problems.push(
        `${prefix}SECRET_KEY must begin with sk_test_, sk_live_, rk_test_ or rk_live_, and then have letters and digits only.`,
      );
    if (!/^pk_(test|live)_\w+$/.test(publishableKey))
      problems.push(
        `${prefix}PUBLISHABLE_KEY must begin with pk_test_ or pk_live_, and then have letters and digits only.`,
      );
    if (stripeMode(secretKey) !== stripeMode(publishableKey))
      problems.push(`${prefix}PUBLISHABLE_KEY must be live if ${prefix}SECRET_KEY is, and a test key if that is one.`);
    if (stripeMode(secretKey) === 'live' && webhookSecrets.length === 0)
      problems.push(`${prefix}WEBHOOK_SECRET must be set with a live key, so that no event can be forged.`);
    refuseQuoted(`${prefix}WEBHOOK_SECRET`, webhookSecrets, problems);
    const [mistaken] = webhookSecrets.flatMap((secret) => /^(?:we|sk|rk|pk)_/.exec(secret) ?? []);
    if (mistaken !== undefined)
      problems.push(
        `${prefix}WEBHOOK_SECRET must begin with whsec_, the signing secret of the endpoint: with ${mistaken} begins ` +
          `${mistaken === 'we_' ? "the endpoint's id" : 'an API key'}.`,
      );
    accounts[account] = { secretKey, publishableKey, webhookSecrets };
  }
  return accounts;
}

function mercadoPagoAccounts(v: Variables, problems: string[]): Gateways['mercadoPago'] {
  const found: Gateways['mercadoPago'] = {};
  for (const country of ['CO', 'MX'] as const) {
    const accessToken = v[`MERCADO_PAGO_${country}_ACCESS_TOKEN`];
    const webhookSecrets = readSecrets(v[`MERCADO_PAGO_${country}_WEBHOOK_SECRET`]);
    const apiBase = v[`MERCADO_PAGO_${country}_API_BASE`];
    if (accessToken === undefined) {
      if (webhookSecrets.length > 0)
        problems.push(
          `MERCADO_PAGO_${country}_ACCESS_TOKEN must be set where MERCADO_PAGO_${country}_WEBHOOK_SECRET is.`,
        );
      continue;
    }
    refuseQuoted(`MERCADO_PAGO_${country}_WEBHOOK_SECRET`, webhookSecrets, problems);
    const mode = mercadoPagoMode(country, accessToken, v[`MERCADO_PAGO_${country}_MODE`], problems);
    if (mode === 'live' && webhookSecrets.length === 0)
      problems.push(
        `MERCADO_PAGO_${country}_WEBHOOK_SECRET must be set with a live token, so that no event can be forged.`,
      );
    found[country === 'CO' ? 'co' : 'mx'] = {
      accessToken,
      webhookSecrets,
      apiBase: (apiBase ?? MERCADO_PAGO_API).replace(/\/+$/, ''),
      mode,
      api: v[`MERCADO_PAGO_${country}_API`],
    };
  }
  return found;
}

/** Refuses a key that would be read by nobody, such as of a country without an account: its donors would not be served. */
function refuseUnknownKeys(set: Source, problems: string[]): void {
  for (const name of Object.keys(set)) {
    const gateway = KEY_NAME.exec(name)?.[1]?.toUpperCase();
    if (gateway === undefined || VARIABLE_NAMES.includes(name) || STRIPE_COUNTRY_KEY.test(name)) continue;
    const known = gateway === 'STRIPE' ? 'STRIPE_ or STRIPE_MX_ (any country)' : 'MERCADO_PAGO_CO_ or MERCADO_PAGO_MX_';
    problems.push(`${name} must be unset: the keys of this gateway begin with ${known}, and nothing reads this one.`);
  }
}

/** Refuses a key of two accounts: what happens in one would be read, and compared with the ledger, under two names. */
function refuseRepeatedKeys(
  accounts: Record<string, StripeAccountKeys>,
  mercadoPago: Gateways['mercadoPago'],
  problems: string[],
): void {
  const keys = [
    ...Object.entries(accounts).flatMap(([account, { secretKey, publishableKey, webhookSecrets }]) => [
      { name: `${stripePrefix(account)}SECRET_KEY`, key: secretKey },
      { name: `${stripePrefix(account)}PUBLISHABLE_KEY`, key: publishableKey },
      ...webhookSecrets.map((key) => ({ name: `${stripePrefix(account)}WEBHOOK_SECRET`, key })),
    ]),
    ...Object.entries(mercadoPago).flatMap(([country, { accessToken, webhookSecrets }]) => [
      { name: `MERCADO_PAGO_${country.toUpperCase()}_ACCESS_TOKEN`, key: accessToken },
      ...webhookSecrets.map((key) => ({ name: `MERCADO_PAGO_${country.toUpperCase()}_WEBHOOK_SECRET`, key })),
    ]),
  ];
  for (const [index, { name, key }] of keys.entries()) {
    const first = keys.slice(0, index).find((other) => other.key === key && other.name !== name);
    if (first && key !== '')
      problems.push(
        `${name} must be of another account than ${first.name}, whose value it has: each has keys of its own.`,
      );
  }
}

/** With quotes or white space within it, a secret was copied with what is around it: every event would be refused. */
function refuseQuoted(name: string, secrets: readonly string[], problems: string[]): void {
  if (secrets.some((secret) => /[\s"'`]/.test(secret)))
    problems.push(`${name} must be secrets with commas between them, without quotes or white space.`);
}

/** The secrets of a variable, separated by commas. */
export function readSecrets(value = ''): string[] {
  return value.split(',').flatMap((secret) => (secret.trim() === '' ? [] : [secret.trim()]));
}

function stripePrefix(account: string): string {
  return account === 'default' ? 'STRIPE_' : `STRIPE_${account.toUpperCase()}_`;
}

function stripeModes(accounts: Record<string, StripeAccountKeys>) {
  return Object.entries(accounts).map(([account, { secretKey }]) => ({
    name: `${stripePrefix(account)}SECRET_KEY`,
    mode: stripeMode(secretKey),
  }));
}

function mercadoPagoModes(mercadoPago: Gateways['mercadoPago']) {
  return Object.entries(mercadoPago).map(([country, { mode }]) => ({
    name: `MERCADO_PAGO_${country.toUpperCase()}_ACCESS_TOKEN`,
    mode,
  }));
}

function emulatedMercadoPago(v: Variables, base: string): Gateways['mercadoPago'] {
  const tenant = (country: 'co' | 'mx'): MercadoPagoKeys => ({
    accessToken: `TEST-emulator-${country}`,
    webhookSecrets: [`emulator-secret-${country}`],
    apiBase: `${base}/mercado-pago/${country}`,
    mode: 'test',
    api: v[country === 'co' ? 'MERCADO_PAGO_CO_API' : 'MERCADO_PAGO_MX_API'],
  });
  return { co: tenant('co'), mx: tenant('mx') };
}

function emulatorsAllowed(v: Variables, publicBaseUrl: string): boolean {
  if (v.EMULATORS === 'off') return false;
  return v.EMULATORS === 'on' || isLoopback(publicBaseUrl);
}

function refuseLiveKeysElsewhere(
  v: Variables,
  accounts: Record<string, StripeAccountKeys>,
  mercadoPago: Gateways['mercadoPago'],
  problems: string[],
): void {
  const liveCards = Object.values(accounts).some(({ secretKey }) => stripeMode(secretKey) === 'live');
  if (liveCards && v.STRIPE_API_BASE) problems.push('STRIPE_API_BASE must not be set with a live key.');
  if (liveCards && v.STRIPE_JS_URL) problems.push('STRIPE_JS_URL must not be set with a live key.');
  for (const [country, keys] of Object.entries(mercadoPago))
    if (keys.mode === 'live' && keys.apiBase !== MERCADO_PAGO_API)
      problems.push(`MERCADO_PAGO_${country.toUpperCase()}_API_BASE must not be set with a live token.`);
}
