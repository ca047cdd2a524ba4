import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { db } from '#lib/db.ts';
import { mintLink, publishedCause } from '#testing/factories.ts';
import { expectRefused } from '#testing/problems.ts';
import { bodyWithLiteral } from '#testing/requests.ts';
import { runningService } from '#testing/running-service.ts';

const { service, partner } = runningService();
let cause: string;
beforeAll(async () => {
  cause = await publishedCause(service, partner);
});
afterAll(async () => {
  expect(await db().checkoutLink.count()).toBe(0);
});

const post = (overrides: Record<string, unknown>) => mintLink(service, partner.key, { cause, ...overrides });
/** Posts a valid body with one more member, whose value is written as given. */
const postWritten = (field: string, written: string) =>
  service.call('/v1/checkout_links', {
    key: partner.key,
    raw: bodyWithLiteral({ cause, amount: 50, currency: 'USD' }, field, written),
  });

test('names every missing field at once, and says that it is required', async () => {
  const reply = await service.call('/v1/checkout_links', { key: partner.key, body: {} });
  const messages = expectRefused(reply, 'cause', 'amount', 'currency');
  expect(messages).toEqual(['is required', 'is required', 'is required']);
});

test.each([
  '0',
  '-1',
  '-0',
  '1000000000001',
  '50.0',
  '50.5',
  '5e1',
  '1E3',
  '1e12',
  '1000000000000.00001',
  '0.99999999999999999',
  '"50"',
  'true',
  'null',
  '[50]',
  '{"value":50}',
  '99999999999999999999',
])('the amount %s is refused', async (written) => {
  expectRefused(await postWritten('amount', written), 'amount');
});

describe.each(['cause', 'currency', 'email', 'external_reference', 'callback_url', 'success_url', 'cancel_url'])(
  '%s',
  (field) => {
    test.each([null, 1, 1.5, true, [], {}])('%j is refused', async (value) => {
      expectRefused(await post({ [field]: value }), field);
    });
  },
);

describe.each(['callback_url', 'success_url', 'cancel_url'])('%s', (field) => {
  test.each([
    '',
    'http://example.org',
    'https:/example.org',
    'https:example.org',
    'https://',
    '//example.org',
    '/thanks',
    'javascript:alert(1)',
    'data:text/html,x',
    'https://user:pw@example.org',
    'https://user@example.org',
    'https://example.org/\u0007',
    ' https://example.org',
    'https://example.org\r\nX: y',
    'https://example.org/\ud800',
  ])('%j is refused', async (value) => {
    expectRefused(await post({ [field]: value }), field);
  });
});

test.each<[string, unknown]>([
  ['cause', ''],
  ['cause', 'a\0b'],
  ['currency', 'usd'],
  ['currency', 'JPY'],
  ['currency', ''],
  ['currency', ' USD'],
  ['email', ''],
  ['email', 'donor'],
  ['email', 'a@b'],
  ['email', 'a b@example.org'],
  ['email', `${'a'.repeat(243)}@example.org`],
  ['external_reference', 'A'.repeat(65)],
  ['external_reference', 'order 7'],
  ['external_reference', 'order.7'],
  ['external_reference', 'ñ'],
  ['external_reference', 'order7\n'],
  ['anonymous', null],
  ['anonymous', 'true'],
  ['anonymous', 1],
  ['anonymous', 0.5],
  ['metadata', null],
  ['metadata', 'text'],
  ['metadata', 1],
  ['metadata', 1.5],
  ['metadata', true],
  ['metadata', []],
  ['metadata', Object.fromEntries(Array.from({ length: 21 }, (_, i) => [`k${i}`, '']))],
  ['metadata', { ['💸'.repeat(41)]: 'x' }],
  ['metadata', { 'a\0b': 'x' }],
])('%s: %j is refused', async (field, value) => {
  expectRefused(await post({ [field]: value }), field);
});

test.each([['x'.repeat(501)], ['💸'.repeat(501)], [null], [1], [1.5], [true], [{}], [['a']], ['a\0b'], ['\ud800']])(
  'a metadata value %j is refused, naming its key',
  async (value) => {
    expectRefused(await post({ metadata: { fine: '', wrong: value } }), 'metadata.wrong');
  },
);

test('every wrong entry of metadata is named, like every other field', async () => {
  const metadata = { ['k'.repeat(41)]: 'x', one: 1, fine: '', two: 'x'.repeat(501), '': null };
  const fields = ['anonymous', 'metadata', 'metadata.one', 'metadata.two', 'metadata.""'];
  expectRefused(await post({ metadata, anonymous: 1 }), ...fields);
});

test('a number inside metadata is refused however it is written', async () => {
  for (const written of ['{"a":1}', '{"a":1.0}', '{"__proto__":1}'])
    expect((await postWritten('metadata', written)).status).toBe(400);
});

test('the error of a URL names every rule that it can break', async () => {
  const [message] = expectRefused(
    await post({ success_url: 'https://shop.example/thanks?name=Ana María' }),
    'success_url',
  );
  for (const rule of ['https://', 'user name', 'password', 'spaces', 'backslashes', 'percent-encoding'])
    expect(message).toContain(rule);
});
