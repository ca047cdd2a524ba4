import { afterEach, beforeAll, expect, test } from 'vitest';
import { disconnect, pool } from '#lib/db.ts';
import { asOwner } from '#testing/as-owner.ts';
import { causeBody, mintLink, openLink, publishedCause } from '#testing/factories.ts';
import { expectProblem } from '#testing/problems.ts';
import { runningService } from '#testing/running-service.ts';
import { callAt, type Reply } from '#testing/service.ts';

const { service, partner } = runningService();
const WRITTEN = ['causes', 'checkout_links', 'payments', 'idempotency_records'];
let cause: string;
let linkId: string;

beforeAll(async () => {
  cause = await publishedCause(service, partner);
  linkId = (await openLink(service, partner, { cause })).id;
  // The server's error when a table cannot grow (PostgreSQL documentation, appendix A: disk_full).
  await asOwner(`
    CREATE FUNCTION no_room() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
      RAISE EXCEPTION 'could not extend file "base/1/2": No space left on device' USING ERRCODE = '53100';
    END $$`);
});
afterEach(async () => {
  for (const table of WRITTEN) await asOwner(`DROP TRIGGER IF EXISTS no_room ON ${table}`);
});

async function fillDisk(): Promise<void> {
  for (const table of WRITTEN)
    await asOwner(`CREATE TRIGGER no_room BEFORE INSERT OR UPDATE ON ${table} FOR EACH ROW EXECUTE FUNCTION no_room()`);
}

const WRITES: [string, () => Promise<Reply>][] = [
  ['minting a link', () => mintLink(service, partner.key, { cause })],
  ['creating a cause', () => service.call('/v1/causes', { key: partner.key, body: causeBody() })],
  [
    'creating a cause with an Idempotency-Key',
    () =>
      service.call('/v1/causes', {
        key: partner.key,
        body: causeBody(),
        headers: { 'idempotency-key': crypto.randomUUID() },
      }),
  ],
  ['a payment intent', () => service.call(`/v1/checkout_links/${linkId}/payment_intent`, { body: {} })],
  ['what a donor chooses', () => service.call('/checkout/donation', { body: { ref: linkId, amount: 60 } })],
];

test.each(WRITES)('while the disk is full, %s answers 503 with Retry-After, and works afterwards', async (_, write) => {
  await fillDisk();
  const reply = await write();
  expectProblem(reply, 503, 'internal_error');
  expect(reply.headers.get('retry-after')).toMatch(/^[1-9]\d*$/);
  for (const table of WRITTEN) await asOwner(`DROP TRIGGER no_room ON ${table}`);
  expect((await write()).status).toBeLessThan(300);
});

test('while the disk is full, links are still read', async () => {
  await fillDisk();
  const reply = await service.call(`/v1/checkout_links/${linkId}`, { key: partner.key });
  expect(reply.status).toBe(200);
});

test('/healthz is 503 while the database has no room for a file', async () => {
  expect((await callAt(service.url, '/healthz')).status).toBe(200);
  // Makes the sort of the health check fail as on a full disk: it reads its rows from here instead.
  const { name } = (await pool().query('SELECT current_database() AS name')).rows[0];
  await asOwner('CREATE SCHEMA full_disk; GRANT USAGE ON SCHEMA full_disk TO PUBLIC');
  await asOwner(`
    CREATE FUNCTION full_disk.generate_series(int, int) RETURNS SETOF int LANGUAGE plpgsql AS $$ BEGIN
      RAISE EXCEPTION 'could not write to file "base/pgsql_tmp/1": No space left on device' USING ERRCODE = '53100';
    END $$`);
  await asOwner(`ALTER DATABASE "${name}" SET search_path = full_disk, public, pg_catalog`);
  // Of new connections.
  await disconnect();
  expect((await callAt(service.url, '/healthz')).status).toBe(503);
});
