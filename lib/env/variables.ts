import { z } from 'zod';
import { isEmailAddress, isOneLine, isVisible } from '#lib/fields.ts';
import { isAddressRange } from '#lib/ip-addresses.ts';
import { type DataKeys, readDataKeys } from './data-keys.ts';
import { type PayoutAccounts, readPayoutAccounts } from './payout-accounts.ts';
import { isRepeatable } from './repeatable.ts';
import { readSigningKey } from './signing-key.ts';
import { type AmountPerCurrency, APPROVAL_THRESHOLDS, DAILY_LIMITS, readAmounts } from './withdrawal-limits.ts';

/** The end of a sentence that says what a value must be. */
function not(given: unknown): string {
  return typeof given === 'string' && isRepeatable(given) ? `, not "${given}"` : '';
}

/** A whole number. */
function wholeNumber(min: number, max: number) {
  return z.string().transform((given, context) => {
    const value = Number(given);
    if (/^\d+$/.test(given) && value >= min && value <= max) return value;
    context.addIssue({
      code: 'custom',
      message: `must be a whole number from ${min} to ${max}${not(given)}`,
    });
    return z.NEVER;
  });
}

const port = wholeNumber(1, 65_535);
/** A rate limit: a number of requests. */
const requests = wholeNumber(1, 1_000_000_000);

function oneOf<const Words extends readonly string[]>(words: Words) {
  return z.enum(words, { error: ({ input }) => `must be ${inWords(words)}${not(input)}` });
}

function inWords(words: readonly string[]): string {
  return `${words.slice(0, -1).join(', ')} or ${words.at(-1)}`;
}

/** An address with one of the schemes. The error does not repeat it, because it may contain a password. */
function addressOf(protocol: RegExp, example: string) {
  const error = `must be an address such as ${example}`;
  return z.url({ protocol, error }).refine(leadsSomewhere, `${error}, with a host that can exist`);
}

/** Whether each part of a host has a letter or digit, and no hyphen at an end: `https://.` is an address too. */
function leadsSomewhere(address: string): boolean {
  const { hostname } = URL.canParse(address) ? new URL(address) : { hostname: '' };
  // An address of IPv6, or the folder of PostgreSQL's socket.
  if (hostname === '' || /^(?:\[|%2f)/i.test(hostname)) return true;
  const parts = hostname.replace(/\.$/, '').split('.');
  return parts.every((part) => /[\p{L}\p{N}]/u.test(part) && !/^-|-$/.test(part));
}

/** Without a host, clients would take this machine. */
const hostedAddress = (protocol: RegExp, example: string) =>
  addressOf(protocol, example).refine((url) => /^\w+:\/\/[^/?#]/.test(url), `must be an address such as ${example}`);

/** Whether a client can decode the user and the password in an address. One that cannot ends with every use. */
function hasReadableUser(address: string): boolean {
  if (!URL.canParse(address)) return true;
  const { username, password } = new URL(address);
  try {
    return decodeURIComponent(username + password) !== undefined;
  } catch {
    return false;
  }
}

/** Whether the path of an address at Redis is empty or a number: it is the database that is selected. */
function hasDatabaseNumber(address: string): boolean {
  return !URL.canParse(address) || /^(?:\/\d*)?$/.test(new URL(address).pathname);
}

/** An address alone, or with a name before it, which is quoted where it has signs that separate addresses. */
const SENDER = (() => {
  const part = String.raw`[^\s<>()[\]",;:@\p{Cc}]+`;
  const name = String.raw`(?:"[^"\p{Cc}]*"|[^"<>,;:@\p{Cc}]*)`;
  return new RegExp(`^(?:${part}@${part}|${name}\\s*<${part}@${part}>)$`, 'u');
})();

/** Whether the name before the address of a sender, if there is one, can be seen. */
function hasVisibleName(sender: string): boolean {
  const [, name = ''] = /^"?([^"<]*)"?\s*</.exec(sender) ?? [];
  return name.trim() === '' || isVisible(name);
}

const httpUrl = addressOf(/^https?$/, 'https://give.example.org');

const emailAddress = z.string().refine(isEmailAddress, 'must be an email address such as help@example.org');

/** A base address, to which paths are appended. */
const baseUrlSuchAs = (example: string) =>
  addressOf(/^https?$/, example).refine(
    (url) => !/[?#]|^[^/]*\/\/[^/]*@/.test(url),
    'must have no user name, password, query or fragment',
  );
/** Of a deployment of this service, which answers at the root of its host alone. */
const baseUrl = baseUrlSuchAs('https://give.example.org').refine(
  (url) => /^[^/]*\/\/[^/?#]*\/*(?:[?#]|$)/.test(url),
  'must have no path: pages, API and webhooks are at the root of the host',
);

function mustBeSigningKey(text: string, context: z.RefinementCtx): void {
  try {
    readSigningKey(text);
  } catch (error) {
    context.addIssue({ code: 'custom', message: (error as Error).message });
  }
}

function dataKeys(text: string, context: z.RefinementCtx): DataKeys {
  try {
    return readDataKeys(text);
  } catch (error) {
    context.addIssue({ code: 'custom', message: (error as Error).message });
    return z.NEVER;
  }
}

/** Amounts such as `USD=1000,COP=4000000`, which override a table of defaults. */
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

/** A text that is shown, such as a name. */
function line(max: number) {
  return z
    .string()
    .max(max, `must have at most ${max} characters`)
    .refine(isOneLine, 'must be one line without control characters')
    .refine(isVisible, 'must have a visible character');
}

/** A number from 0 to 1. */
function readRatio(text: string, context: z.RefinementCtx): number {
  const ratio = /^(0|1|[01]?\.\d+)$/.test(text) ? Number(text) : Number.NaN;
  if (ratio <= 1) return ratio;
  context.addIssue({ code: 'custom', message: 'must be a number from 0 to 1, such as 0.05 for one link in twenty' });
  return z.NEVER;
}

/** A comma-separated list of addresses and CIDR ranges. */
function readRanges(list: string, context: z.RefinementCtx): string[] {
  const ranges = list.split(',').flatMap((part) => (part.trim() === '' ? [] : [part.trim()]));
  for (const range of ranges.filter((each) => !isAddressRange(each)))
    context.addIssue({
      code: 'custom',
      message: `must be IP addresses and CIDR ranges with commas between them${isRepeatable(range) ? `, which "${range}" is not` : ''}`,
    });
  return ranges;
}

/** Accounts such as `EUR=DE89370400440532013000/COBADEFFXXX`. */
function payoutAccounts(text: string, context: z.RefinementCtx): PayoutAccounts {
  try {
    return readPayoutAccounts(text);
  } catch (error) {
    context.addIssue({ code: 'custom', message: (error as Error).message });
    return z.NEVER;
  }
}

const variables = z.object({
  // Node's convention: any value is allowed, since test frameworks and platforms have their own.
  NODE_ENV: z.string().optional(),
  PORT: port.default(3000),
  PROCESSES: wholeNumber(1, 64).default(1),
  METRICS_PORT: port.optional(),
  METRICS_HOST: z.string().default('127.0.0.1'),
  OTEL_EXPORTER_OTLP_ENDPOINT: baseUrlSuchAs('http://localhost:4318').optional(),
  OTEL_SERVICE_NAME: line(255).default('fundraising'),
  OTEL_TRACES_SAMPLER_ARG: z.string().default('1').transform(readRatio),
  DATA_DIR: z.string().default('.data'),
  NEXT_DIST_DIR: z.string().default('.next'),
  PUBLIC_BASE_URL: baseUrl.optional(),
  DATABASE_URL: addressOf(/^postgres(ql)?$/, 'postgresql://user:password@host:5432/name').optional(),
  DATABASE_OWNER_URL: addressOf(/^postgres(ql)?$/, 'postgresql://owner:password@host:5432/name').optional(),
  DATABASE_POOL_SIZE: wholeNumber(1, 1_000).default(20),
  TRUSTED_PROXIES: z.string().default('').transform(readRanges),
  CHECKOUT_LINK_TTL_SECONDS: wholeNumber(1, 31_536_000).default(86_400),
  RETENTION_MAIL_DAYS: wholeNumber(1, 3_650).default(30),
  RETENTION_UNPAID_DAYS: wholeNumber(1, 3_650).default(30),
  RETENTION_DONOR_YEARS: wholeNumber(1, 100).optional(),
  RATE_LIMIT_CLIENT_PER_10S: requests.default(10_000),
  RATE_LIMIT_ADDRESS_PER_10S: requests.default(2_000),
  RATE_LIMIT_FAILED_AUTH_PER_10S: requests.default(300),
  RATE_LIMIT_LINK_PER_10S: requests.default(300),
  RATE_LIMIT_WINDOW_SECONDS: wholeNumber(1, 3_600).default(10),
  RATE_LIMIT_GIFT_ADDRESS_PER_10MIN: requests.default(100),
  RATE_LIMIT_GIFT_CAUSE_PER_10MIN: requests.default(6_000),
  WITHDRAWAL_DAILY_LIMIT: amountsOver(DAILY_LIMITS),
  WITHDRAWAL_APPROVAL_THRESHOLD: amountsOver(APPROVAL_THRESHOLDS),
  REFUND_APPROVAL_THRESHOLD: amountsOver(APPROVAL_THRESHOLDS),
  PAYOUT_ACCOUNTS: z.string().default('').transform(payoutAccounts),
  PAYOUT_NAME: line(70).optional(),
  ALLOW_SINGLE_STAFF: oneOf(['on', 'off']).default('off'),
  REDIS_URL: hostedAddress(/^rediss?$/, 'redis://host:6379')
    .refine(hasReadableUser, 'must have a user and a password whose special characters are percent-encoded')
    .refine(hasDatabaseNumber, 'must have no path but the number of a database, such as /0')
    .optional(),
  SMTP_URL: hostedAddress(/^smtps?$/, 'smtp://host:25').optional(),
  MAIL_FROM: z
    .string()
    .regex(SENDER, 'must be one address that mail comes from, such as Donations <donations@example.org>')
    .refine(hasVisibleName, 'must have a name with a visible character, or none')
    .default('Donations <donations@localhost>'),
  SERVICE_NAME: line(60).optional(),
  SUPPORT_EMAIL: emailAddress.optional(),
  TERMS_URL: httpUrl.optional(),
  TERMS_VERSION: line(60).min(1).default('1'),
  PRIVACY_URL: httpUrl.optional(),
  RECEIPT_SIGNING_KEY: z.string().superRefine(mustBeSigningKey).optional(),
  DATA_ENCRYPTION_KEY: z.string().transform(dataKeys).optional(),
  AUTH_SECRET: z.string().min(32, 'must have at least 32 characters, all random').optional(),
  LOG_LEVEL: oneOf(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent']).default('info'),
  SANDBOX_BASE_URL: baseUrl.optional(),
  STRIPE_SECRET_KEY: z.string().optional(),
  STRIPE_PUBLISHABLE_KEY: z.string().optional(),
  STRIPE_WEBHOOK_SECRET: z.string().optional(),
  STRIPE_API_BASE: httpUrl.optional(),
  STRIPE_JS_URL: httpUrl.optional(),
  MERCADO_PAGO_CO_ACCESS_TOKEN: z.string().optional(),
  MERCADO_PAGO_CO_WEBHOOK_SECRET: z.string().optional(),
  MERCADO_PAGO_CO_API_BASE: httpUrl.optional(),
  MERCADO_PAGO_CO_MODE: oneOf(['live', 'test']).optional(),
  MERCADO_PAGO_CO_API: oneOf(['payments', 'orders']).default('payments'),
  MERCADO_PAGO_MX_ACCESS_TOKEN: z.string().optional(),
  MERCADO_PAGO_MX_WEBHOOK_SECRET: z.string().optional(),
  MERCADO_PAGO_MX_API_BASE: httpUrl.optional(),
  MERCADO_PAGO_MX_MODE: oneOf(['live', 'test']).optional(),
  MERCADO_PAGO_MX_API: oneOf(['payments', 'orders']).default('payments'),
  EMULATOR_PORT: port.optional(),
  EMULATORS: oneOf(['on', 'off']).optional(),
  ALLOW_PLAINTEXT_BACKENDS: oneOf(['on', 'off']).default('off'),
});
/** The names of the variables; accounts of single countries have more (`gateway-keys.ts`). */
export const VARIABLE_NAMES: readonly string[] = Object.keys(variables.shape);
/** The variables of the environment, each validated by itself. */
export type Variables = z.infer<typeof variables>;
/** The environment of a process. */
export type Source = Record<string, string | undefined>;

/**
 * Validates the variables one by one. A bad one is reported and treated as unset, so that the others are checked too.
 * @param set the environment without empty variables
 * @param problems receives a sentence for each bad variable, which begins with its name
 */
export function parseVariables(set: Source, problems: string[]): Variables {
  const parsed = variables.safeParse(set);
  if (parsed.success) return parsed.data;
  problems.push(...parsed.error.issues.map((issue) => `${issue.path.join('.')} ${issue.message}.`));
  const bad = new Set(parsed.error.issues.map((issue) => issue.path[0]));
  return variables.parse(Object.fromEntries(Object.entries(set).filter(([name]) => !bad.has(name))));
}
