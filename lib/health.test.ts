import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { env } from '#lib/env.ts';
import { type ChildServer, startChildServer } from '#testing/child-server.ts';
import { runningService } from '#testing/running-service.ts';

const { partner } = runningService();
let database: Awaited<ReturnType<typeof freezableDatabase>>;
let server: ChildServer;
beforeAll(async () => {
  database = await freezableDatabase(String(env().databaseUrl));
  server = await startChildServer({ DATABASE_URL: database.url });
});
afterAll(async () => {
  await server.kill();
  database.close();
});

/** A proxy to a database that can stand still: connections stay open and new ones are accepted, and nothing is answered. */
async function freezableDatabase(databaseUrl: string) {
  const url = new URL(databaseUrl);
  const { hostname: host, port } = url;
  // The embedded database is also reached by a Unix socket, which would be preferred to this proxy.
  url.searchParams.delete('host');
  const pairs = new Set<[Socket, Socket]>();
  let isFrozen = false;
  const join = ([client, real]: [Socket, Socket]) => client.pipe(real).pipe(client);
  const proxy = createServer((client) => {
    const pair: [Socket, Socket] = [client, connect({ host, port: Number(port) })];
    pairs.add(pair);
    for (const socket of pair)
      socket
        .on('error', () => {})
        .once('close', () => {
          pairs.delete(pair);
          for (const each of pair) each.destroy();
        });
    if (!isFrozen) join(pair);
  });
  proxy.listen(0, '127.0.0.1');
  await once(proxy, 'listening');
  url.port = String((proxy.address() as AddressInfo).port);
  return {
    url: url.href,
    freeze: () => {
      isFrozen = true;
      for (const [client, real] of pairs) {
        client.unpipe(real);
        real.unpipe(client);
      }
    },
    thaw: () => {
      isFrozen = false;
      for (const pair of pairs) join(pair);
    },
    close: () => {
      proxy.close();
      for (const [client] of pairs) client.destroy();
    },
  };
}

const health = async () => (await server.call('/healthz')).status;

test('/healthz is 503 before a read of a database that stands still is given up, and 200 once that goes on', async () => {
  await expect.poll(health).toBe(200);
  database.freeze();
  const reads: Promise<unknown>[] = [];
  // The first check has an open connection; the others need new ones.
  for (let check = 1; check <= 3; check++) {
    let isGivenUp = false;
    const read = server.call('/v1/causes/cause_0', { key: partner.key }).then(() => {
      isGivenUp = true;
    });
    reads.push(read);
    expect([await health(), isGivenUp]).toEqual([503, false]);
  }
  database.thaw();
  await Promise.all(reads);
  await expect.poll(health).toBe(200);
});
