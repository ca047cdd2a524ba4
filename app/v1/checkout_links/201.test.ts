import { beforeAll, describe, expect, test } from 'vitest';
import { CAUSE_STATES, type CauseState } from '#lib/causes/states.ts';
import { CURRENCIES } from '#lib/currencies.ts';
import { db } from '#lib/db.ts';
import { changeCause, createPartner, openLink, publishedCause } from '#testing/factories.ts';
import { runningService } from '#testing/running-service.ts';

const { service, partner } = runningService();
let cause: string;
beforeAll(async () => {
  cause = await publishedCause(service, partner);
});

const minted = (overrides: Record<string, unknown> = {}) => openLink(service, partner, { cause, ...overrides });

const REQUIRED = [
  'id',
  'object',
  'url',
  'status',
  'cause',
  'amount',
  'currency',
  'fee_percent',
  'expires_at',
  'created_at',
];
const OPTIONAL = {
  anonymous: false,
  callback_url: 'https://partner.example/callback?x=1#y',
  success_url: 'HTTPS://partner.example/Thanks',
  cancel_url: 'https://partner.example/ñ?q={id}',
  email: 'Donor+tag@Example.org',
  external_reference: 'order_7-A',
  metadata: { campaign: 'spring' },
};

test('mints an open link with exactly the members of specification 2.1', async () => {
  const before = Date.now();
  const link = await minted();
  expect(link).toEqual({
    id: expect.stringMatching(/^chl_[0-9A-Za-z]{24}$/),
    object: 'checkout_link',
    url: `${service.url}/checkout?ref=${link.id}`,
    status: 'open',
    cause,
    amount: 50,
    currency: 'USD',
    fee_percent: 5,
    expires_at: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/),
    created_at: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/),
  });
  expect(Object.keys(link).sort()).toEqual([...REQUIRED].sort());
  expect(Date.parse(link.created_at)).toBeGreaterThanOrEqual(before - 1000);
  expect(Date.parse(link.expires_at) - Date.parse(link.created_at)).toBe(24 * 60 * 60 * 1000);
});

test('returns every optional field unchanged, on minting and on reading', async () => {
  const link = await minted(OPTIONAL);
  expect(link).toMatchObject(OPTIONAL);
  expect(Object.keys(link).sort()).toEqual([...REQUIRED, ...Object.keys(OPTIONAL)].sort());
  const read = await service.call(`/v1/checkout_links/${link.id}`, { key: partner.key });
  expect(read.body).toEqual(link);
});

test('nothing of the partner’s appears in the checkout URL', async () => {
  const { url } = await minted(OPTIONAL);
  expect([...new URL(url).searchParams.keys()]).toEqual(['ref']);
});

test.each([1, 49, 999_999_999_999, 1_000_000_000_000])('accepts the amount %d', async (amount) => {
  expect((await minted({ amount })).amount).toBe(amount);
});

test.each(CURRENCIES)('mints in %s for a cause that collects in it', async (currency) => {
  const key = await publishedCause(service, partner, { goal: { amount: 1, currency } });
  expect((await minted({ cause: key, currency })).currency).toBe(currency);
});

test.each([
  { email: 'josé@example.org' },
  { external_reference: 'A'.repeat(64) },
  { external_reference: '_-0' },
  { external_reference: '' },
  { anonymous: true },
  { success_url: `https://example.org/${'a'.repeat(3000)}` },
])('accepts and returns %j', async (field) => {
  expect(await minted(field)).toMatchObject(field);
});

test('ignores unknown fields', async () => {
  const link = await minted({
    fee_percent: 1,
    id: 'chl_mine',
    status: 'completed',
    amount_paid: 9,
    constructor: 1,
  });
  expect(link).toMatchObject({ fee_percent: 5, status: 'open' });
  expect(link.id).not.toBe('chl_mine');
  expect(link).not.toHaveProperty('amount_paid');
});

describe('metadata', () => {
  /** The metadata of a link minted with this JSON text, as text: on minting and on reading. */
  async function echoed(written: string): Promise<string[]> {
    const raw = `{"cause":"${cause}","amount":50,"currency":"USD","metadata":${written}}`;
    const created = await service.call('/v1/checkout_links', { key: partner.key, raw });
    expect(created.status, created.text).toBe(201);
    const read = await service.call(`/v1/checkout_links/${created.body.id}`, { key: partner.key });
    return [created, read].map(({ text }) => /"metadata":(\{.*?\})/.exec(text)?.[1] ?? '');
  }

  test.each([
    '{}',
    '{"b":"1","10":"2","9":"3","a":""}',
    '{"__proto__":"x","constructor":"y","toString":"z","hasOwnProperty":""}',
    '{"":"empty key"," ":" "}',
    '{"ключ":"значение","💸":"💸"}',
    '{"quote":"\\"","slash":"\\\\","line":"a\\nb","tag":"<b>"}',
  ])('%s is returned with the same keys, values and order', async (written) => {
    expect(await echoed(written)).toEqual([written, written]);
  });

  test('accepts 20 keys of 40 and values of 500 characters, in their most escaped form', async () => {
    const entries = Array.from({ length: 20 }, (_, i) => {
      const key = `${'💸'.repeat(38)}${String(i).padStart(2, '0')}`;
      return [key, '💸'.repeat(500)];
    });
    const metadata = Object.fromEntries(entries);
    const escaped = JSON.stringify(metadata).replace(/[^\0-\x7f]/g, (unit) =>
      [...Array(unit.length).keys()].map((i) => `\\u${unit.charCodeAt(i).toString(16)}`).join(''),
    );
    const [text = ''] = await echoed(escaped);
    expect(JSON.parse(text)).toEqual(metadata);
  });
});

describe('the cause', () => {
  test('can be named by any slug it has had; the response has its key', async () => {
    const key = await publishedCause(service, partner);
    for (const slug of ['first-address', 'second-address']) {
      await changeCause(key, { slug });
      for (const address of [slug, 'first-address', key]) expect((await minted({ cause: address })).cause).toBe(key);
    }
  });

  test('of another client accepts links while it collects', async () => {
    const stranger = await createPartner();
    expect((await openLink(service, stranger, { cause })).cause).toBe(cause);
  });

  test('gives the link its current fee; a later change does not affect it', async () => {
    const key = await publishedCause(service, partner, { fee_percent: 3.5 });
    const link = await minted({ cause: key });
    await db().cause.update({ where: { key }, data: { feePercent: 9 } });
    const read = await service.call(`/v1/checkout_links/${link.id}`, { key: partner.key });
    expect([link.fee_percent, read.body.fee_percent]).toEqual([3.5, 3.5]);
    expect((await minted({ cause: key })).fee_percent).toBe(9);
  });
});

describe.each(CAUSE_STATES)('on its own cause in state %s', (state: CauseState) => {
  const mints = ['draft', 'published', 'verified', 'in_verification'].includes(state);
  test(mints ? 'a link can be minted' : 'no link can be minted: 422', async () => {
    await changeCause(cause, { state });
    const reply = await service.call('/v1/checkout_links', {
      key: partner.key,
      body: { cause, amount: 50, currency: 'USD' },
    });
    expect([reply.status, reply.body.code]).toEqual(mints ? [201, undefined] : [422, 'cause_not_accepting_payments']);
    await changeCause(cause, { state: 'published' });
  });
});
