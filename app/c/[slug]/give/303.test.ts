import { beforeEach, describe, expect, test } from 'vitest';
import { db } from '#lib/db.ts';
import { changeCause, publishedCause } from '#testing/factories.ts';
import { runningService } from '#testing/running-service.ts';

const ADDRESS_LIMIT = 8;
const CAUSE_LIMIT = 10;
const { service, partner } = runningService({
  RATE_LIMIT_GIFT_ADDRESS_PER_10MIN: String(ADDRESS_LIMIT),
  RATE_LIMIT_GIFT_CAUSE_PER_10MIN: String(CAUSE_LIMIT),
  // Every test donates from another IP address.
  TRUSTED_PROXIES: '127.0.0.1',
});

/** The cause that a form is about: at first one for which nothing is ever minted, of which tests that mint make another. */
let cause: string;
let untouched: string;
let address = '';
let serial = 0;
beforeEach(async () => {
  // A refused form counts for its cause, too: one cause is enough for a few tests.
  if (serial % 5 === 0) untouched = await publishedCause(service, partner);
  cause = untouched;
  serial += 1;
  address = `198.51.100.${serial}`;
});

type Options = { headers?: Record<string, string>; at?: string; method?: string };
/** Sends the form as a browser does from our own page. */
async function give(fields: Record<string, string>, { headers = {}, at = cause, method }: Options = {}) {
  const reply = await service.call(`/c/${at}/give`, {
    ...(method ? { method } : { raw: new URLSearchParams({ lang: 'en', amount: '', ...fields }).toString() }),
    headers: {
      'content-type': 'application/x-www-form-urlencoded',
      'sec-fetch-site': 'same-origin',
      'x-forwarded-for': address,
      ...headers,
    },
  });
  return { status: reply.status, to: reply.headers.get('location') ?? '' };
}
const links = (of = cause) => db().checkoutLink.findMany({ where: { causeKey: of } });

describe('donating from the page of a cause', () => {
  test('mints a link of the service itself with the cause’s fee, and redirects to its checkout', async () => {
    cause = await publishedCause(service, partner);
    const { status, to } = await give({ choice: '50' });
    const [link, ...more] = await links();
    expect(more).toEqual([]);
    expect([status, to]).toEqual([303, `/checkout?ref=${link?.id}&lang=en`]);
    expect(link).toMatchObject({ clientId: 'clt_service', amount: 50n, currency: 'USD', donorAmount: null });
    expect(link?.feePercent.toNumber()).toBe(5);
    for (const of of ['email', 'externalReference', 'callbackUrl', 'successUrl', 'cancelUrl', 'metadata', 'anonymous'])
      expect(link?.[of as keyof typeof link]).toBeNull();
  });

  test.each([
    ['US', 'USD', 'en', '1,200', 1_200n],
    ['CO', 'COP', 'es', '50.000', 50_000n],
    ['CL', 'CLP', 'es', '$ 20.000', 20_000n],
    ['PE', 'PEN', 'es', 'S/. 80 soles', 80n],
    ['BR', 'BRL', 'pt', '1.000,00', 1_000n],
  ])(
    'reads an amount typed in %s as the checkout does: %s in %s, %j',
    async (country, currency, lang, amount, major) => {
      cause = await publishedCause(service, partner, { country, goal: { amount: 0, currency } });
      await give({ choice: 'other', amount, lang });
      expect(await links()).toMatchObject([{ amount: major, currency }]);
    },
  );

  test.each([
    ['', 'empty'],
    ['fifty', 'not_a_number'],
    ['50.5', 'not_whole'],
    ['50.000', 'ambiguous'],
    ['0', 'too_small'],
    ['1000000000001', 'too_large'],
    ['50k', 'magnitude'],
    ['€50', 'other_currency'],
    ['50 MM', 'not_a_number'],
    ['5 50', 'ambiguous'],
  ])('redirects back with the typed text and the error: %j', async (amount, error) => {
    const { status, to } = await give({ choice: 'other', amount });
    const back = new URL(to, service.url);
    expect([status, back.pathname, back.hash]).toEqual([303, `/c/${cause}`, '']);
    expect(back.searchParams.get('gift')).toBe(error);
    expect(back.searchParams.get('amount') ?? '').toBe(amount);
    expect(await links()).toEqual([]);
  });

  test.each([
    ['CO', 'COP', '1599', 'too_small'],
    ['CO', 'COP', '1600', null],
    ['CO', 'COP', '9999999999', null],
    ['CO', 'COP', '10000000000', 'too_large'],
    ['CL', 'CLP', '1', 'too_small'],
    ['MX', 'MXN', '1000001', 'too_large'],
    ['MX', 'MXN', '1001 thousand', 'too_large'],
    ['CO', 'COP', '1k', 'too_small'],
    ['CO', 'COP', '2k', 'magnitude'],
  ])(
    'in %s, %s %s is within what some method takes, or nothing is minted',
    async (country, currency, amount, error) => {
      cause = await publishedCause(service, partner, { country, goal: { amount: 0, currency } });
      const { to } = await give({ choice: 'other', amount });
      expect(new URL(to, service.url).searchParams.get('gift')).toBe(error);
      expect(await links()).toHaveLength(error === null ? 1 : 0);
    },
  );

  test.each(['', '50.5', '-1', '<b>', '0x10'])('accepts no choice that the page does not offer: %j', async (choice) => {
    expect((await give({ choice })).to).toContain('gift=');
    expect(await links()).toEqual([]);
  });

  test('works with the slug, and with every earlier address of the cause', async () => {
    cause = await publishedCause(service, partner);
    await changeCause(cause, { slug: `${cause}-new` });
    for (const at of [cause, `${cause}-new`]) expect((await give({ choice: '50' }, { at })).to).toMatch(/^\/checkout/);
    expect(await links()).toHaveLength(2);
  });

  test('is refused by a cause that does not collect, and not found for a hidden cause', async () => {
    cause = await publishedCause(service, partner);
    await changeCause(cause, { state: 'paused' });
    expect((await give({ choice: '50' })).to).toContain('gift=not_collecting');
    await changeCause(cause, { state: 'published', closesAt: new Date(Date.now() - 1000) });
    expect((await give({ choice: '50' })).to).toContain('gift=not_collecting');
    await changeCause(cause, { state: 'draft', closesAt: null });
    const hidden = await give({ choice: '50' });
    expect(hidden.to).toBe(`/c/${cause}`);
    expect((await give({ choice: '50' }, { at: 'no-such-cause' })).to).toBe('/c/no-such-cause');
    expect(await links()).toEqual([]);
  });

  test('does nothing on GET', async () => {
    const { status } = await give({}, { method: 'GET' });
    expect(status).toBeGreaterThanOrEqual(404);
    expect(await links()).toEqual([]);
  });

  test('never redirects to another site', async () => {
    const { to } = await give({ choice: 'x' }, { at: '%2F%2Fevil.example' });
    expect(new URL(to, service.url).origin).toBe(service.url);
  });
});

describe('only accepts the form of our own page', () => {
  test.each([
    [{ 'sec-fetch-site': 'cross-site' }],
    [{ 'sec-fetch-site': 'same-site' }],
    [{ 'sec-fetch-site': 'none' }],
    [{ 'sec-fetch-site': 'cross-site', origin: 'http://localhost' }],
  ])('another site cannot send it: %j', async (headers) => {
    expect((await give({ choice: '50' }, { headers })).status).toBe(403);
    expect(await links()).toEqual([]);
  });

  test('the Origin header decides for a browser without Sec-Fetch-Site', async () => {
    cause = await publishedCause(service, partner);
    const send = (origin: Record<string, string>) =>
      service.call(`/c/${cause}/give`, {
        raw: 'lang=en&choice=50&amount=',
        headers: {
          'content-type': 'application/x-www-form-urlencoded',
          'x-forwarded-for': address,
          ...origin,
        },
      });
    for (const origin of [{}, { origin: 'null' }, { origin: 'https://evil.example' }])
      expect((await send(origin as Record<string, string>)).status).toBe(403);
    expect((await send({ origin: service.url })).status).toBe(303);
  });

  test('accepts small form bodies only', async () => {
    expect((await give({ choice: '50' }, { headers: { 'content-type': 'application/json' } })).status).toBe(415);
    expect((await give({ choice: '50', amount: 'x'.repeat(300_000) })).status).toBe(400);
    expect(await links()).toEqual([]);
  });
});

describe('a robot', () => {
  test('that fills in the honeypot mints nothing', async () => {
    expect((await give({ choice: '50', message_subject: 'Hello' })).to).toContain('gift=refused');
    expect(await links()).toEqual([]);
  });

  test('is limited per IP address, over all causes', async () => {
    cause = await publishedCause(service, partner);
    const other = await publishedCause(service, partner);
    for (let index = 0; index < ADDRESS_LIMIT; index++)
      expect((await give({ choice: '50' }, { at: index % 2 ? cause : other })).to).toMatch(/^\/checkout/);
    expect((await give({ choice: '50' })).to).toContain('gift=too_many&choice=50#');
    expect([...(await links()), ...(await links(other))]).toHaveLength(ADDRESS_LIMIT);
  });

  test('is limited per cause, over all IP addresses', async () => {
    cause = await publishedCause(service, partner);
    for (let index = 0; index < CAUSE_LIMIT; index++) {
      address = `203.0.113.${index}`;
      expect((await give({ choice: '50' })).to).toMatch(/^\/checkout/);
    }
    address = '203.0.113.200';
    expect((await give({ choice: '50' })).to).toContain('gift=too_many');
    expect(await links()).toHaveLength(CAUSE_LIMIT);
  });
});

describe('the service as a client', () => {
  test('has no keys, and cannot be given any', async () => {
    expect(await db().apiKey.count({ where: { clientId: 'clt_service' } })).toBe(0);
    const key = {
      id: 'key_x',
      clientId: 'clt_service',
      hash: 'a'.repeat(64),
      permissions: [],
      allowedIps: [],
    };
    await expect(db().apiKey.create({ data: key })).rejects.toThrow();
  });

  test('its links have the branding of the client that created the cause; partners’ links keep their own', async () => {
    cause = await publishedCause(service, partner);
    await db().client.update({ where: { id: partner.clientId }, data: { displayName: 'Casa Abierta' } });
    await give({ choice: '50' });
    const [gift] = await links();
    const look = async (id?: string) => (await service.call(`/v1/checkout_links/${id}/public`)).body.branding;
    expect(await look(gift?.id)).toEqual({ display_name: 'Casa Abierta' });
  });

  test('no partner can read its links', async () => {
    cause = await publishedCause(service, partner);
    await give({ choice: '50' });
    const [gift] = await links();
    const { status } = await service.call(`/v1/checkout_links/${gift?.id}`, { key: partner.key });
    expect(status).toBe(404);
  });
});
