import { setImmediate as endOfTick } from 'node:timers/promises';
import { Redis } from 'ioredis';
import {
  type RateLimiterAbstract,
  RateLimiterMemory,
  RateLimiterRedis,
  type RateLimiterRes,
} from 'rate-limiter-flexible';
import { env } from '#lib/env.ts';
import { log } from '#lib/log.ts';
import { Problem } from '#lib/problems/problem.ts';
import { networksOf } from './request.ts';

/** Forms of one account within a window of the API: many more than a person sends, fewer than a script could. */
const ACCOUNT_PER_10S = 100;
/** Files that an account uploads within a window: the pictures of several causes. Each costs memory and time. */
const UPLOADS_PER_ACCOUNT = 60;
const UPLOAD_WINDOW_SECONDS = 600;
/** Length of the windows of sign-in, in seconds: the lifetime of a code. */
const SIGN_IN_WINDOW_SECONDS = 600;
/** Codes requested for an email from one network within a window. Nobody uses up another network's requests. */
const SIGN_INS_PER_EMAIL = 10;
/**
 * Codes mailed for an email within a window to browsers that have not signed in to it: from one network (an IPv4 address, or the
 * /48 of IPv6, as one customer can have all of it), and in total. One stranger does not block another, and with five attempts each, the total limits guessing.
 */
const STRANGERS_MAILS_PER_NETWORK = 5;
const STRANGERS_MAILS = 25;
/** Sign-in forms from one address within a window: enough for an office, too few for a list of addresses. */
const SIGN_INS_PER_ADDRESS = 300;
/**
 * Codes requested, and answers sent, within a window by one browser that has signed in to the account, or is signed in. Nobody else
 * can use them up.
 */
const SIGN_INS_PER_BROWSER = 15;
/**
 * The factor of an IPv6 /48 over its /64: one customer can have all of it, and so can as many phones of a mobile network.
 */
const WIDE_TIMES = 16;
/** The timeout of Redis, in milliseconds, after which its connection is closed. */
const REDIS_ANSWER_MS = 1_000;
/** Of the donation form: a donor needs few links, and a flood of them would fill the database. In seconds. */
const GIFT_WINDOW_SECONDS = 600;

/**
 * The counters: calls of a client, calls of an address without a key and whatever else it asks for, failed authentication of an address, payment intents
 * of a link, forms of an account on the dashboard, and those with a file; sign-in requests by email and network, mails to
 * strangers by network and in total, sign-in forms by address, and those of a known browser; links minted on the pages of causes,
 * by address and by cause.
 */
type LimitScope =
  | 'client'
  | 'address'
  | 'failed_auth'
  | 'link'
  | 'account'
  | 'upload'
  | 'sign_in_email'
  | 'sign_in_mail_network'
  | 'sign_in_mail'
  | 'sign_in_address'
  | 'sign_in_browser'
  | 'gift_address'
  | 'gift_cause';
type Limit = { points: number; seconds: number; counter: CallCounter };
/** A limit; `wide` exists if it counts addresses, for the wider network of one. */
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
    // Length of the windows of the API (ruling 23).
    windowSeconds,
    clientPer10s,
    addressPer10s,
    failedAuthPer10s,
    linkPer10s,
    giftAddressPer10min,
    giftCausePer10min,
  } = env().rateLimits;
  const redis = connectRedis();
  const limit = (name: string, points: number, seconds = windowSeconds): Limit => {
    const options = { keyPrefix: `limit:${name}`, points, duration: seconds };
    const memory = new RateLimiterMemory(options);
    // While Redis is unreachable each process counts by itself: a limit that is too generous for a while, not an outage.
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
    upload: limit('upload', UPLOADS_PER_ACCOUNT, UPLOAD_WINDOW_SECONDS),
    sign_in_email: limit('sign_in_email', SIGN_INS_PER_EMAIL, SIGN_IN_WINDOW_SECONDS),
    sign_in_mail_network: limit('sign_in_mail_network', STRANGERS_MAILS_PER_NETWORK, SIGN_IN_WINDOW_SECONDS),
    sign_in_mail: limit('sign_in_mail', STRANGERS_MAILS, SIGN_IN_WINDOW_SECONDS),
    sign_in_address: ofAddress('sign_in_address', SIGN_INS_PER_ADDRESS, SIGN_IN_WINDOW_SECONDS),
    sign_in_browser: limit('sign_in_browser', SIGN_INS_PER_BROWSER, SIGN_IN_WINDOW_SECONDS),
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
    // A command without a reply is counted in this process instead, and not sent again.
    maxRetriesPerRequest: 0,
    // Commands of one event-loop tick are sent as one message.
    enableAutoPipelining: true,
  });
  redis.on('error', (error) => log().warn({ err: error }, 'redis cannot be reached; counting in this process'));
  return redis;
}

/**
 * Counts a call against a limit and writes the headers about it (IETF draft-ietf-httpapi-ratelimit-headers:
 * `RateLimit-Policy`, `RateLimit`) into `headers`, even when it refuses.
 * @param id of the caller; for a limit that counts addresses the address, which is counted with its network
 * @param cost in calls of the API (lib/http/routes.ts). One that costs more than the whole limit uses up all of it.
 * @throws Problem `rate_limit_exceeded` with the whole seconds to wait.
 */
export async function countCall(
  scope: LimitScope,
  id: string,
  headers: Record<string, string> = {},
  cost = 1,
): Promise<void> {
  for (const [place, { key, limit }] of tiersOf(scope, id).entries()) {
    const { points, seconds, counter } = limit;
    const { calls, msUntilReset } = await counter.count(key, Math.min(cost, points));
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

/** The limits that count a call, in order: a network over its own limit uses up nothing of the wider network's. */
function tiersOf(scope: LimitScope, id: string): { key: string; limit: Limit }[] {
  const { wide: wideLimit, ...limit } = limits()[scope];
  if (!wideLimit) return [{ key: id, limit }];
  const { own, wide } = networksOf(id);
  const tiers = [{ key: own, limit }];
  if (wide !== undefined) tiers.push({ key: wide, limit: wideLimit });
  return tiers;
}

/** Counts one call against a limit that callers do not see. Returns whether the call is within it. */
export async function isWithinLimit(scope: LimitScope, id: string): Promise<boolean> {
  const { points, counter } = limits()[scope];
  return (await counter.count(id)).calls <= points;
}

/** How many calls there were in the window, this one included: the first has 1. */
type Count = { calls: number; msUntilReset: number };

type Batch = { size: number; counted: Promise<RateLimiterRes> };

/**
 * Counts calls. Those of one caller are batched per event-loop tick, one command for all of them: a busy partner sends
 * dozens of polls at once, and a Redis command for each would cost a quarter of a poll.
 */
export class CallCounter {
  readonly #limiter: RateLimiterAbstract;
  readonly #open = new Map<string, Batch>();

  constructor(limiter: RateLimiterAbstract) {
    this.#limiter = limiter;
  }

  /** Counts a call of `id`, as one or as several. Each is counted exactly once, even beyond the limit. */
  async count(id: string, cost = 1): Promise<Count> {
    const batch = this.#open.get(id) ?? this.#begin(id);
    batch.size += cost;
    const place = batch.size;
    const { consumedPoints, msBeforeNext } = await batch.counted;
    return { calls: consumedPoints - batch.size + place, msUntilReset: msBeforeNext };
  }

  #begin(id: string): Batch {
    const batch: Batch = { size: 0, counted: endOfTick().then(() => this.#close(id, batch)) };
    this.#open.set(id, batch);
    return batch;
  }

  #close(id: string, { size }: Batch): Promise<RateLimiterRes> {
    this.#open.delete(id);
    // `penalty` counts like `consume`, but also returns the number of a call beyond the limit.
    return this.#limiter.penalty(id, size);
  }
}
