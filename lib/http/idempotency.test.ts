import { beforeAll, describe, expect, test } from 'vitest';
import { createKey } from '#lib/clients/keys.ts';
import { db } from '#lib/db.ts';
import type { Permission } from '#lib/permissions.ts';
import { causeBody, createPartner, publishedCause } from '#testing/factories.ts';
import { expectProblem, expectRefused } from '#testing/problems.ts';
import { rawRequest } from '#testing/raw-http.ts';
import { runningService } from '#testing/running-service.ts';
import type { CallOptions, Reply } from '#testing/service.ts';

const { service, partner } = runningService();
let cause: string;
beforeAll(async () => {
  cause = await publishedCause(service, partner);
});

let keys = 0;
/** An Idempotency-Key that no other test uses. */
const newKey = () => `test-${++keys}`;
const linkBody = (overrides: Record<string, unknown> = {}) => ({
  cause,
  amount: 50,
  currency: 'USD',
  ...overrides,
});
const mint = (idempotencyKey: string, options: CallOptions = {}) =>
  service.call('/v1/checkout_links', {
    key: partner.key,
    ...(options.raw === undefined ? { body: linkBody() } : {}),
    ...options,
    headers: { 'idempotency-key': idempotencyKey, ...options.headers },
  });
const links = () => db().checkoutLink.count();

/** Another API key of a client. */
async function newKeyOf(clientId: string, permissions: Permission[]): Promise<string> {
  return (await createKey(db(), { clientId, permissions, allowedIps: [] })).key;
}

/** Expects the very answer of before, marked as a replay. */
function expectReplay(reply: Reply, first: Reply): void {
  expect(reply.status).toBe(first.status);
  expect(reply.text).toBe(first.text);
  expect(reply.headers.get('content-type')).toBe(first.headers.get('content-type'));
  expect(first.headers.has('idempotent-replayed')).toBe(false);
  expect(reply.headers.get('idempotent-replayed')).toBe('true');
  expect(reply.headers.get('x-request-id')).not.toBe(first.headers.get('x-request-id'));
}

describe('the same key with the same body', () => {
  test('is answered as the first time, and no second resource is created', async () => {
    const key = newKey();
    const first = await mint(key);
    expect(first.status).toBe(201);
    const before = await links();
    for (let i = 0; i < 3; i++) expectReplay(await mint(key), first);
    expect(await links()).toBe(before);
  });

  test('holds for creating causes too: no second account, no second mail', async () => {
    const headers = { 'idempotency-key': newKey() };
    const body = causeBody({ owner: { email: 'once@example.org', name: 'O' } });
    const create = () => service.call('/v1/causes', { key: partner.key, body, headers });
    const first = await create();
    const before = [await db().cause.count(), await db().account.count(), await db().email.count()];
    expectReplay(await create(), first);
    expect([await db().cause.count(), await db().account.count(), await db().email.count()]).toEqual(before);
  });

  test('whatever the white space, the order of keys and the escapes: equal as JSON values', async () => {
    const key = newKey();
    const metadata = '{"a":"1","b":"é"}';
    const first = await mint(key, {
      raw: `{"cause":"${cause}","amount":50,"currency":"USD","metadata":${metadata}}`,
    });
    expect(first.status).toBe(201);
    const other = `\n{ "metadata": {"b":"\\u00e9", "a":"1"}, "currency": "USD",\t"amount": 50, "cause": "${cause}" }`;
    expectReplay(await mint(key, { raw: other }), first);
  });

  test('a number that reads as another one when it is rounded is another body', async () => {
    const key = newKey();
    const written = (amount: string) => ({ raw: `{"cause":"${cause}","amount":${amount},"currency":"USD"}` });
    const first = await mint(key, written('50.00000000000000001'));
    expect(first.status).toBe(400);
    expectReplay(await mint(key, written('5.0000000000000000010e1')), first);
    expect((await mint(key, written('50'))).body.code).toBe('idempotency_key_reused');
  });

  test('so is an integer of more digits than a double holds', async () => {
    const key = newKey();
    const numbered = (order: string) => ({
      raw: `{"cause":"${cause}","amount":50,"currency":"USD","order":${order}}`,
    });
    const first = await mint(key, numbered('9007199254740993'));
    expect(first.status).toBe(201);
    expectReplay(await mint(key, numbered('9007199254740993.0')), first);
    const before = await links();
    expectProblem(await mint(key, numbered('9007199254740992')), 422, 'idempotency_key_reused');
    expect(await links()).toBe(before);
  });

  test('is replayed as it was answered then, though the resource has changed since', async () => {
    const key = newKey();
    const first = await mint(key);
    await db().checkoutLink.update({ where: { id: first.body.id }, data: { cancelledAt: new Date() } });
    expectReplay(await mint(key), first);
  });
});

describe('idempotency_key_reused', () => {
  test.each<[string, Record<string, unknown>]>([
    ['another amount', { amount: 51 }],
    ['one more field', { anonymous: false }],
    ['one more unknown field', { note: 'x' }],
    ['metadata', { metadata: {} }],
  ])('for the same key with %s: 422, and nothing is created', async (_, overrides) => {
    const key = newKey();
    await mint(key);
    const before = await links();
    const reply = await mint(key, { body: linkBody(overrides) });
    expectProblem(reply, 422, 'idempotency_key_reused');
    expect(reply.headers.has('idempotent-replayed')).toBe(false);
    expect(await links()).toBe(before);
  });

  test('for the same key with the order of a list changed', async () => {
    const key = newKey();
    await mint(key, { body: linkBody({ list: [1, 2] }) });
    expectProblem(await mint(key, { body: linkBody({ list: [2, 1] }) }), 422, 'idempotency_key_reused');
  });

  test('for the same key and body on another path', async () => {
    const headers = { 'idempotency-key': newKey() };
    const body = { ...causeBody(), ...linkBody() };
    const first = await service.call('/v1/checkout_links', { key: partner.key, headers, body });
    expect(first.status).toBe(201);
    const other = await service.call('/v1/causes', { key: partner.key, headers, body });
    expectProblem(other, 422, 'idempotency_key_reused');
  });

  test('is not recorded itself: the first answer is still replayed', async () => {
    const key = newKey();
    const first = await mint(key);
    await mint(key, { body: linkBody({ amount: 51 }) });
    expectReplay(await mint(key), first);
  });
});

describe('errors are replayed as well; a corrected body needs a new key', () => {
  test.each<[string, () => CallOptions, number, string]>([
    ['400', () => ({ body: linkBody({ amount: 0 }) }), 400, 'validation_failed'],
    ['422 of an unknown cause', () => ({ body: linkBody({ cause: 'none' }) }), 422, 'cause_not_found'],
    ['422 of another currency', () => ({ body: linkBody({ currency: 'EUR' }) }), 422, 'currency_not_supported'],
  ])('%s', async (_, options, status, code) => {
    const key = newKey();
    const first = await mint(key, options());
    expect([first.status, first.body.code]).toEqual([status, code]);
    expectReplay(await mint(key, options()), first);
    expectProblem(await mint(key), 422, 'idempotency_key_reused');
  });

  test.each<[string, string | Uint8Array]>([
    ['that is no JSON', '{"amount":'],
    ['that is empty', ''],
    ['that is not UTF-8', new Uint8Array([0x22, 0xff, 0x22])],
  ])('400 of a body %s, known again by its bytes', async (_, raw) => {
    const key = newKey();
    const first = await mint(key, { raw });
    expectRefused(first, '');
    expectReplay(await mint(key, { raw }), first);
    for (const other of [{ raw: '{"amount":5' }, {}])
      expectProblem(await mint(key, other), 422, 'idempotency_key_reused');
  });

  test('400 of an unreadable body on the other endpoints that take a key', async () => {
    const link = (await mint(newKey())).body.id;
    for (const path of ['/v1/causes', `/v1/checkout_links/${link}/payment_intent`]) {
      const options = { key: partner.key, raw: '{', headers: { 'idempotency-key': newKey() } };
      const first = await service.call(path, options);
      expectRefused(first, '');
      expectReplay(await service.call(path, options), first);
    }
  });

  test('400 of a body that is too large, known again as one that is', async () => {
    const link = (await mint(newKey())).body.id;
    const calls: [string, object][] = [
      ['/v1/checkout_links', linkBody()],
      ['/v1/causes', causeBody()],
      [`/v1/checkout_links/${link}/payment_intent`, {}],
    ];
    for (const [path, body] of calls) {
      const headers = { 'idempotency-key': newKey() };
      const send = (raw: string) => service.call(path, { key: partner.key, raw, headers });
      const first = await send(JSON.stringify(body).padEnd(300_000));
      expectRefused(first, '');
      expectReplay(await send(JSON.stringify(body).padEnd(300_000)), first);
      // Nothing of such a body is kept that could tell two of them apart.
      expectReplay(await send('x'.repeat(300_001)), first);
      for (const other of [JSON.stringify(body), '{', ''])
        expectProblem(await send(other), 422, 'idempotency_key_reused');
    }
  });

  test('403 of a fee that is not permitted, even after it would be', async () => {
    const permissions: Permission[] = ['causes:write', 'creators:provision'];
    const { key, clientId } = await createPartner({ permissions });
    const options = { key, body: causeBody({ fee_percent: 1 }), headers: { 'idempotency-key': newKey() } };
    const first = await service.call('/v1/causes', options);
    expectProblem(first, 403, 'fee_percent_not_permitted');
    const able = await newKeyOf(clientId, [...permissions, 'causes:set_fee']);
    expectReplay(await service.call('/v1/causes', { ...options, key: able }), first);
  });

  test('422 of a cause that takes no money, even after it does', async () => {
    const paused = await publishedCause(service, partner);
    await db().cause.update({ where: { key: paused }, data: { state: 'paused' } });
    const key = newKey();
    const first = await mint(key, { body: linkBody({ cause: paused }) });
    expectProblem(first, 422, 'cause_not_accepting_payments');
    await db().cause.update({ where: { key: paused }, data: { state: 'published' } });
    expectReplay(await mint(key, { body: linkBody({ cause: paused }) }), first);
  });
});

describe('what is answered before validation is not recorded: the key is free', () => {
  test.each<[string, () => Promise<CallOptions>, number]>([
    ['401', async () => ({ key: 'cause_live_unknown' }), 401],
    [
      '403 of a missing permission',
      async () => ({ key: (await createPartner({ permissions: ['cause:read'] })).key }),
      403,
    ],
    ['403 of the allowlist', async () => ({ key: (await createPartner({ allowedIps: ['192.0.2.1'] })).key }), 403],
    ['415', async () => ({ headers: { 'content-type': 'text/plain' } }), 415],
  ])('%s', async (_, options, status) => {
    const key = newKey();
    expect((await mint(key, await options())).status).toBe(status);
    expect(await db().idempotencyRecord.count({ where: { key } })).toBe(0);
    expect((await mint(key)).status).toBe(201);
  });
});

describe('the key', () => {
  test('may have 255 characters, not one more, and must not be empty', async () => {
    const first = await mint('k'.repeat(255));
    expect(first.status).toBe(201);
    expectReplay(await mint('k'.repeat(255)), first);
    for (const wrong of ['k'.repeat(256), '', '  ']) expectRefused(await mint(wrong), 'Idempotency-Key');
  });

  test('is checked after the body has been read, and before its fields', async () => {
    const link = (await mint(newKey())).body.id;
    const headers = { 'idempotency-key': 'k'.repeat(256) };
    for (const path of ['/v1/checkout_links', '/v1/causes', `/v1/checkout_links/${link}/payment_intent`]) {
      const send = (raw: string) => service.call(path, { key: partner.key, raw, headers });
      for (const unreadable of ['{"amount":', '', '{}'.padEnd(300_000)]) expectRefused(await send(unreadable), '');
      expectRefused(await send('{"amount":1,"amount":2}'), 'amount');
      expectRefused(await send('{"amount":"none"}'), 'Idempotency-Key');
    }
  });

  test('is counted in characters when it is sent as UTF-8', async () => {
    const send = async (key: string) => {
      const body = JSON.stringify(linkBody());
      const bytes = Buffer.from(key).toString('latin1');
      const reply = await rawRequest(
        service.url,
        [
          'POST /v1/checkout_links HTTP/1.1',
          `X-API-Key: ${partner.key}`,
          'Content-Type: application/json',
          `Content-Length: ${body.length}`,
          `Idempotency-Key: ${bytes}`,
        ],
        body,
      );
      return reply.status;
    };
    expect([await send('ñ'.repeat(255)), await send('💸'.repeat(255)), await send('ñ'.repeat(256))]).toEqual([
      201, 201, 400,
    ]);
  });

  test('may hold any printable character, and is told apart by case', async () => {
    const key = newKey();
    const [lower, upper, odd] = [await mint(`a${key}`), await mint(`A${key}`), await mint(`${key} "'%;é/\\`)];
    expect(new Set([lower.body.id, upper.body.id, odd.body.id]).size).toBe(3);
    expectReplay(await mint(`${key} "'%;é/\\`), odd);
  });

  test('is each client’s own', async () => {
    const key = newKey();
    const other = await createPartner();
    const [mine, theirs] = [await mint(key), await mint(key, { key: other.key })];
    expect([mine.status, theirs.status]).toEqual([201, 201]);
    expect(theirs.body.id).not.toBe(mine.body.id);
    expectReplay(await mint(key, { key: other.key }), theirs);
  });

  test('belongs to the client, not to one of its API keys', async () => {
    const key = newKey();
    const first = await mint(key);
    const second = await newKeyOf(partner.clientId, ['checkout_links:write']);
    expectReplay(await mint(key, { key: second }), first);
  });

  test('of a link’s payment intent cannot reach into a client’s keys', async () => {
    const key = newKey();
    const path = `/v1/checkout_links/${partner.clientId}/payment_intent`;
    const reply = await service.call(path, { body: {}, headers: { 'idempotency-key': key } });
    expectProblem(reply, 404, 'checkout_link_not_found');
    expect((await mint(key)).status).toBe(201);
  });
});
