import { describe, expect, test, vi } from 'vitest';
import { db } from '#lib/db.ts';
import { causeBody, createPartner } from '#testing/factories.ts';
import { runningService } from '#testing/running-service.ts';

const { service, partner } = runningService();

/** Creates a cause with these fields and returns the resource. */
async function created(overrides: Record<string, unknown> = {}, key = partner.key) {
  const reply = await service.call('/v1/causes', { key, body: causeBody(overrides) });
  expect(reply.status, reply.text).toBe(201);
  return reply.body;
}

const REQUIRED = [
  'key',
  'object',
  'slug',
  'url',
  'state',
  'title',
  'country',
  'goal',
  'finance_data',
  'owners',
  'created_at',
  'totals',
];

test('creates a draft with exactly the members of specification 2.3', async () => {
  const before = Date.now();
  const cause = await created();
  expect(cause).toEqual({
    key: expect.stringMatching(/^a-well-for-san-juan-[0-9a-z]{8}$/),
    object: 'cause',
    slug: cause.key,
    url: `${service.url}/c/${cause.key}`,
    state: 'draft',
    title: 'A well for San Juan',
    country: 'us',
    goal: { amount: 100_000, currency: 'USD' },
    finance_data: { currency: 'USD', fee_percent: 5, fee_model: 'plus_gateway_costs' },
    owners: [{ email: 'owner@example.org' }],
    created_at: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/),
    totals: { collected: 0, contributions: 0, contributors: 0 },
  });
  expect(Object.keys(cause).sort()).toEqual([...REQUIRED].sort());
  const createdAt = Date.parse(cause.created_at);
  expect(createdAt).toBeGreaterThanOrEqual(before - 1000);
  expect(createdAt).toBeLessThanOrEqual(Date.now());
});

test('returns every optional field that was sent', async () => {
  const fields = { category: 'Agua & <salud>', description: 'Agua', external_reference: 'case 7/ñ "<x>"' };
  const cause = await created({ ...fields, cover_image_url: 'https://example.org/a.jpg', state: 'draft' });
  expect(cause).toMatchObject(fields);
  expect(Object.keys(cause).sort()).toEqual([...REQUIRED, ...Object.keys(fields)].sort());
});

test('returns a description with its markup escaped, and stores it as sent', async () => {
  const description = '<script>alert("1 & 2")</script>\n\u2028end';
  const cause = await created({ description });
  expect(cause.description).toBe('&lt;script&gt;alert("1 & 2")&lt;/script&gt;\n\u2028end');
  expect((await db().cause.findUniqueOrThrow({ where: { key: cause.key } })).description).toBe(description);
});

test('ignores unknown fields, at every level', async () => {
  const owner = { email: 'owner@example.org', name: 'Olga', role: 'staff' };
  const cause = await created({
    fee: 1,
    key: 'mine',
    owners: [],
    totals: { collected: 9 },
    goal: { amount: 5, currency: 'USD', unit: 'x' },
    owner,
    constructor: 1,
  });
  expect(cause.key).not.toBe('mine');
  expect(cause.totals.collected).toBe(0);
  expect((await db().account.findFirstOrThrow({ where: { email: 'owner@example.org' } })).role).toBe('creator');
});

describe('accepts each field up to its limit', () => {
  test.each([
    ['title', '💸'.repeat(150)],
    ['title', 'x'],
    ['description', 'ñ'.repeat(5000)],
    ['external_reference', '💸'.repeat(255)],
    ['external_reference', ''],
    ['category', 'c'.repeat(300)],
    ['category', ''],
    ['description', ''],
  ])('%s', async (field, value) => {
    expect((await created({ [field]: value }))[field]).toBe(value);
  });

  test.each([
    { terms_version: '💸'.repeat(60) },
    { owner: { email: 'owner@example.org', name: '💸'.repeat(120) } },
    { owner: { email: 'josé@example.org', name: 'José', phone: '+573001234567' } },
    { owner: { email: 'p@example.org', name: 'P', phone: '+12' } },
    { owner: { email: 'q@example.org', name: 'P', phone: '+123456789012345' } },
    { cover_image_url: 'HTTPS://EXAMPLE.ORG/a.jpg' },
    { cover_image_url: `https://example.org/${'a'.repeat(3000)}` },
    { terms_accepted_ip: '2001:db8::7' },
    { terms_accepted_ip: '::ffff:203.0.113.7' },
    { terms_accepted_at: '2026-01-01T00:00:00-05:00' },
    { terms_accepted_at: '2026-01-01T00:00:00.123456Z' },
    { terms_accepted_at: '0001-01-01T00:00:00Z' },
    { terms_accepted_at: '2026-01-01t00:00:00z' },
    { terms_accepted_at: '2016-12-31t23:59:60z' },
  ])('%j', async (overrides) => {
    await created(overrides);
  });
});

test('`terms_accepted_at` can be five seconds in the future, for clock differences', async () => {
  const now = Date.now();
  vi.useFakeTimers({ toFake: ['Date'], now });
  try {
    await created({ terms_accepted_at: new Date(now + 5_000).toISOString() });
  } finally {
    vi.useRealTimers();
  }
});

test('stores the evidence of accepted terms verbatim and unchangeably', async () => {
  const { key } = await created({ terms_version: ' v 1 ', terms_accepted_at: '2026-01-01T00:00:00.5-05:00' });
  const row = await db().cause.findUniqueOrThrow({ where: { key } });
  expect(row).toMatchObject({
    termsVersion: ' v 1 ',
    termsAcceptedAt: new Date('2026-01-01T05:00:00.500Z'),
    termsAcceptedIp: '203.0.113.7',
  });
  await expect(db().cause.update({ where: { key }, data: { termsVersion: 'v2' } })).rejects.toThrow();
});

test.each(['co', 'CO', 'cO', 'aX'])('country %s is returned in lower case', async (country) => {
  expect((await created({ country })).country).toBe(country.toLowerCase());
});

describe('a goal', () => {
  test.each([
    [undefined, { amount: 0, currency: 'COP' }],
    [{ amount: 5 }, { amount: 5, currency: 'COP' }],
    [
      { amount: 0, currency: 'MXN' },
      { amount: 0, currency: 'MXN' },
    ],
    [
      { amount: 999_999_999_999_999, currency: 'BRB' },
      { amount: 999_999_999_999_999, currency: 'BRB' },
    ],
  ])('%j is returned as %j, and its currency is the cause’s collection currency', async (goal, answered) => {
    const cause = await created({ goal });
    expect(cause.goal).toEqual(answered);
    expect(cause.finance_data.currency).toBe(answered.currency);
  });
});

describe('the fee', () => {
  test('is the client’s agreement unless sent', async () => {
    const { key } = await createPartner({
      feePercent: 3.25,
      feeModel: 'all_inclusive',
      permissions: ['causes:write', 'creators:provision'],
    });
    const agreed = { fee_percent: 3.25, fee_model: 'all_inclusive' };
    expect((await created({}, key)).finance_data).toMatchObject(agreed);
    expect((await created(agreed, key)).finance_data).toMatchObject(agreed);
  });

  test.each([0, 20, 0.0001, 19.9999, 4.35])('can be %d with causes:set_fee', async (fee) => {
    expect((await created({ fee_percent: fee, fee_model: 'all_inclusive' })).finance_data).toMatchObject({
      fee_percent: fee,
      fee_model: 'all_inclusive',
    });
  });
});

describe('the owner', () => {
  const mails = () => db().email.findMany({ orderBy: { createdAt: 'desc' }, take: 1 });

  test('without an account gets one, and a mail', async () => {
    const email = 'New.Owner@Example.org';
    const cause = await created({ owner: { email, name: 'Nora', phone: '+573001234567' } });
    expect(cause.owners).toEqual([{ email }]);
    const account = await db().account.findUniqueOrThrow({ where: { emailKey: email.toLowerCase() } });
    expect(account).toMatchObject({ name: 'Nora', phone: '+573001234567', role: 'creator' });
    // It leads to where the draft can be published, not to a page that does not exist yet.
    const data = { causeUrl: expect.stringMatching(new RegExp(`/dashboard/causes/${cause.key}$`)) };
    expect(await mails()).toMatchObject([{ recipient: email, template: 'owner_provisioned', data }]);
  });

  test('with an account is found ignoring case, mailed, and not overwritten', async () => {
    await created({ owner: { email: 'jos\u00e9.known@example.org', name: 'First', phone: '+5711' } });
    const { key } = await createPartner({ permissions: ['causes:write'] });
    const cause = await created(
      { owner: { email: 'JOS\u00c9.KNOWN@EXAMPLE.ORG', name: 'Second', phone: '+5722' } },
      key,
    );
    expect(cause.owners).toEqual([{ email: 'jos\u00e9.known@example.org' }]);
    const account = await db().account.findUniqueOrThrow({
      where: { emailKey: 'jos\u00e9.known@example.org' },
    });
    expect(account).toMatchObject({ name: 'First', phone: '+5711' });
    expect(await mails()).toMatchObject([{ recipient: 'jos\u00e9.known@example.org', template: 'cause_created' }]);
  });

  test('of twenty causes created at the same moment gets one account', async () => {
    const owner = { email: 'busy@example.org', name: 'B' };
    const causes = await Promise.all(Array.from({ length: 20 }, () => created({ owner })));
    expect(new Set(causes.map((cause) => cause.key)).size).toBe(20);
    expect(await db().account.count({ where: { emailKey: 'busy@example.org' } })).toBe(1);
  });
});

test.each(['💸💸', '¿?', 'Ñandú en Bogotá: ¡agua!', '---', 'x'.repeat(150), '../../etc', '水'])(
  'a cause titled %s gets a key that is safe in a URL',
  async (title) => {
    const { key } = await created({ title });
    expect(key).toMatch(/^[a-z0-9]+(-[a-z0-9]+)*-[a-z0-9]{8}$/);
    expect(key.length).toBeLessThanOrEqual(49);
  },
);
