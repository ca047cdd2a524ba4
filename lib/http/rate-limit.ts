import { Redis } from 'ioredis';
import {
  type RateLimiterAbstract,
  RateLimiterMemory,
  RateLimiterRedis,
  RateLimiterRes,
} from 'rate-limiter-flexible';
import { env } from '#lib/env.ts';
import { log } from '#lib/log.ts';
import { Problem } from '#lib/problems/problem.ts';

/** Length of every window, in seconds (decisions.md 23). */
const WINDOW_SECONDS = 10;

/** What is counted: calls of a client, of an address on endpoints without a key, payment intents of a link. */
export type LimitScope = 'client' | 'address' | 'link';
type Limiters = Record<LimitScope, RateLimiterAbstract>;

const LIMITERS = Symbol.for('fundraising.limiters');
type Holder = { [LIMITERS]?: Limiters };

function limiters(): Limiters {
  const holder = globalThis as Holder;
  holder[LIMITERS] ??= createLimiters();
  return holder[LIMITERS];
}

function createLimiters(): Limiters {
  const { clientPer10s, addressPer10s, linkPer10s } = env().rateLimits;
  const redis = connectRedis();
  const limiter = (scope: LimitScope, points: number): RateLimiterAbstract => {
    const options = { keyPrefix: `limit:${scope}`, points, duration: WINDOW_SECONDS };
    const memory = new RateLimiterMemory(options);
    // With Redis out of reach each process counts for itself: a limit that is too generous for a while, not an outage.
    return redis
      ? new RateLimiterRedis({ ...options, storeClient: redis, insuranceLimiter: memory })
      : memory;
  };
  return {
    client: limiter('client', clientPer10s),
    address: limiter('address', addressPer10s),
    link: limiter('link', linkPer10s),
  };
}

function connectRedis(): Redis | undefined {
  const { redisUrl } = env();
  if (!redisUrl) return undefined;
  const redis = new Redis(redisUrl, { enableOfflineQueue: false, maxRetriesPerRequest: 1 });
  redis.on('error', (error) =>
    log().warn({ err: error }, 'redis cannot be reached; counting in this process'),
  );
  return redis;
}

/**
 * Counts one call against a limit and writes the headers that tell the caller where it stands
 * (IETF draft-ietf-httpapi-ratelimit-headers: `RateLimit-Policy`, `RateLimit`) into `headers`, also when it refuses.
 * @throws Problem `rate_limit_exceeded` with whole seconds to wait.
 */
export async function countCall(
  scope: LimitScope,
  id: string,
  headers: Record<string, string> = {},
): Promise<void> {
  const limiter = limiters()[scope];
  const result = await limiter.consume(id).catch((refusal: unknown) => {
    if (refusal instanceof RateLimiterRes) return refusal;
    throw refusal;
  });
  headers['RateLimit-Policy'] = `"${scope}";q=${limiter.points};w=${WINDOW_SECONDS}`;
  headers.RateLimit = `"${scope}";r=${Math.max(0, result.remainingPoints)};t=${secondsUntilReset(result)}`;
  if (result.consumedPoints > limiter.points) {
    throw new Problem(
      'rate_limit_exceeded',
      `The limit is ${limiter.points} requests in ${WINDOW_SECONDS} seconds.`,
      {
        retryAfterSeconds: secondsUntilReset(result),
      },
    );
  }
}

function secondsUntilReset(result: RateLimiterRes): number {
  return Math.max(1, Math.ceil(result.msBeforeNext / 1000));
}
