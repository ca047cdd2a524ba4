import { once } from 'node:events';
import { connect } from 'node:net';
import fc from 'fast-check';
import { beforeAll, describe, expect, test } from 'vitest';
import type { Contract } from '#lib/contract.ts';
import { db } from '#lib/db.ts';
import { env } from '#lib/env.ts';
import { causeBody } from '#testing/factories.ts';
import { largestBody } from '#testing/largest-body.ts';
import { expectProblem, expectRefused } from '#testing/problems.ts';
import { rawRequest } from '#testing/raw-http.ts';
import { bodyWithLiteral, createSample, POSTS, pathOf, type Sample, validCall } from '#testing/requests.ts';
import { runningService } from '#testing/running-service.ts';
import { runs } from '#testing/runs.ts';
import type { CallOptions } from '#testing/service.ts';
import { openApiDocument } from './openapi.ts';

const { service, partner } = runningService();
let sample: Sample;
beforeAll(async () => {
  sample = await createSample(service, partner);
});

/** The schema of a body, as partners read it. */
function bodySchema({ path, method }: Contract): Parameters<typeof largestBody>[0] {
  const operation = openApiDocument(env()).paths?.[path]?.[method === 'GET' ? 'get' : 'post'];
  const body = operation?.requestBody as { content: Record<string, { schema: object }> } | undefined;
  return body?.content['application/json']?.schema ?? {};
}

/** The longest values of the fields whose limit is their form. */
function ownForms({ operationId }: Contract, { causeKey }: Sample): Record<string, unknown> {
  if (operationId !== 'createCause') return { cause: causeKey, currency: 'USD', external_reference: 'x'.repeat(64) };
  return {
    country: 'US',
    'owner.phone': '+573001234567890',
    terms_accepted_at: '2026-01-01T00:00:00.000000000+00:00',
    terms_accepted_ip: '0000:0000:0000:0000:0000:ffff:255.255.255.255',
    // Stored as sent, without a limit.
    category: '\u{1f600}'.repeat(2000),
    fee_percent: 19.9999,
  };
}

test('a page’s action accepts 8 KiB and no more', async () => {
  const action = (size: number) =>
    service.call('/checkout/confirmation', { raw: JSON.stringify({ ref: sample.linkId }).padEnd(size) });
  expect((await action(8192)).status).toBe(200);
  expect(expectRefused(await action(8193), '')).toEqual(['The body is larger than 8 KiB.']);
});

// One reader serves all endpoints: what it refuses whatever the fields are, the gate sends to the first of them only.
describe.each(POSTS)('$method $path', (contract) => {
  const IN_GATE_ONCE = { tags: contract === POSTS[0] ? [] : ['full' as const] };
  const LIMIT = contract.maxBodyBytes;
  const post = (options: CallOptions) =>
    service.call(pathOf(contract, sample), { method: 'POST', key: partner.key, ...options });
  const validText = () => JSON.stringify(validCall(contract, sample).body);
  const padded = (size: number) => validText().padEnd(size, ' ');

  test.each([
    'application/json',
    'application/json; charset=utf-8',
    'Application/JSON;charset="UTF-8"',
    'application/json; charset=utf8',
  ])('takes a body sent as %s', IN_GATE_ONCE, async (type) => {
    const reply = await post({ raw: validText(), headers: { 'content-type': type } });
    expect(reply.status).toBe(contract.status);
  });

  test.each([
    'text/plain',
    'application/x-www-form-urlencoded',
    'multipart/form-data; boundary=x',
    'application/problem+json',
    'application/jsonp',
    'text/json',
    'application/json; charset=iso-8859-1',
    'json',
  ])('refuses a body sent as %s: 415', IN_GATE_ONCE, async (type) => {
    const reply = await post({ raw: validText(), headers: { 'content-type': type } });
    const { detail } = expectProblem(reply, 415, 'unsupported_media_type');
    expect(detail).toBe(type.includes('charset') ? 'Send the body in UTF-8.' : 'Send the body as application/json.');
  });

  const CODED = 'refuses a body with the content coding %s: 415';
  test.each(['gzip', 'br', 'gzip, identity'])(CODED, IN_GATE_ONCE, async (coding) => {
    const reply = await post({ raw: validText(), headers: { 'content-encoding': coding } });
    expect(expectProblem(reply, 415, 'unsupported_media_type').detail).toContain('Content-Encoding');
  });

  test('takes a body with the content coding identity, which is none', async () => {
    const reply = await post({ raw: validText(), headers: { 'content-encoding': 'Identity' } });
    expect(reply.status).toBe(contract.status);
  });

  test('refuses a body without a media type: 415', async () => {
    const text = validText();
    const lines = [`POST ${pathOf(contract, sample)} HTTP/1.1`, `X-API-Key: ${partner.key}`];
    const reply = await rawRequest(service.url, [...lines, `Content-Length: ${text.length}`], text);
    expect(reply.status).toBe(415);
  });

  test.each(['application/json', 'text/plain'])('an empty body sent as %s is 400, not 415', async (type) => {
    expectRefused(await post({ raw: '', headers: { 'content-type': type } }), '');
  });

  test('an empty body without a media type is 400', async () => {
    const lines = [`POST ${pathOf(contract, sample)} HTTP/1.1`, `X-API-Key: ${partner.key}`];
    const reply = await rawRequest(service.url, [...lines, 'Content-Length: 0']);
    expect(reply.status).toBe(400);
  });

  test.each([
    ['no JSON', 'amount=50'],
    ['an unfinished object', '{"cause": "a"'],
    ['white space', ' \n\t'],
    ['two documents', '{} {}'],
    ['a comment', '{/* hello */}'],
    ['a trailing comma', '{"email": "a@example.org",}'],
    ['single quotes', "{'email': 'a@example.org'}"],
    ['NaN', '{"amount": NaN}'],
    ['a leading zero', '{"amount": 050}'],
    ['a number beyond double precision', '{"amount": 1e400}'],
    ['a raw control character', '{"email": "\u0001"}'],
    ['an array', '[{"amount": 1}]'],
    ['a string', '"amount"'],
    ['a number', '50'],
    ['a decimal', '50.5'],
    ['a boolean', 'true'],
    ['null', 'null'],
    ['65 levels', `{"metadata":${'['.repeat(64)}${']'.repeat(64)}}`],
    ['a thousand levels', '['.repeat(1000)],
    ['a thousand members', `{${Array.from({ length: 999 }, (_, i) => `"${i}":1`)}}`.slice(0, 2000)],
  ])('refuses %s as the body: 400 about the body as a whole', IN_GATE_ONCE, async (_, raw) => {
    expectRefused(await post({ raw }), '');
  });

  test.each([
    ['{"email":"a@example.org","email":"a@example.org"}', 'email'],
    ['{"owner":{"name":"Ana","name":"Eva"}}', 'owner.name'],
    ['{"metadata":{"order":"1","\\u006frder":"2"}}', 'metadata.order'],
    ['{"":1,"":2}', '""'],
    ['{"metadata":{"":"1","":"2"}}', 'metadata.""'],
  ])('refuses %s: 400 naming the duplicate member', async (raw, field) => {
    const messages = expectRefused(await post({ raw }), field);
    expect(messages).toEqual(['must not be given twice']);
  });

  test('refuses bytes that are not UTF-8: 400', async () => {
    const raw = Buffer.concat([Buffer.from('{"email":"'), Buffer.from([0xc3, 0x28]), Buffer.from('"}')]);
    expectRefused(await post({ raw }), '');
  });

  test(`accepts a body of ${LIMIT / 1024} KiB and refuses one byte more`, async () => {
    expect((await post({ raw: padded(LIMIT) })).status).toBe(contract.status);
    const messages = expectRefused(await post({ raw: padded(LIMIT + 1) }), '');
    expect(messages).toEqual([`The body is larger than ${LIMIT / 1024} KiB.`]);
  });

  test('accepts the largest body that its fields allow, with every character escaped', async () => {
    const raw = largestBody(bodySchema(contract), ownForms(contract, sample));
    expect(raw.length).toBeLessThanOrEqual(LIMIT);
    const reply = await post({ raw });
    expect(reply.status, reply.text.slice(0, 500)).toBe(contract.status);
  });

  test.each(['5.5', '5.0', '5e0', '-0.1', '5', '"5"', 'true', '[5]', '[]', 'null'])(
    'refuses %s in the place of an object: 400 naming the field',
    async (written) => {
      for (const [name, field] of Object.entries(bodySchema(contract).properties ?? {})) {
        if (field.type !== 'object') continue;
        const reply = await post({ raw: bodyWithLiteral(validCall(contract, sample).body as object, name, written) });
        expect(expectRefused(reply, name)).toEqual([expect.stringMatching(/^must be an object/)]);
      }
    },
  );

  test.each(['5.5', '5.0', '5e0', '[5.5]', '{"amount":5.5}'])(
    'refuses %s in the place of a text, a yes or no or a word of a list: 400 naming the field',
    async (written) => {
      for (const [name, field] of Object.entries(bodySchema(contract).properties ?? {}))
        if (!['object', 'integer', 'number'].includes(field.type ?? ''))
          expectRefused(
            await post({ raw: bodyWithLiteral(validCall(contract, sample).body as object, name, written) }),
            name,
          );
    },
  );

  test('refuses a larger body without an announced length', async () => {
    const text = padded(LIMIT + 1);
    const chunk = `${text.length.toString(16)}\r\n${text}\r\n0\r\n\r\n`;
    const reply = await rawRequest(
      service.url,
      [
        `POST ${pathOf(contract, sample)} HTTP/1.1`,
        `X-API-Key: ${partner.key}`,
        'Content-Type: application/json',
        'Transfer-Encoding: chunked',
      ],
      chunk,
    );
    expect(reply.status).toBe(400);
    expect(JSON.parse(reply.body.slice(reply.body.indexOf('{')).replace(/\r\n0\s*$/, ''))).toMatchObject({
      code: 'validation_failed',
    });
  });

  test('an incomplete body is refused', async () => {
    const { hostname, port } = new URL(service.url);
    const written = async () => [await db().checkoutLink.count(), await db().cause.count(), await db().payment.count()];
    const before = await written();
    const socket = connect(Number(port), hostname);
    socket.resume();
    const head = [
      `POST ${pathOf(contract, sample)} HTTP/1.1`,
      'Host: localhost',
      `X-API-Key: ${partner.key}`,
      'Content-Type: application/json',
      'Content-Length: 100000',
    ];
    socket.end(`${head.join('\r\n')}\r\n\r\n${validText()}`);
    await once(socket, 'close');
    expectProblem(await post({ raw: '{' }), 400, 'validation_failed');
    expect(await written()).toEqual(before);
  });

  test('checks the media type before the size', async () => {
    const reply = await post({ raw: padded(LIMIT + 1), headers: { 'content-type': 'text/plain' } });
    expectProblem(reply, 415, 'unsupported_media_type');
  });

  test('never fails on any JSON', async () => {
    const strange = fc.jsonValue({ depthSize: 'small' });
    // Every UTF-16 unit, including lone surrogates.
    const units = fc.array(fc.nat(0xffff)).map((codes) => String.fromCharCode(...codes));
    const fields = fc.dictionary(
      fc.constantFrom('cause', 'amount', 'email', 'metadata', 'owner', 'goal', 'title', 'country', '__proto__'),
      fc.oneof(strange, units, fc.double(), fc.constant({ name: 'n', amount: 1 })),
    );
    await fc.assert(
      fc.asyncProperty(fc.oneof(strange, fields), async (body) => {
        const raw = JSON.stringify(Object.assign(JSON.parse(validText()), { title: 'T' }, body)) ?? 'null';
        for (const text of [JSON.stringify(body), raw]) {
          const reply = await post({ raw: text, headers: { 'idempotency-key': crypto.randomUUID() } });
          expect(reply.status, text).toBeLessThan(500);
        }
      }),
      { numRuns: runs(10, 25) },
    );
  });
});

test.each([
  ['a lone surrogate', '"\\ud800"'],
  ['a lone low surrogate', '"a\\udc00b"'],
  ['U+0000', '"\\u0000"'],
])('%s in a field is 400 naming the field, with an Idempotency-Key too', async (_, written) => {
  const raw = JSON.stringify(causeBody({ title: undefined })).replace(/}$/, `,"title":${written}}`);
  for (const headers of [{}, { 'idempotency-key': crypto.randomUUID() }] as Record<string, string>[])
    expectRefused(await service.call('/v1/causes', { key: partner.key, raw, headers }), 'title');
});
