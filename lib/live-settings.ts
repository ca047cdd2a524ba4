import { coversEveryone, isLoopback, isLoopbackHost } from './addresses.ts';
import type { Source, Variables } from './env-variables.ts';
import { readSigningKey } from './signing-key.ts';
import { weaknessOf } from './weak-secret.ts';

/** What is hard to guess has this many characters at least. */
const LEAST_SECRET = 16;
const LEAST_PASSWORD = 8;

/** Secrets of ours, and those by which a gateway's events are known. API keys are the gateways' own to make and to judge. */
const SECRETS = /^(AUTH_SECRET|(STRIPE|MERCADO_PAGO)_\w*WEBHOOK_SECRET)$/;
/** How PostgreSQL's clients are told to take no connection without TLS (`sslmode`). */
const ENCRYPTED: ReadonlySet<string | undefined> = new Set(['require', 'verify-ca', 'verify-full']);
/** What in a mail server's address would switch off TLS, or the check of whom it leads to. */
const LOOSENS_TLS = /^(tls$|tls\.(?!servername$)|secure$|ignoretls$|requiretls$|opportunistictls$)/i;

/**
 * Notes which settings must not be where real money is taken: what lets a stranger read, forge or guess.
 * @param v as they are alone
 * @param set the environment without what is empty: accounts of single countries have variables of their own
 * @param problems to note in what is bad: a sentence each, which repeats no secret
 */
export function refuseUnsafe(v: Variables, set: Source, problems: string[]): void {
  refuseAddress(v, problems);
  if (v.DATABASE_URL !== undefined && v.DATA_ENCRYPTION_KEY === undefined)
    problems.push(
      'DATA_ENCRYPTION_KEY must be set where a live key serves donors from the database of DATABASE_URL: 32 random bytes as ' +
        'base64, the same for every process ("openssl rand -base64 32").',
    );
  if (coversEveryone(v.TRUSTED_PROXIES))
    problems.push(
      'TRUSTED_PROXIES must not be every address with a live key: callers could name any address as theirs.',
    );
  refuseWeakSecrets(v, set, problems);
  refuseMailInClear(v.SMTP_URL, problems);
  if (v.ALLOW_PLAINTEXT_BACKENDS === 'off') refuseBackendsInClear(v, problems);
}

function refuseAddress({ PUBLIC_BASE_URL: url }: Variables, problems: string[]): void {
  if (url === undefined) problems.push('PUBLIC_BASE_URL must be set with a live key, to what donors open.');
  else if (isLoopback(url))
    problems.push('PUBLIC_BASE_URL must not be an address of this machine with a live key.');
  else if (new URL(url).protocol !== 'https:')
    problems.push('PUBLIC_BASE_URL must be an https:// address with a live key.');
}

function refuseWeakSecrets(v: Variables, set: Source, problems: string[]): void {
  for (const [name, secret = ''] of Object.entries(set)) {
    const weakness = SECRETS.test(name) && weaknessOf(secret, LEAST_SECRET);
    if (weakness) problems.push(`${name} must not be ${weakness} with a live key.`);
  }
  for (const name of ['DATABASE_URL', 'DATABASE_OWNER_URL', 'REDIS_URL', 'SMTP_URL'] as const) {
    const password = passwordIn(v[name]);
    const weakness = password === undefined ? undefined : weaknessOf(password, LEAST_PASSWORD);
    if (weakness) problems.push(`${name} must have a password that is not ${weakness} with a live key.`);
  }
  if (v.RECEIPT_SIGNING_KEY !== undefined && isWeakKey(v.RECEIPT_SIGNING_KEY))
    problems.push('RECEIPT_SIGNING_KEY must not be a pattern with a live key.');
}

/** The password of a server on another machine; on this one, whoever reaches the server is in already. */
function passwordIn(address: string | undefined): string | undefined {
  if (address === undefined || hostOf(address) === undefined) return undefined;
  const { password } = new URL(address);
  return password === '' ? undefined : decoded(password);
}

function isWeakKey(text: string): boolean {
  const seed = readSigningKey(text).export({ format: 'jwk' }).d ?? '';
  return weaknessOf(Buffer.from(seed, 'base64url').toString('hex'), LEAST_SECRET) !== undefined;
}

/** STARTTLS is asked for by whoever sends (`Env.smtpNeedsTls`); here nobody may have switched it off. */
function refuseMailInClear(address: string | undefined, problems: string[]): void {
  if (address === undefined || isLoopback(address)) return;
  const loosening = [...new URL(address).searchParams.keys()].filter((name) => LOOSENS_TLS.test(name));
  if (loosening.length > 0)
    problems.push(
      `SMTP_URL must be without ${loosening.join(', ')} with a live key: mail leaves this machine encrypted.`,
    );
}

function refuseBackendsInClear(v: Variables, problems: string[]): void {
  const advice = 'or ALLOW_PLAINTEXT_BACKENDS=on where nobody else is on the network between';
  for (const name of ['DATABASE_URL', 'DATABASE_OWNER_URL'] as const) {
    const url = v[name];
    if (url && hostOf(url) !== undefined && !ENCRYPTED.has(lastOf(url, 'sslmode')))
      problems.push(
        `${name} must have sslmode=verify-full, verify-ca or require with a live key and a server on another machine, ${advice}.`,
      );
  }
  if (v.REDIS_URL && hostOf(v.REDIS_URL) !== undefined && new URL(v.REDIS_URL).protocol !== 'rediss:')
    problems.push(
      `REDIS_URL must begin with rediss:// with a live key and a server on another machine, ${advice}.`,
    );
}

/** The other machine that an address leads to; undefined where that is this one, by its network or by a socket's path. */
function hostOf(address: string): string | undefined {
  const named = /^postgres/i.test(address) ? lastOf(address, 'host') : undefined;
  const host = named ?? decoded(new URL(address).hostname);
  return host === '' || host.startsWith('/') || isLoopbackHost(host) ? undefined : host;
}

/** A parameter of an address, as PostgreSQL's client reads it: the last one counts. */
function lastOf(address: string, name: string): string | undefined {
  return new URL(address).searchParams.getAll(name).at(-1);
}

/** What a part of an address says; one that is escaped wrongly is taken as it is written. */
function decoded(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}
