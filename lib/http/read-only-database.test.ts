import { beforeAll, expect, test } from 'vitest';
import { disconnect, pool } from '#lib/db.ts';
import { asOwner } from '#testing/as-owner.ts';
import { causeBody, mintLink, openLink, publishedCause } from '#testing/factories.ts';
import { expectProblem } from '#testing/problems.ts';
import { runningService } from '#testing/running-service.ts';
import { callAt, type Reply } from '#testing/service.ts';

/*
 * A database that only answers reads: a standby that the address leads to after a failover, or one that its provider has closed
 * because its disk is nearly full.
 */

const { service, partner } = runningService();
let cause: string;
let linkId: string;

beforeAll(async () => {
  cause = await publishedCause(service, partner);
  linkId = (await openLink(service, partner, { cause })).id;
  const { name } = (await pool().query('SELECT current_database() AS name')).rows[0];
  // Of new connections.
  await asOwner(`ALTER DATABASE "${name}" SET default_transaction_read_only = on`);
  await disconnect();
});

const WRITES: [string, () => Promise<Reply>][] = [
  ['minting a link', () => mintLink(service, partner.key, { cause })],
  ['creating a cause', () => service.call('/v1/causes', { key: partner.key, body: causeBody() })],
  ['a payment intent', () => service.call(`/v1/checkout_links/${linkId}/payment_intent`, { body: {} })],
  ['what a donor chooses', () => service.call('/checkout/donation', { body: { ref: linkId, amount: 60 } })],
];

test.each(WRITES)('while the database only answers reads, %s answers 503 with Retry-After', async (_, write) => {
  const reply = await write();
  expectProblem(reply, 503, 'internal_error');
  expect(reply.headers.get('retry-after')).toMatch(/^[1-9]\d*$/);
});

test('while the database only answers reads, links are still read', async () => {
  expect((await service.call(`/v1/checkout_links/${linkId}`, { key: partner.key })).status).toBe(200);
});

test('/healthz is 503 while the database only answers reads', async () => {
  expect((await callAt(service.url, '/healthz')).status).toBe(503);
});
