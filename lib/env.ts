import type { DataKeys } from './env/data-keys.ts';
import { type Gateways, readGateways } from './env/gateway-keys.ts';
import { refuseUnsafe } from './env/live-settings.ts';
import type { PayoutAccounts } from './env/payout-accounts.ts';
import { parseVariables, type Source } from './env/variables.ts';
import type { AmountPerCurrency } from './env/withdrawal-limits.ts';
import { isLoopback } from './ip-addresses.ts';
import { optional } from './optional.ts';

/** Where spans are sent (OTLP over HTTP), and which part of the links is traced, from 0 to 1. */
export type TraceSettings = { endpoint: string; serviceName: string; ratio: number };

/** The whole environment of the product, parsed once (ruling 72). Durations in seconds. */
export type Env = Gateways & {
  port: number;
  /** How many web processes share the port. */
  processes: number;
  /** Where Prometheus reads the metrics of this machine's processes; unset: nothing is counted of requests. */
  metricsPort?: number;
  metricsHost: string;
  /** Where spans are sent, and of which part of the links; unset: nothing is traced. */
  traces?: TraceSettings;
  dataDir: string;
  /** The served build, relative to the checkout (NEXT_DIST_DIR). */
  buildDir: string;
  publicBaseUrl: string;
  databaseUrl?: string;
  /** Connection string for migrations, of the role that owns the tables. */
  databaseOwnerUrl?: string;
  /** Connections of one process for transactions. */
  databasePoolSize: number;
  trustedProxies: string[];
  checkoutLinkTtlSeconds: number;
  /** How long a delivered mail is kept. */
  mailRetentionDays: number;
  /** How long what was typed into the form of a link is kept once it has ended unpaid. */
  unpaidRetentionDays: number;
  /** How long donors are kept after their last donation; undefined: as long as the country's law wants (lib/people). */
  donorRetentionYears: number | undefined;
  rateLimits: {
    /** How long the windows of ten seconds are: longer in tests, which count exactly on any machine. */
    windowSeconds: number;
    clientPer10s: number;
    addressPer10s: number;
    failedAuthPer10s: number;
    linkPer10s: number;
    giftAddressPer10min: number;
    giftCausePer10min: number;
  };
  /**
   * The most that a creator can withdraw within a day, and the amount above which staff must approve. Whole major units.
   */
  withdrawals: { dailyLimit: AmountPerCurrency; approvalThreshold: AmountPerCurrency };
  /** The refund of a payment above which a second staff member must approve. Whole major units. */
  refundApprovalThreshold: AmountPerCurrency;
  /** The accounts that pay withdrawals, and the name of their holder as the bank knows it; empty without accounts. */
  payouts: { name: string; accounts: PayoutAccounts };
  /** One staff member can do what otherwise needs two. */
  allowSingleStaff: boolean;
  redisUrl?: string;
  smtpUrl?: string;
  /** Mail is sent over TLS or not at all. */
  smtpNeedsTls: boolean;
  mailFrom: string;
  /** The version of the service's terms, which creators accept with a cause that they create themselves. */
  termsVersion: string;
  /** What donors read of this service, where a client's settings say nothing else. */
  about: {
    serviceName?: string;
    supportEmail?: string;
    termsUrl?: string;
    privacyUrl?: string;
  };
  /** Ed25519 in PKCS#8, as PEM or base64. Unset: a key is generated once and stored in the database. */
  receiptSigningKey?: string;
  /** Signs session cookies and derives sign-in codes. Unset: one is generated once and stored in the database. */
  authSecret?: string;
  /** Encrypt bank accounts and the secrets in the database; the first key encrypts, all decrypt. */
  dataKeys?: DataKeys;
  logLevel: 'fatal' | 'error' | 'warn' | 'info' | 'debug' | 'trace' | 'silent';
  sandboxBaseUrl?: string;
  /** The QA deck is served: only with the emulators and on an address of this machine. */
  qaDeck: boolean;
  emulatorPort: number;
  /** Whether this is `npm run dev`, which reloads changed sources. */
  development: boolean;
};

/** Lists all bad variables of the environment, one a line. */
export class EnvError extends Error {
  readonly problems: string[];
  constructor(problems: string[]) {
    super(`The environment is not usable:\n${problems.map((problem) => `  ${problem}`).join('\n')}`);
    this.name = 'EnvError';
    this.problems = problems;
  }
}

/**
 * Parses an environment. White space around a value is no part of it, and an empty variable counts as unset.
 * @throws EnvError naming every bad variable.
 */
export function loadEnv(source: Source = process.env): Env {
  const trimmed = Object.entries(source).map(([name, value]) => [name, value?.trim() || (value ?? '')] as const);
  const set = Object.fromEntries(trimmed.filter(([, value]) => value !== ''));
  const problems: string[] = [];
  const v = parseVariables(set, problems);
  // In the one spelling of browsers: its scheme decides about cookies and webhooks.
  const publicBaseUrl = new URL(v.PUBLIC_BASE_URL ?? `http://localhost:${v.PORT}`).origin;
  const emulatorPort = v.EMULATOR_PORT ?? v.PORT + 1;
  if (emulatorPort > 65_535) problems.push('EMULATOR_PORT must be set where PORT is 65535: there is no port after it.');
  if (emulatorPort === v.PORT) problems.push('EMULATOR_PORT must be another port than PORT.');
  if (v.METRICS_PORT === v.PORT || v.METRICS_PORT === emulatorPort)
    problems.push('METRICS_PORT must be another port than PORT and EMULATOR_PORT.');
  if (v.DATABASE_OWNER_URL !== undefined && v.DATABASE_URL === undefined)
    problems.push('DATABASE_URL must be set where DATABASE_OWNER_URL is: without it the embedded database is used.');
  const gateways = readGateways(v, set, { publicBaseUrl, emulatorPort }, problems);
  if (gateways.live) refuseUnsafe(v, set, problems);
  const payoutName = v.PAYOUT_NAME ?? v.SERVICE_NAME ?? '';
  if (payoutName === '' && Object.keys(v.PAYOUT_ACCOUNTS).length > 0)
    problems.push('PAYOUT_NAME must be set where PAYOUT_ACCOUNTS is and SERVICE_NAME is not: who pays.');
  if (problems.length > 0) throw new EnvError(oncePerVariable(problems));

  return {
    port: v.PORT,
    processes: v.PROCESSES,
    ...optional('metricsPort', v.METRICS_PORT),
    metricsHost: v.METRICS_HOST,
    ...optional(
      'traces',
      v.OTEL_EXPORTER_OTLP_ENDPOINT === undefined
        ? undefined
        : {
            endpoint: v.OTEL_EXPORTER_OTLP_ENDPOINT.replace(/\/+$/, ''),
            serviceName: v.OTEL_SERVICE_NAME,
            ratio: v.OTEL_TRACES_SAMPLER_ARG,
          },
    ),
    dataDir: v.DATA_DIR,
    buildDir: v.NEXT_DIST_DIR,
    publicBaseUrl,
    ...optional('databaseUrl', v.DATABASE_URL),
    ...optional('databaseOwnerUrl', v.DATABASE_OWNER_URL),
    databasePoolSize: v.DATABASE_POOL_SIZE,
    trustedProxies: v.TRUSTED_PROXIES,
    checkoutLinkTtlSeconds: v.CHECKOUT_LINK_TTL_SECONDS,
    mailRetentionDays: v.RETENTION_MAIL_DAYS,
    unpaidRetentionDays: v.RETENTION_UNPAID_DAYS,
    donorRetentionYears: v.RETENTION_DONOR_YEARS,
    rateLimits: {
      windowSeconds: v.RATE_LIMIT_WINDOW_SECONDS,
      clientPer10s: v.RATE_LIMIT_CLIENT_PER_10S,
      addressPer10s: v.RATE_LIMIT_ADDRESS_PER_10S,
      failedAuthPer10s: v.RATE_LIMIT_FAILED_AUTH_PER_10S,
      linkPer10s: v.RATE_LIMIT_LINK_PER_10S,
      giftAddressPer10min: v.RATE_LIMIT_GIFT_ADDRESS_PER_10MIN,
      giftCausePer10min: v.RATE_LIMIT_GIFT_CAUSE_PER_10MIN,
    },
    withdrawals: {
      dailyLimit: v.WITHDRAWAL_DAILY_LIMIT,
      approvalThreshold: v.WITHDRAWAL_APPROVAL_THRESHOLD,
    },
    refundApprovalThreshold: v.REFUND_APPROVAL_THRESHOLD,
    payouts: { name: payoutName, accounts: v.PAYOUT_ACCOUNTS },
    allowSingleStaff: v.ALLOW_SINGLE_STAFF === 'on',
    ...optional('redisUrl', v.REDIS_URL),
    ...optional('smtpUrl', v.SMTP_URL),
    smtpNeedsTls: gateways.live && v.SMTP_URL !== undefined && !isLoopback(v.SMTP_URL),
    mailFrom: v.MAIL_FROM,
    termsVersion: v.TERMS_VERSION,
    about: {
      ...optional('serviceName', v.SERVICE_NAME),
      ...optional('supportEmail', v.SUPPORT_EMAIL),
      ...optional('termsUrl', v.TERMS_URL),
      ...optional('privacyUrl', v.PRIVACY_URL),
    },
    ...optional('receiptSigningKey', v.RECEIPT_SIGNING_KEY),
    ...optional('authSecret', v.AUTH_SECRET),
    ...optional('dataKeys', v.DATA_ENCRYPTION_KEY),
    logLevel: v.LOG_LEVEL,
    ...optional('sandboxBaseUrl', v.SANDBOX_BASE_URL?.replace(/\/+$/, '')),
    ...gateways,
    qaDeck: gateways.gatewayMode === 'emulators' && isLoopback(publicBaseUrl),
    emulatorPort,
    development: v.NODE_ENV === 'development',
  };
}

/** The first problem of each variable, because further ones may follow from it. */
function oncePerVariable(problems: string[]): string[] {
  const names = problems.map((problem) => problem.split(' ')[0]);
  return problems.filter((_, index) => names.indexOf(names[index]) === index);
}

const ENV = Symbol.for('fundraising.env');
type Holder = { [ENV]?: Env };

/** The environment of this process, parsed at the first call. */
export function env(): Env {
  const holder = globalThis as Holder;
  holder[ENV] ??= loadEnv();
  return holder[ENV];
}

/** Parses the environment of this process again, once it is complete. */
export function reloadEnv(): void {
  (globalThis as Holder)[ENV] = loadEnv();
}

/**
 * Why this environment cannot serve donors, or undefined if it can. The console works without gateways; a server must not
 * start.
 */
export function unservableReason(loaded: Env): string | undefined {
  if (loaded.processes > 1 && process.platform !== 'linux')
    return 'PROCESSES above 1 needs Linux, which shares one port among them. Leave it at 1 here.';
  if (loaded.gatewayMode !== 'none') return undefined;
  return (
    'No gateway keys are set, and the emulators do not start by themselves where PUBLIC_BASE_URL is public ' +
    'or EMULATORS=off. Set STRIPE_SECRET_KEY, STRIPE_PUBLISHABLE_KEY and STRIPE_WEBHOOK_SECRET, or EMULATORS=on for a demonstration.'
  );
}
