import { afterAll, beforeAll, expect, test } from 'vitest';
import { pool } from '#lib/db.ts';
import { asOwner } from '#testing/as-owner.ts';
import { type ChildServer, startChildServer } from '#testing/child-server.ts';
import { causeBody, mintLink, openLink, publishedCause } from '#testing/factories.ts';
import { expectProblem } from '#testing/problems.ts';
import { runningService } from '#testing/running-service.ts';
import type { Reply } from '#testing/service.ts';

/*
 * A database that only answers reads: a standby that the address leads to after a failover, or one that its provider has closed
 * because its disk is nearly full.
 */

const { service, partner } = runningService();
let cause: string;
let linkId: string;
let server: ChildServer;

beforeAll(async () => {
  cause = await publishedCause(service, partner);
  linkId = (await openLink(service, partner, { cause })).id;
  const { name } = (await pool().query('SELECT current_database() AS name')).rows[0];
  // Of new connections: those of the service in this process go on to write.
  await asOwner(`ALTER DATABASE "${name}" SET default_transaction_read_only = on`);
  server = await startChildServer({ PUBLIC_BASE_URL: service.url });
});
afterAll(() => server?.kill());

const WRITES: [string, () => Promise<Reply>][] = [
  ['minting a link', () => mintLink(server, partner.key, { cause })],
  ['creating a cause', () => server.call('/v1/causes', { key: partner.key, body: causeBody() })],
  ['a payment intent', () => server.call(`/v1/checkout_links/${linkId}/payment_intent`, { body: {} })],
  ['what a donor chooses', () => server.call('/checkout/donation', { body: { ref: linkId, amount: 60 } })],
];

test.each(WRITES)('while the database only answers reads, %s answers 503 with Retry-After', async (_, write) => {
  const reply = await write();
  expectProblem(reply, 503, 'internal_error');
  expect(reply.headers.get('retry-after')).toMatch(/^[1-9]\d*$/);
});

test('while the database only answers reads, links are still read', async () => {
  expect((await server.call(`/v1/checkout_links/${linkId}`, { key: partner.key })).status).toBe(200);
});

test('/healthz is 503 while the database only answers reads', async () => {
  expect((await server.call('/healthz')).status).toBe(503);
});
