import { Redis } from 'ioredis';
import { type RateLimiterAbstract, RateLimiterMemory, RateLimiterRedis } from 'rate-limiter-flexible';
import { env } from '#lib/env.ts';
import { log } from '#lib/log.ts';
import { Problem } from '#lib/problems/problem.ts';
import { networksOf } from './address-networks.ts';
import { CallCounter } from './call-counter.ts';

/** Length of the windows of the API, in seconds (decisions.md 23). */
const WINDOW_SECONDS = 10;
/** Forms of one account within a window of the API: many more than a person sends, fewer than a script could. */
const ACCOUNT_PER_10S = 100;
/** Length of the windows of sign-in, in seconds: that of a code's life. */
const SIGN_IN_WINDOW_SECONDS = 600;
/** Codes asked for an email from one network within a window. Nobody uses up what others may ask for it. */
const SIGN_INS_PER_EMAIL = 10;
/**
 * Codes mailed for an email within a window to where nobody has signed in to it: from one network, and from all. One
 * stranger does not keep another out, and with five tries each, all of them is what guessing a code has to make do with.
 */
const STRANGERS_MAILS_PER_NETWORK = 5;
const STRANGERS_MAILS = 25;
/** Forms of signing in from one address within a window: an office shares one, a list of addresses is longer. */
const SIGN_INS_PER_ADDRESS = 300;
/**
 * How often the allowance of a /64 of IPv6 its /48 has: one customer may hold all of it, and so may as many telephones of
 * a mobile network.
 */
const WIDE_TIMES = 16;
/** How long an answer of Redis is waited for, in milliseconds, before its connection is given up. */
const REDIS_ANSWER_MS = 1_000;
/** Of the form that gives: a donor needs few links, a flood of them fills the database, in seconds. */
const GIFT_WINDOW_SECONDS = 600;

/**
 * What is counted: calls of a client, of an address on endpoints without a key, failed authentication from an address,
 * payment intents of a link; what an account sends from the dashboard; requests to sign in for an email from a network, those
 * that strangers' mails are limited by, and requests from an address; links minted on the pages of causes, from an address and
 * on one cause.
 */
export type LimitScope =
  | 'client'
  | 'address'
  | 'failed_auth'
  | 'link'
  | 'account'
  | 'sign_in_email'
  | 'sign_in_mail_network'
  | 'sign_in_mail'
  | 'sign_in_address'
  | 'gift_address'
  | 'gift_cause';
type Limit = { points: number; seconds: number; counter: CallCounter };
/** A limit; `wide` is there where it counts addresses, for the wider network of one. */
type Limits = Record<LimitScope, Limit & { wide?: Limit }>;

const LIMITS = Symbol.for('fundraising.limits');
type Holder = { [LIMITS]?: Limits };

function limits(): Limits {
  const holder = globalThis as Holder;
  holder[LIMITS] ??= createLimits();
  return holder[LIMITS];
}

function createLimits(): Limits {
  const {
    clientPer10s,
    addressPer10s,
    failedAuthPer10s,
    linkPer10s,
    giftAddressPer10min,
    giftCausePer10min,
  } = env().rateLimits;
  const redis = connectRedis();
  const limit = (name: string, points: number, seconds = WINDOW_SECONDS): Limit => {
    const options = { keyPrefix: `limit:${name}`, points, duration: seconds };
    const memory = new RateLimiterMemory(options);
    // With Redis out of reach each process counts for itself: a limit that is too generous for a while, not an outage.
    const limiter: RateLimiterAbstract = redis
      ? new RateLimiterRedis({ ...options, storeClient: redis, insuranceLimiter: memory })
      : memory;
    return { points, seconds, counter: new CallCounter(limiter) };
  };
  const ofAddress = (name: string, points: number, seconds?: number) => ({
    ...limit(name, points, seconds),
    wide: limit(`${name}_48`, points * WIDE_TIMES, seconds),
  });
  return {
    client: limit('client', clientPer10s),
    address: ofAddress('address', addressPer10s),
    failed_auth: ofAddress('failed_auth', failedAuthPer10s),
    link: limit('link', linkPer10s),
    account: limit('account', ACCOUNT_PER_10S),
    sign_in_email: limit('sign_in_email', SIGN_INS_PER_EMAIL, SIGN_IN_WINDOW_SECONDS),
    sign_in_mail_network: limit('sign_in_mail_network', STRANGERS_MAILS_PER_NETWORK, SIGN_IN_WINDOW_SECONDS),
    sign_in_mail: limit('sign_in_mail', STRANGERS_MAILS, SIGN_IN_WINDOW_SECONDS),
    sign_in_address: ofAddress('sign_in_address', SIGN_INS_PER_ADDRESS, SIGN_IN_WINDOW_SECONDS),
    gift_address: ofAddress('gift_address', giftAddressPer10min, GIFT_WINDOW_SECONDS),
    gift_cause: limit('gift_cause', giftCausePer10min, GIFT_WINDOW_SECONDS),
  };
}

function connectRedis(): Redis | undefined {
  const { redisUrl } = env();
  if (!redisUrl) return undefined;
  const redis = new Redis(redisUrl, {
    enableOfflineQueue: false,
    socketTimeout: REDIS_ANSWER_MS,
    // What was not answered is counted in the process at once, and not sent again.
    maxRetriesPerRequest: 0,
    // What is counted at the same moment is sent as one message.
    enableAutoPipelining: true,
  });
  redis.on('error', (error) =>
    log().warn({ err: error }, 'redis cannot be reached; counting in this process'),
  );
  return redis;
}

/**
 * Counts one call against a limit and writes the headers that tell the caller where it stands
 * (IETF draft-ietf-httpapi-ratelimit-headers: `RateLimit-Policy`, `RateLimit`) into `headers`, also when it refuses.
 * @param id whose call it is; for a limit that counts addresses the address, which is counted with its network
 * @throws Problem `rate_limit_exceeded` with whole seconds to wait.
 */
export async function countCall(
  scope: LimitScope,
  id: string,
  headers: Record<string, string> = {},
): Promise<void> {
  for (const [place, { key, limit }] of tiersOf(scope, id).entries()) {
    const { points, seconds, counter } = limit;
    const { calls, msUntilReset } = await counter.count(key);
    const isOver = calls > points;
    const retryAfterSeconds = Math.max(1, Math.ceil(msUntilReset / 1000));
    if (place === 0 || isOver) {
      headers['RateLimit-Policy'] = `"${scope}";q=${points};w=${seconds}`;
      headers.RateLimit = `"${scope}";r=${Math.max(0, points - calls)};t=${retryAfterSeconds}`;
    }
    if (isOver)
      throw new Problem('rate_limit_exceeded', `The limit is ${points} requests in ${seconds} seconds.`, {
        retryAfterSeconds,
      });
  }
}

/** What a call is counted on, one after the other: a network that is over its limit uses up nothing of its neighbours'. */
function tiersOf(scope: LimitScope, id: string): { key: string; limit: Limit }[] {
  const { wide: wideLimit, ...limit } = limits()[scope];
  if (!wideLimit) return [{ key: id, limit }];
  const { own, wide } = networksOf(id);
  const tiers = [{ key: own, limit }];
  if (wide !== undefined) tiers.push({ key: wide, limit: wideLimit });
  return tiers;
}

/** Counts one call against a limit that nobody is told of. Returns whether it is within. */
export async function countQuietly(scope: LimitScope, id: string): Promise<boolean> {
  const { points, counter } = limits()[scope];
  return (await counter.count(id)).calls <= points;
}
