import { containsCallers, isLoopback, isLoopbackHost, isPrivateHost } from '#lib/ip-addresses.ts';
import { readSecrets } from './gateway-keys.ts';
import { readSigningKey } from './signing-key.ts';
import type { Source, Variables } from './variables.ts';
import { weaknessOf } from './weak-secret.ts';

/** Minimum lengths, in characters. */
const MIN_SECRET_LENGTH = 16;
const MIN_PASSWORD_LENGTH = 8;

/** Our own secrets and webhook secrets. API keys are not checked: the gateways generate them. */
const SECRETS = /^(AUTH_SECRET|(STRIPE|MERCADO_PAGO)_\w*WEBHOOK_SECRET)$/;
/** Options of Node that read malformed HTTP, open a debugger, or speak TLS that is broken. */
const CARELESS_OPTION = /--(?:insecure-http-parser|inspect(?:-brk|-wait|-port)?|tls-min-v1\.[01])(?![\w-])/;
/** Values of PostgreSQL's `sslmode` that require TLS. */
const ENCRYPTED: ReadonlySet<string | undefined> = new Set(['require', 'verify-ca', 'verify-full']);
/** Parameters of SMTP_URL that would disable TLS or the check of the server's certificate. */
const LOOSENS_TLS = /^(tls$|tls\.(?!servername$)|secure$|ignoretls$|requiretls$|opportunistictls$)/i;

/**
 * Reports settings that are unsafe with a live key, because a stranger could read, forge or guess something.
 * @param v the variables, each valid by itself
 * @param set the environment without empty variables: accounts of single countries have variables of their own
 * @param problems receives a sentence for each, which does not repeat the secret
 */
export function refuseUnsafe(v: Variables, set: Source, problems: string[]): void {
  refuseAddress(v, problems);
  if (v.DATABASE_URL !== undefined && v.DATA_ENCRYPTION_KEY === undefined)
    problems.push(
      'DATA_ENCRYPTION_KEY must be set where a live key serves donors from the database of DATABASE_URL: 32 random bytes as ' +
        'base64, the same for every process ("openssl rand -base64 32").',
    );
  if (containsCallers(v.TRUSTED_PROXIES))
    problems.push(
      'TRUSTED_PROXIES must not be a sixteenth of all addresses or more with a live key: callers among them could name any ' +
        'address as theirs.',
    );
  refuseNodeSettings(v, set, problems);
  if (v.RATE_LIMIT_WINDOW_SECONDS !== 10)
    problems.push('RATE_LIMIT_WINDOW_SECONDS must be 10 with a live key: the limits are those of ten seconds.');
  refuseWeakSecrets(v, set, problems);
  refuseMailInClear(v.SMTP_URL, problems);
  refuseLocalSender(v, problems);
  if (v.ALLOW_PLAINTEXT_BACKENDS === 'off') refuseBackendsInClear(v, set, problems);
}

/** Refuses what makes Node or Next careless. Node reads exactly `0`. */
function refuseNodeSettings(v: Variables, set: Source, problems: string[]): void {
  if (set.NODE_TLS_REJECT_UNAUTHORIZED === '0')
    problems.push(
      'NODE_TLS_REJECT_UNAUTHORIZED must not be 0 with a live key: no certificate of a gateway, database or mail server would ' +
        'be checked.',
    );
  const [option] = CARELESS_OPTION.exec(set.NODE_OPTIONS ?? '') ?? [];
  if (option !== undefined)
    problems.push(
      `NODE_OPTIONS must not have ${option} with a live key: it is for development, or for servers that nobody should speak to.`,
    );
  if (v.NODE_ENV === 'development')
    problems.push('NODE_ENV must not be development with a live key: "npm run dev" is for test keys.');
}

function refuseAddress({ PUBLIC_BASE_URL: url }: Variables, problems: string[]): void {
  if (url === undefined) problems.push('PUBLIC_BASE_URL must be set with a live key, to what donors open.');
  else if (isLoopback(url)) problems.push('PUBLIC_BASE_URL must not be an address of this machine with a live key.');
  else if (isPrivateHost(new URL(url).hostname))
    problems.push('PUBLIC_BASE_URL must be a name that donors can open with a live key.');
  else if (new URL(url).protocol !== 'https:')
    problems.push('PUBLIC_BASE_URL must be an https:// address with a live key.');
}

function refuseWeakSecrets(v: Variables, set: Source, problems: string[]): void {
  for (const [name, secret = ''] of Object.entries(set)) {
    if (!SECRETS.test(name)) continue;
    const secrets = name === 'AUTH_SECRET' ? [secret] : readSecrets(secret);
    const weakness = secrets.map((one) => weaknessOf(one, MIN_SECRET_LENGTH)).find(Boolean);
    if (weakness) problems.push(`${name} must not be ${weakness} with a live key.`);
  }
  for (const name of ['DATABASE_URL', 'DATABASE_OWNER_URL', 'REDIS_URL', 'SMTP_URL'] as const) {
    const password = passwordIn(v[name], set);
    const weakness = password === undefined ? undefined : weaknessOf(password, MIN_PASSWORD_LENGTH);
    if (weakness) problems.push(`${name} must have a password that is not ${weakness} with a live key.`);
  }
  // Keys after the first decrypt what is stored: they must stay until it is encrypted anew.
  const [dataKey] = v.DATA_ENCRYPTION_KEY ?? [];
  const weakness = dataKey && weaknessOf(dataKey.key.toString('base64url'), MIN_SECRET_LENGTH);
  if (weakness) problems.push(`DATA_ENCRYPTION_KEY must not begin with ${weakness} with a live key.`);
  if (v.RECEIPT_SIGNING_KEY !== undefined && isWeakKey(v.RECEIPT_SIGNING_KEY))
    problems.push('RECEIPT_SIGNING_KEY must not be a pattern with a live key.');
}

/** The password for a server on another machine; undefined for a server on this machine. */
function passwordIn(address: string | undefined, set: Source): string | undefined {
  if (address === undefined || hostOf(address, set) === undefined) return undefined;
  const { password } = new URL(address);
  if (password !== '') return decoded(password);
  return isOfPostgres(address) ? set.PGPASSWORD : undefined;
}

function isWeakKey(text: string): boolean {
  const seed = readSigningKey(text).export({ format: 'jwk' }).d ?? '';
  return weaknessOf(Buffer.from(seed, 'base64url').toString('hex'), MIN_SECRET_LENGTH) !== undefined;
}

/** The sender requires STARTTLS (`Env.smtpNeedsTls`); SMTP_URL must not disable it. */
function refuseMailInClear(address: string | undefined, problems: string[]): void {
  if (address === undefined || isLoopback(address)) return;
  const loosening = [...new URL(address).searchParams.keys()].filter((name) => LOOSENS_TLS.test(name));
  if (loosening.length > 0)
    problems.push(
      `SMTP_URL must be without ${loosening.join(', ')} with a live key: mail leaves this machine encrypted.`,
    );
}

/** Where mail is sent, people answer it: some of it asks them to, if they did not do what it tells. */
function refuseLocalSender({ SMTP_URL: server, MAIL_FROM: sender }: Variables, problems: string[]): void {
  const [, domain = ''] = /@([^@\s>]+)>?$/.exec(sender) ?? [];
  if (server !== undefined && isLoopbackHost(domain))
    problems.push('MAIL_FROM must be set with a live key and SMTP_URL, to an address whose replies somebody reads.');
}

function refuseBackendsInClear(v: Variables, set: Source, problems: string[]): void {
  const advice = 'or ALLOW_PLAINTEXT_BACKENDS=on where nobody else is on the network between';
  for (const name of ['DATABASE_URL', 'DATABASE_OWNER_URL'] as const) {
    const url = v[name];
    if (url && hostOf(url, set) !== undefined && !ENCRYPTED.has(sslmodeOf(url, set)))
      problems.push(
        `${name} must have sslmode=verify-full, verify-ca or require with a live key and a server on another machine, ${advice}.`,
      );
    else if (url && hostOf(url, set) !== undefined && checksNoCertificate(url))
      problems.push(
        `${name} must have sslmode=verify-full beside uselibpqcompat=true with a live key: require would check no certificate there.`,
      );
  }
  if (v.REDIS_URL && hostOf(v.REDIS_URL, set) !== undefined && new URL(v.REDIS_URL).protocol !== 'rediss:')
    problems.push(`REDIS_URL must begin with rediss:// with a live key and a server on another machine, ${advice}.`);
  const traces = v.OTEL_EXPORTER_OTLP_ENDPOINT;
  if (traces && !isLoopback(traces) && new URL(traces).protocol !== 'https:')
    problems.push(
      `OTEL_EXPORTER_OTLP_ENDPOINT must begin with https:// with a live key and a collector on another machine, ${advice}.`,
    );
}

/** With `uselibpqcompat` the database client takes `sslmode=require` as libpq does: encrypted, to anybody. */
function checksNoCertificate(url: string): boolean {
  return lastOf(url, 'uselibpqcompat') === 'true' && lastOf(url, 'sslmode') === 'require';
}

/**
 * The host of an address on another machine; undefined for loopback and for a socket on this machine. What an address of
 * PostgreSQL leaves out, its client reads from PGHOST, PGPASSWORD and PGSSLMODE.
 */
function hostOf(address: string, set: Source): string | undefined {
  const isPostgres = isOfPostgres(address);
  const named = isPostgres ? lastOf(address, 'host') : undefined;
  const host = (named ?? decoded(new URL(address).hostname)) || (isPostgres && set.PGHOST) || '';
  return host === '' || host.startsWith('/') || isLoopbackHost(host) ? undefined : host;
}

function isOfPostgres(address: string): boolean {
  return /^postgres/i.test(address);
}

/** The `sslmode` of a connection. With any parameter about TLS in the address, its client does not read PGSSLMODE. */
function sslmodeOf(url: string, set: Source): string | undefined {
  const saysSomething = [...new URL(url).searchParams.keys()].some((name) => name.startsWith('ssl'));
  return saysSomething ? lastOf(url, 'sslmode') : set.PGSSLMODE;
}

/** A parameter of an address, as PostgreSQL's client reads it: the last one counts. */
function lastOf(address: string, name: string): string | undefined {
  return new URL(address).searchParams.getAll(name).at(-1);
}

/** Decodes a part of an address; one with an invalid escape is returned unchanged. */
function decoded(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}
