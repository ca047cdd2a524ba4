import { isLoopback } from './addresses.ts';
import type { DataKeys } from './data-keys.ts';
import { parseVariables, type Source } from './env-variables.ts';
import { type Gateways, readGateways } from './gateway-keys.ts';
import { refuseUnsafe } from './live-settings.ts';
import { optional } from './optional.ts';
import type { AmountPerCurrency } from './withdrawal-limits.ts';

/** Everything the product reads from its environment, parsed once (decisions.md, "Environment"). Durations in seconds. */
export type Env = Gateways & {
  port: number;
  /** How many web processes share the port. */
  processes: number;
  dataDir: string;
  /** Of the build to serve, relative to the checkout; scripts/start.ts names it. */
  buildDir: string;
  publicBaseUrl: string;
  databaseUrl?: string;
  /** For migrations alone: the role that owns the tables of DATABASE_URL. */
  databaseOwnerUrl?: string;
  /** Connections of one process that are taken by a transaction each. */
  databasePoolSize: number;
  trustedProxies: string[];
  checkoutLinkTtlSeconds: number;
  rateLimits: {
    clientPer10s: number;
    addressPer10s: number;
    failedAuthPer10s: number;
    linkPer10s: number;
    giftAddressPer10min: number;
    giftCausePer10min: number;
  };
  /** What a creator may ask for within a day, and above what staff must approve. Whole major units. */
  withdrawals: { dailyLimit: AmountPerCurrency; approvalThreshold: AmountPerCurrency };
  /** What one member of staff may give back of a payment alone, in all. Whole major units. */
  refundApprovalThreshold: AmountPerCurrency;
  /** One member of staff does alone what otherwise asks for two. */
  allowSingleStaff: boolean;
  redisUrl?: string;
  smtpUrl?: string;
  /** Mail leaves this machine encrypted or not at all. */
  smtpNeedsTls: boolean;
  mailFrom: string;
  /** Ed25519 in PKCS#8, as PEM or base64. Unset: a key is generated once and kept in the database. */
  receiptSigningKey?: string;
  /** Signs session cookies and makes sign-in codes. Unset: one is generated once and kept in the database. */
  authSecret?: string;
  /** What bank accounts and the secrets of the database are encrypted with; the first key encrypts, all decrypt. */
  dataKeys?: DataKeys;
  logLevel: 'fatal' | 'error' | 'warn' | 'info' | 'debug' | 'trace' | 'silent';
  sandboxBaseUrl?: string;
  /** QA's deck is there: with the emulators, on an address of this machine. */
  qaDeck: boolean;
  emulatorPort: number;
  /** The sources are served as they change (`npm run dev`). */
  development: boolean;
};

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
  if (emulatorPort > 65_535)
    problems.push('EMULATOR_PORT must be set where PORT is 65535: there is no port after it.');
  const gateways = readGateways(v, set, { publicBaseUrl, emulatorPort }, problems);
  if (gateways.live) refuseUnsafe(v, set, problems);
  if (problems.length > 0) throw new EnvError(oncePerVariable(problems));

  return {
    port: v.PORT,
    processes: v.PROCESSES,
    dataDir: v.DATA_DIR,
    buildDir: v.NEXT_DIST_DIR,
    publicBaseUrl,
    ...optional('databaseUrl', v.DATABASE_URL),
    ...optional('databaseOwnerUrl', v.DATABASE_OWNER_URL),
    databasePoolSize: v.DATABASE_POOL_SIZE,
    trustedProxies: v.TRUSTED_PROXIES,
    checkoutLinkTtlSeconds: v.CHECKOUT_LINK_TTL_SECONDS,
    rateLimits: {
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
    allowSingleStaff: v.ALLOW_SINGLE_STAFF === 'on',
    ...optional('redisUrl', v.REDIS_URL),
    ...optional('smtpUrl', v.SMTP_URL),
    smtpNeedsTls: gateways.live && v.SMTP_URL !== undefined && !isLoopback(v.SMTP_URL),
    mailFrom: v.MAIL_FROM,
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

/** The first sentence about each variable: what else is said of it may follow from that. */
function oncePerVariable(problems: string[]): string[] {
  const names = problems.map((problem) => problem.split(' ')[0]);
  return problems.filter((_, index) => names.indexOf(names[index]) === index);
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
