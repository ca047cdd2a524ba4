import { Redis } from 'ioredis';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { freePort } from '#scripts/free-port.ts';
import { type RedisServer, startRedis } from '#scripts/redis.ts';
import { type ChildServer, startChildServer } from '#testing/child-server.ts';
import { createPartner } from '#testing/factories.ts';
import { runningService } from '#testing/running-service.ts';

const LIMIT = 100;

runningService();
let port: number;
let redis: RedisServer;
let look: Redis;
let server: ChildServer;
beforeAll(async () => {
  port = await freePort();
  redis = await startRedis(port);
  look = new Redis(redis.url);
  look.on('error', () => {});
  server = await startChildServer({
    REDIS_URL: redis.url,
    RATE_LIMIT_CLIENT_PER_10S: String(LIMIT),
    // Longer than this file takes on any machine.
    RATE_LIMIT_WINDOW_SECONDS: '3600',
  });
});
afterAll(async () => {
  look?.disconnect();
  await server?.kill();
  await redis?.stop();
});

/** The counts of concurrent calls from a new client, in order. */
async function countsOf(calls: number): Promise<{ clientId: string; counts: number[] }> {
  const { clientId, key } = await createPartner();
  const replies = await Promise.all(Array.from({ length: calls }, () => server.call('/v1/causes/none', { key })));
  expect(new Set(replies.map(({ status }) => status))).toEqual(new Set([404]));
  const left = replies.map(({ headers }) => Number(/r=(\d+)/.exec(headers.get('ratelimit') ?? '')?.[1]));
  return { clientId, counts: left.map((each) => LIMIT - each).toSorted((a, b) => a - b) };
}

async function isCountedInRedis(): Promise<boolean> {
  const { clientId } = await countsOf(1);
  return (await look.exists(`limit:client:${clientId}`)) === 1;
}

const upTo = (count: number) => Array.from({ length: count }, (_, i) => i + 1);

test('a hanging Redis is not waited for: the process counts by itself until Redis answers again', async () => {
  // It connects at the first count.
  await expect.poll(isCountedInRedis).toBe(true);
  process.kill(redis.pid, 'SIGSTOP');
  try {
    expect((await countsOf(20)).counts).toEqual(upTo(20));
    expect((await countsOf(20)).counts).toEqual(upTo(20));
  } finally {
    process.kill(redis.pid, 'SIGCONT');
  }
  await expect.poll(isCountedInRedis).toBe(true);
});

test('nor is a stopped one, and once it is back it counts again', async () => {
  await redis.stop();
  expect((await countsOf(20)).counts).toEqual(upTo(20));
  redis = await startRedis(port);
  await expect.poll(isCountedInRedis).toBe(true);
});
