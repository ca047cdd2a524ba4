import { z } from 'zod';
import { isAddressRange } from './addresses.ts';
import { readSigningKey } from './signing-key.ts';
import {
  type AmountPerCurrency,
  APPROVAL_THRESHOLDS,
  DAILY_LIMITS,
  readAmounts,
} from './withdrawal-limits.ts';

/** Keys of one account at the card processor. `webhookSecret` is absent on a test account that gets no events. */
export type StripeAccountKeys = { secretKey: string; publishableKey: string; webhookSecret?: string };

/** Keys of one Mercado Pago account (one per country); `apiBase` is an origin with an optional path, no slash at the end. */
export type MercadoPagoKeys = { accessToken: string; webhookSecret?: string; apiBase: string };

/** How money moves here: through the gateways' own services, through the emulators, or not at all. */
export type GatewayMode = 'real' | 'emulators' | 'none';

/** Everything the product reads from its environment, parsed once (decisions.md, "Environment"). Durations in seconds. */
export type Env = {
  port: number;
  /** How many web processes share the port. */
  processes: number;
  dataDir: string;
  /** Of the build to serve, relative to the checkout; scripts/start.ts names it. */
  buildDir: string;
  publicBaseUrl: string;
  databaseUrl?: string;
  trustedProxies: string[];
  checkoutLinkTtlSeconds: number;
  rateLimits: {
    clientPer10s: number;
    addressPer10s: number;
    linkPer10s: number;
    giftAddressPer10min: number;
    giftCausePer10min: number;
  };
  /** What a creator may ask for within a day, and above what staff must approve. Whole major units. */
  withdrawals: { dailyLimit: AmountPerCurrency; approvalThreshold: AmountPerCurrency };
  redisUrl?: string;
  smtpUrl?: string;
  mailFrom: string;
  /** Ed25519 in PKCS#8, as PEM or base64. Unset: a key is generated once and kept in the database. */
  receiptSigningKey?: string;
  /** Signs session cookies and makes sign-in codes. Unset: one is generated once and kept in the database. */
  authSecret?: string;
  logLevel: 'fatal' | 'error' | 'warn' | 'info' | 'debug' | 'trace' | 'silent';
  sandboxBaseUrl?: string;
  gatewayMode: GatewayMode;
  /** QA's deck is there: with the emulators, on an address of this machine. */
  qaDeck: boolean;
  /** True when a live key serves donors: the pages then carry no test banner. */
  live: boolean;
  /** Card accounts: `default` and, by lower-case country, the accounts that serve causes of that country. */
  stripe: { accounts: Record<string, StripeAccountKeys>; apiBase?: string; jsUrl?: string };
  mercadoPago: { co?: MercadoPagoKeys; mx?: MercadoPagoKeys };
  emulatorPort: number;
};

const MERCADO_PAGO_API = 'https://api.mercadopago.com';
const STRIPE_COUNTRY_KEY = /^STRIPE_([A-Z]{2})_(SECRET_KEY|PUBLISHABLE_KEY|WEBHOOK_SECRET)$/;
const LOOPBACK_HOSTS = new Set(['localhost', '127.0.0.1', '[::1]']);

const port = z.coerce.number().int().min(1).max(65535);
const positiveInteger = z.coerce.number().int().min(1);
const httpUrl = z.url({ protocol: /^https?$/, message: 'must be an http or https address' });

function mustBeSigningKey(text: string, context: z.RefinementCtx): void {
  try {
    readSigningKey(text);
  } catch (error) {
    context.addIssue({ code: 'custom', message: (error as Error).message });
  }
}

/** Amounts such as `USD=1000,COP=4000000`, over the table of what is usual. */
function amountsOver(table: AmountPerCurrency) {
  return z
    .string()
    .default('')
    .transform((text, context) => {
      try {
        return readAmounts(text, table);
      } catch (error) {
        context.addIssue({ code: 'custom', message: (error as Error).message });
        return z.NEVER;
      }
    });
}

const variables = z.object({
  PORT: port.default(3000),
  PROCESSES: positiveInteger.max(64).default(1),
  DATA_DIR: z.string().default('.data'),
  NEXT_DIST_DIR: z.string().default('.next'),
  PUBLIC_BASE_URL: httpUrl.optional(),
  DATABASE_URL: z.url({ protocol: /^postgres(ql)?$/, message: 'must be a postgresql:// address' }).optional(),
  TRUSTED_PROXIES: z.string().default(''),
  CHECKOUT_LINK_TTL_SECONDS: positiveInteger.max(31_536_000).default(86_400),
  RATE_LIMIT_CLIENT_PER_10S: positiveInteger.default(10_000),
  RATE_LIMIT_ADDRESS_PER_10S: positiveInteger.default(2_000),
  RATE_LIMIT_LINK_PER_10S: positiveInteger.default(300),
  RATE_LIMIT_GIFT_ADDRESS_PER_10MIN: positiveInteger.default(100),
  RATE_LIMIT_GIFT_CAUSE_PER_10MIN: positiveInteger.default(6_000),
  WITHDRAWAL_DAILY_LIMIT: amountsOver(DAILY_LIMITS),
  WITHDRAWAL_APPROVAL_THRESHOLD: amountsOver(APPROVAL_THRESHOLDS),
  REDIS_URL: z.url({ protocol: /^rediss?$/, message: 'must be a redis:// address' }).optional(),
  SMTP_URL: z.url({ protocol: /^smtps?$/, message: 'must be an smtp:// address' }).optional(),
  MAIL_FROM: z.string().min(3).default('Donations <donations@localhost>'),
  RECEIPT_SIGNING_KEY: z.string().superRefine(mustBeSigningKey).optional(),
  AUTH_SECRET: z.string().min(32, 'must have at least 32 characters, all random').optional(),
  LOG_LEVEL: z.enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent']).default('info'),
  SANDBOX_BASE_URL: httpUrl.optional(),
  STRIPE_SECRET_KEY: z.string().optional(),
  STRIPE_PUBLISHABLE_KEY: z.string().optional(),
  STRIPE_WEBHOOK_SECRET: z.string().optional(),
  STRIPE_API_BASE: httpUrl.optional(),
  STRIPE_JS_URL: httpUrl.optional(),
  MERCADO_PAGO_CO_ACCESS_TOKEN: z.string().optional(),
  MERCADO_PAGO_CO_WEBHOOK_SECRET: z.string().optional(),
  MERCADO_PAGO_CO_API_BASE: httpUrl.optional(),
  MERCADO_PAGO_MX_ACCESS_TOKEN: z.string().optional(),
  MERCADO_PAGO_MX_WEBHOOK_SECRET: z.string().optional(),
  MERCADO_PAGO_MX_API_BASE: httpUrl.optional(),
  EMULATOR_PORT: port.optional(),
  EMULATORS: z.enum(['on', 'off']).optional(),
});
type Variables = z.infer<typeof variables>;
type Source = Record<string, string | undefined>;

/** Says which variables of the environment are wrong, all of them at once, one a line. */
export class EnvError extends Error {
  readonly problems: string[];
  constructor(problems: string[]) {
    super(`The environment is not usable:\n${problems.map((problem) => `  ${problem}`).join('\n')}`);
    this.name = 'EnvError';
    this.problems = problems;
  }
}

/**
 * Parses an environment. An empty variable counts as unset.
 * @throws EnvError naming every bad variable.
 */
export function loadEnv(source: Source = process.env): Env {
  const set = Object.fromEntries(
    Object.entries(source).filter(
      (pair): pair is [string, string] => pair[1] !== undefined && pair[1] !== '',
    ),
  );
  const problems: string[] = [];
  const v = parseVariables(set, problems);
  const publicBaseUrl = (v.PUBLIC_BASE_URL ?? `http://localhost:${v.PORT}`).replace(/\/+$/, '');
  const emulatorPort = v.EMULATOR_PORT ?? v.PORT + 1;
  if (emulatorPort > 65_535) problems.push('EMULATOR_PORT: set one, PORT is the last of all ports');
  const accounts = stripeAccounts(v, set, problems);
  const mercadoPago = mercadoPagoAccounts(v, problems);
  const anyKey = Object.keys(accounts).length > 0 || Object.keys(mercadoPago).length > 0;
  const gatewayMode = anyKey ? 'real' : emulatorsAllowed(v, publicBaseUrl) ? 'emulators' : 'none';
  if (v.EMULATORS === 'on' && anyKey)
    problems.push('EMULATORS: never mixed with gateway keys; unset one of them');
  refuseLiveKeysElsewhere(v, accounts, mercadoPago, problems);
  if (problems.length > 0) throw new EnvError(problems);

  const emulatorBase = `http://localhost:${emulatorPort}`;
  return {
    port: v.PORT,
    processes: v.PROCESSES,
    dataDir: v.DATA_DIR,
    buildDir: v.NEXT_DIST_DIR,
    publicBaseUrl,
    ...optional('databaseUrl', v.DATABASE_URL),
    trustedProxies: trustedProxies(v.TRUSTED_PROXIES),
    checkoutLinkTtlSeconds: v.CHECKOUT_LINK_TTL_SECONDS,
    rateLimits: {
      clientPer10s: v.RATE_LIMIT_CLIENT_PER_10S,
      addressPer10s: v.RATE_LIMIT_ADDRESS_PER_10S,
      linkPer10s: v.RATE_LIMIT_LINK_PER_10S,
      giftAddressPer10min: v.RATE_LIMIT_GIFT_ADDRESS_PER_10MIN,
      giftCausePer10min: v.RATE_LIMIT_GIFT_CAUSE_PER_10MIN,
    },
    withdrawals: {
      dailyLimit: v.WITHDRAWAL_DAILY_LIMIT,
      approvalThreshold: v.WITHDRAWAL_APPROVAL_THRESHOLD,
    },
    ...optional('redisUrl', v.REDIS_URL),
    ...optional('smtpUrl', v.SMTP_URL),
    mailFrom: v.MAIL_FROM,
    ...optional('receiptSigningKey', v.RECEIPT_SIGNING_KEY),
    ...optional('authSecret', v.AUTH_SECRET),
    logLevel: v.LOG_LEVEL,
    ...optional('sandboxBaseUrl', v.SANDBOX_BASE_URL?.replace(/\/+$/, '')),
    gatewayMode,
    qaDeck: gatewayMode === 'emulators' && isLoopback(publicBaseUrl),
    live: [...Object.values(accounts).map((a) => a.secretKey), ...tokens(mercadoPago)].some(isLive),
    stripe:
      gatewayMode === 'emulators'
        ? {
            accounts: {
              default: {
                secretKey: 'sk_test_emulator',
                publishableKey: 'pk_test_emulator',
                webhookSecret: 'whsec_emulator',
              },
            },
            apiBase: emulatorBase,
            jsUrl: `${emulatorBase}/emu/stripe.js`,
          }
        : { accounts, ...optional('apiBase', v.STRIPE_API_BASE), ...optional('jsUrl', v.STRIPE_JS_URL) },
    mercadoPago: gatewayMode === 'emulators' ? emulatedMercadoPago(emulatorBase) : mercadoPago,
    emulatorPort,
  };
}

/** The variables one by one; a bad one is noted and then taken as unset, so that the rest is checked too. */
function parseVariables(set: Source, problems: string[]): Variables {
  const parsed = variables.safeParse(set);
  if (parsed.success) return parsed.data;
  problems.push(...parsed.error.issues.map((issue) => `${issue.path.join('.')}: ${issue.message}`));
  const bad = new Set(parsed.error.issues.map((issue) => issue.path[0]));
  return variables.parse(Object.fromEntries(Object.entries(set).filter(([name]) => !bad.has(name))));
}

const ENV = Symbol.for('fundraising.env');
type Holder = { [ENV]?: Env };

/** The environment of this process, parsed at the first call and kept. */
export function env(): Env {
  const holder = globalThis as Holder;
  holder[ENV] ??= loadEnv();
  return holder[ENV];
}

/** Why this environment cannot serve donors, or undefined when it can. The console works without gateways; a server must not start. */
export function unservableReason(loaded: Env): string | undefined {
  if (loaded.processes > 1 && process.platform !== 'linux')
    return 'PROCESSES above 1 needs Linux, which shares one port among them. Leave it at 1 here.';
  if (loaded.gatewayMode !== 'none') return undefined;
  return (
    'No gateway keys are set, and the emulators do not start by themselves where PUBLIC_BASE_URL is public ' +
    'or EMULATORS=off. Set STRIPE_SECRET_KEY, STRIPE_PUBLISHABLE_KEY and STRIPE_WEBHOOK_SECRET, or EMULATORS=on for a demonstration.'
  );
}

function optional<K extends string, T>(key: K, value: T | undefined): Partial<Record<K, T>> {
  return value === undefined ? {} : ({ [key]: value } as Record<K, T>);
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
    if (match?.[1] && match[2]) add(match[1].toLowerCase(), match[2], value);
  }
  const accounts: Record<string, StripeAccountKeys> = {};
  for (const [account, keys] of groups) {
    const prefix = account === 'default' ? 'STRIPE_' : `STRIPE_${account.toUpperCase()}_`;
    const {
      SECRET_KEY: secretKey = '',
      PUBLISHABLE_KEY: publishableKey = '',
      WEBHOOK_SECRET: webhookSecret,
    } = keys;
    if (!/^(sk|rk)_(test|live)_/.test(secretKey))
      problems.push(`${prefix}SECRET_KEY: must begin with sk_test_, sk_live_, rk_test_ or rk_live_`);
    if (!/^pk_(test|live)_/.test(publishableKey))
      problems.push(`${prefix}PUBLISHABLE_KEY: must begin with pk_test_ or pk_live_`);
    if (isLive(secretKey) !== isLive(publishableKey))
      problems.push(`${prefix}PUBLISHABLE_KEY: one key is live and the other is a test key`);
    if (isLive(secretKey) && !webhookSecret)
      problems.push(`${prefix}WEBHOOK_SECRET: required with a live key, so that no event can be forged`);
    accounts[account] = { secretKey, publishableKey, ...optional('webhookSecret', webhookSecret) };
  }
  return accounts;
}

function mercadoPagoAccounts(v: Variables, problems: string[]): Env['mercadoPago'] {
  const found: Env['mercadoPago'] = {};
  for (const country of ['CO', 'MX'] as const) {
    const accessToken = v[`MERCADO_PAGO_${country}_ACCESS_TOKEN`];
    const webhookSecret = v[`MERCADO_PAGO_${country}_WEBHOOK_SECRET`];
    const apiBase = v[`MERCADO_PAGO_${country}_API_BASE`];
    if (accessToken === undefined) {
      if (webhookSecret !== undefined) problems.push(`MERCADO_PAGO_${country}_ACCESS_TOKEN: missing`);
      continue;
    }
    if (isLive(accessToken) && !webhookSecret)
      problems.push(
        `MERCADO_PAGO_${country}_WEBHOOK_SECRET: required with a live token, so that no event can be forged`,
      );
    found[country === 'CO' ? 'co' : 'mx'] = {
      accessToken,
      ...optional('webhookSecret', webhookSecret),
      apiBase: (apiBase ?? MERCADO_PAGO_API).replace(/\/+$/, ''),
    };
  }
  return found;
}

function emulatedMercadoPago(base: string): Env['mercadoPago'] {
  const tenant = (country: string): MercadoPagoKeys => ({
    accessToken: `TEST-emulator-${country}`,
    webhookSecret: `emulator-secret-${country}`,
    apiBase: `${base}/mercado-pago/${country}`,
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
  mercadoPago: Env['mercadoPago'],
  problems: string[],
): void {
  const liveCards = Object.values(accounts).some((account) => isLive(account.secretKey));
  if (liveCards && v.STRIPE_API_BASE) problems.push('STRIPE_API_BASE: refused with a live key');
  if (liveCards && v.STRIPE_JS_URL) problems.push('STRIPE_JS_URL: refused with a live key');
  for (const [country, keys] of Object.entries(mercadoPago))
    if (isLive(keys.accessToken) && keys.apiBase !== MERCADO_PAGO_API)
      problems.push(`MERCADO_PAGO_${country.toUpperCase()}_API_BASE: refused with a live token`);
  for (const range of v.TRUSTED_PROXIES.split(',').map((part) => part.trim()))
    if (range !== '' && !isAddressRange(range))
      problems.push(`TRUSTED_PROXIES: "${range}" is neither an address nor a CIDR range`);
}

function trustedProxies(list: string): string[] {
  return list.split(',').flatMap((part) => (part.trim() === '' ? [] : [part.trim()]));
}

function tokens(mercadoPago: Env['mercadoPago']): string[] {
  return Object.values(mercadoPago).map((keys) => keys.accessToken);
}

function isLive(key: string): boolean {
  return /^(sk|rk|pk)_live_/.test(key) || key.startsWith('APP_USR-');
}

function isLoopback(address: string): boolean {
  return LOOPBACK_HOSTS.has(new URL(address).hostname);
}
