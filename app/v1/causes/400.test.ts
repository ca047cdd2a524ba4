import { afterAll, describe, expect, test, vi } from 'vitest';
import { CURRENCIES } from '#lib/currencies.ts';
import { db } from '#lib/db.ts';
import { causeBody } from '#testing/factories.ts';
import { expectRefused } from '#testing/problems.ts';
import { bodyWithLiteral } from '#testing/requests.ts';
import { runningService } from '#testing/running-service.ts';

const { service, partner } = runningService();
afterAll(async () => {
  expect(await db().cause.count()).toBe(0);
  expect(await db().account.count()).toBe(0);
});

const post = (overrides: Record<string, unknown>) =>
  service.call('/v1/causes', { key: partner.key, body: causeBody(overrides) });
/** Posts a valid body with one more member, whose value is written as given. */
const postWritten = (field: string, written: string) =>
  service.call('/v1/causes', {
    key: partner.key,
    raw: bodyWithLiteral(causeBody(), field, written),
  });

const OWNER = { email: 'owner@example.org', name: 'Olga' };
const STRINGS = [
  'title',
  'country',
  'terms_accepted_at',
  'terms_version',
  'terms_accepted_ip',
  'description',
  'category',
  'cover_image_url',
  'external_reference',
  'fee_model',
  'state',
];

test('names every missing field at once, and says that it is required', async () => {
  const reply = await service.call('/v1/causes', { key: partner.key, body: {} });
  const messages = expectRefused(
    reply,
    'title',
    'country',
    'owner',
    'terms_accepted_at',
    'terms_version',
    'terms_accepted_ip',
  );
  expect(new Set(messages)).toEqual(new Set(['is required']));
  const within = await post({ owner: {}, goal: {} });
  expect(within.body.errors).toEqual([
    { field: 'owner.email', message: 'is required' },
    { field: 'owner.name', message: 'is required' },
    { field: 'goal.amount', message: 'is required' },
  ]);
});

test('explains what a field given as null must be', async () => {
  const reply = await post({ title: null });
  expect(reply.body.errors).toEqual([{ field: 'title', message: 'must be a string' }]);
});

test('names every invalid field at once, in dotted form', async () => {
  const reply = await post({ title: 1, owner: { email: 'x' }, goal: { amount: 1.5, currency: 'JPY' } });
  expectRefused(reply, 'title', 'owner.email', 'owner.name', 'goal.amount', 'goal.currency');
});

describe.each([...STRINGS, 'owner', 'goal', 'fee_percent'])('%s', (field) => {
  const wrong = [null, 1, 1.5, true, [], ...(['owner', 'goal'].includes(field) ? ['text'] : [{}])];
  test.each(wrong.filter((value) => !(field === 'fee_percent' && typeof value === 'number')))(
    '%j is refused',
    async (value) => {
      const { body, status } = await post({ [field]: value });
      expect(status).toBe(400);
      expect(body.errors[0].field.split('.')[0]).toBe(field);
    },
  );
});

test.each<[string, unknown, string?]>([
  ['title', ''],
  ['title', ' \u200b\u3164 '],
  ['title', '💸'.repeat(151)],
  ['description', 'x'.repeat(5001)],
  ['external_reference', 'x'.repeat(256)],
  ['terms_version', ''],
  ['terms_version', ' '],
  ['terms_version', '\u200b'],
  ['terms_version', 'x'.repeat(61)],
  ['country', ''],
  ['country', 'COL'],
  ['country', 'XK'],
  ['country', 'EU'],
  ['country', 'ß'],
  ['country', 'ﬁ'],
  ['country', ' co'],
  ['owner', { ...OWNER, email: 'not an address' }, 'owner.email'],
  ['owner', { ...OWNER, email: null }, 'owner.email'],
  ['owner', { ...OWNER, name: '' }, 'owner.name'],
  ['owner', { ...OWNER, name: ' ' }, 'owner.name'],
  ['owner', { ...OWNER, name: '\u200b' }, 'owner.name'],
  ['owner', { ...OWNER, name: 'x'.repeat(121) }, 'owner.name'],
  ['owner', { ...OWNER, phone: '3001234567' }, 'owner.phone'],
  ['owner', { ...OWNER, phone: '+0123456' }, 'owner.phone'],
  ['owner', { ...OWNER, phone: '+1234567890123456' }, 'owner.phone'],
  ['owner', { ...OWNER, phone: '+57 300 1234567' }, 'owner.phone'],
  ['owner', { ...OWNER, phone: '' }, 'owner.phone'],
  ['owner', { ...OWNER, phone: null }, 'owner.phone'],
  ['terms_accepted_at', '2026-01-01T00:00:00'],
  ['terms_accepted_at', '2026-01-01'],
  ['terms_accepted_at', '1767225600'],
  ['terms_accepted_at', '2026-02-30T00:00:00Z'],
  ['terms_accepted_at', '0001-01-01T00:00:00+01:00'],
  ['terms_accepted_at', '0000-01-01T00:00:00Z'],
  ['terms_accepted_at', '9999-01-01T00:00:00Z'],
  ['terms_accepted_ip', ''],
  ['terms_accepted_ip', 'localhost'],
  ['terms_accepted_ip', '203.0.113'],
  ['terms_accepted_ip', '203.0.113.256'],
  ['terms_accepted_ip', '0x7f.1'],
  ['terms_accepted_ip', '3405803783'],
  ['terms_accepted_ip', '203.0.113.7/32'],
  ['terms_accepted_ip', '203.0.113.7:80'],
  ['terms_accepted_ip', '2001:db8:::1'],
  ['cover_image_url', ''],
  ['cover_image_url', 'http://example.org/a.jpg'],
  ['cover_image_url', 'https:/example.org/a.jpg'],
  ['cover_image_url', 'https://user@example.org/a.jpg'],
  ['cover_image_url', 'data:image/png;base64,AA'],
  ['cover_image_url', 'javascript:alert(1)'],
  ['goal', {}, 'goal.amount'],
  ['goal', { currency: 'COP' }, 'goal.amount'],
  ['goal', { amount: null }, 'goal.amount'],
  ['goal', { amount: '50' }, 'goal.amount'],
  ['goal', { amount: -1 }, 'goal.amount'],
  ['goal', { amount: 1_000_000_000_000_000 }, 'goal.amount'],
  ['goal', { amount: 5, currency: null }, 'goal.currency'],
  ['goal', { amount: 5, currency: 'usd' }, 'goal.currency'],
  ['goal', { amount: 5, currency: 'JPY' }, 'goal.currency'],
  ['fee_model', 'unknown'],
  ['fee_model', 'ALL_INCLUSIVE'],
  ['fee_percent', -0.0001],
  ['fee_percent', 20.0001],
  ['fee_percent', 5.00001],
  ['fee_percent', '5'],
  ['state', 'published'],
  ['state', 'Draft'],
  ['state', ''],
])('%s: %j is refused', async (field, value, named = field) => {
  expectRefused(await post({ [field]: value }), named);
});

test('`terms_accepted_at` cannot be more than five seconds in the future', async () => {
  const now = Date.now();
  vi.useFakeTimers({ toFake: ['Date'], now });
  try {
    const tooFar = new Date(now + 5_001).toISOString();
    expectRefused(await post({ terms_accepted_at: tooFar }), 'terms_accepted_at');
  } finally {
    vi.useRealTimers();
  }
});

test.each(['50.0', '5e1', '1E3', '-0.0', '999999999999999.5', '1e400'])(
  'a goal’s amount written as %s is refused',
  async (written) => {
    const reply = await postWritten('goal', `{"amount":${written}}`);
    // A number that no double can represent is not a value: the whole body is refused.
    expectRefused(reply, written === '1e400' ? '' : 'goal.amount');
  },
);

test.each(['20.00000000000000001', '5.00000000000000001', '4.99999999999999999'])(
  'a fee of %s percent is refused as it was written, not rounded first',
  async (written) => {
    expect(expectRefused(await postWritten('fee_percent', written), 'fee_percent')).toEqual([
      'must have at most 4 decimals',
    ]);
  },
);

test.each([`fe80::1%${'a'.repeat(3_000)}`, 'fe80::1%eth0'])('an address with a zone is refused', async (address) => {
  expectRefused(await post({ terms_accepted_ip: address }), 'terms_accepted_ip');
});

test('the error of a currency lists the supported ones', async () => {
  const [message] = expectRefused(await post({ goal: { amount: 1, currency: 'XXX' } }), 'goal.currency');
  for (const code of CURRENCIES) expect(message).toContain(code);
});
