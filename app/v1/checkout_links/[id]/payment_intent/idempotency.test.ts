import { beforeAll, expect, test } from 'vitest';
import { db } from '#lib/db.ts';
import { openLink, publishedCause } from '#testing/factories.ts';
import { expectProblem, expectRefused } from '#testing/problems.ts';
import { runningService } from '#testing/running-service.ts';

const { service, partner } = runningService();
let cause: string;
beforeAll(async () => {
  cause = await publishedCause(service, partner);
});

const newLink = async (): Promise<string> => (await openLink(service, partner, { cause })).id;
const ask = (id: string, key: string, body: object = {}) =>
  service.call(`/v1/checkout_links/${id}/payment_intent`, { body, headers: { 'idempotency-key': key } });

test('a repeated request gets the same intent, marked as a replay; its client secret is never stored', async () => {
  const id = await newLink();
  const first = await ask(id, 'a');
  expect(first.status).toBe(200);
  const again = await ask(id, 'a');
  expect(again.body).toEqual(first.body);
  expect([first, again].map((reply) => reply.headers.get('idempotent-replayed'))).toEqual([null, 'true']);
  const stored = await db().idempotencyRecord.findMany();
  expect(stored).toMatchObject([{ key: 'a', status: 200, response: first.body.payment_intent_id }]);
  expect(JSON.stringify(stored)).not.toContain(first.body.client_secret);
});

test('keys are scoped to the link', async () => {
  const [one, two] = [await newLink(), await newLink()];
  const [first, second] = [await ask(one, 'b'), await ask(two, 'b')];
  expect([first.status, second.status]).toEqual([200, 200]);
  expect(second.body.payment_intent_id).not.toBe(first.body.payment_intent_id);
});

test('the same key with another body is idempotency_key_reused', async () => {
  const id = await newLink();
  await ask(id, 'c');
  expectProblem(await ask(id, 'c', { email: 'a@example.org' }), 422, 'idempotency_key_reused');
});

test('errors are replayed, even after their cause is gone', async () => {
  const id = await newLink();
  const refused = await ask(id, 'd', { amount: 1 });
  expectRefused(refused, 'amount');
  expect((await ask(id, 'd', { amount: 1 })).headers.get('idempotent-replayed')).toBe('true');

  await db().cause.update({ where: { key: cause }, data: { state: 'paused' } });
  const first = await ask(id, 'e');
  expectProblem(first, 422, 'cause_not_accepting_payments');
  await db().cause.update({ where: { key: cause }, data: { state: 'published' } });
  const again = await ask(id, 'e');
  expect([again.status, again.text, again.headers.get('idempotent-replayed')]).toEqual([422, first.text, 'true']);
});

test('an unreachable gateway is 503 with Retry-After and not stored: the key is free', async () => {
  const id = await newLink();
  await service.control('stripe/gateway_down');
  const reply = await ask(id, 'f');
  await service.control('stripe/gateway_up');
  expectProblem(reply, 503, 'internal_error');
  expect(reply.headers.get('retry-after')).toMatch(/^[1-9]\d*$/);
  const again = await ask(id, 'f');
  expect([again.status, again.headers.has('idempotent-replayed')]).toEqual([200, false]);
});

test('an empty key, or one of 256 characters, is refused', async () => {
  const id = await newLink();
  for (const key of ['', 'k'.repeat(256)]) expectRefused(await ask(id, key), 'Idempotency-Key');
});

test('forty requests at once with one key get one intent', async () => {
  const id = await newLink();
  const replies = await Promise.all(Array.from({ length: 40 }, () => ask(id, 'g')));
  const ids = new Set(replies.filter((r) => r.status === 200).map((r) => r.body.payment_intent_id));
  expect(ids.size).toBe(1);
  for (const reply of replies.filter((r) => r.status !== 200)) expectProblem(reply, 409, 'idempotency_key_in_progress');
  expect(await db().payment.count({ where: { linkId: id } })).toBe(1);
});
