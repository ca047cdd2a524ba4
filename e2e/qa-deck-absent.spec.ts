import { startInstance } from '#testing/instance.ts';
import { createPartner } from './support/partner.ts';
import { test as base, expect, START_LIMIT_MS } from './support/test.ts';

type Real = { baseUrl: string; url: string };

/** A service with its own keys, whose card processor happens to be another instance's emulator. */
const test = base.extend<object, { real: Real }>({
  real: [
    async ({ instance, newFolder }, use) => {
      const settings = {
        STRIPE_SECRET_KEY: 'sk_test_real',
        STRIPE_PUBLISHABLE_KEY: 'pk_test_real',
        STRIPE_WEBHOOK_SECRET: 'whsec_real',
        STRIPE_API_BASE: instance.emulatorUrl,
        STRIPE_JS_URL: `${instance.emulatorUrl}/emu/stripe.js`,
      };
      const own = await startInstance({ dataDir: newFolder(), settings });
      const partner = await createPartner(own);
      const { key } = await partner.publishCause({});
      const { url } = await partner.mint({ cause: key, amount: 50, currency: 'USD' });
      await use({ baseUrl: own.baseUrl, url });
      await own.stop();
    },
    { scope: 'worker', timeout: START_LIMIT_MS },
  ],
});

/** A response without the parts that differ between any two responses. */
async function responseTo(address: string, init: RequestInit = {}) {
  const response = await fetch(address, init);
  const differs = /nonce="[^"]*"|"nonce":"[^"]*"|'nonce-[^']*'|"instance":"[^"]*"/g;
  const text = (await response.text()).replaceAll(differs, '');
  const visible = text.replaceAll(/<script\b.*?<\/script>/gs, '');
  return { status: response.status, type: response.headers.get('content-type'), visible };
}

test('with keys of a real account the deck, its route and its script do not exist', async ({ real, donor, page }) => {
  const asked: string[] = [];
  page.on('request', (request) => asked.push(new URL(request.url()).pathname));
  await donor.open(real);
  await donor.seeCardForm();
  await expect(page.getByRole('complementary', { name: 'QA deck' })).toHaveCount(0);
  expect(await page.content()).not.toMatch(/qa-deck|\/qa\//);
  expect(asked.filter((path) => path.startsWith('/qa'))).toEqual([]);

  const post = { method: 'POST', headers: { 'content-type': 'application/json' }, body: '{"ref":"chl_x"}' };
  for (const init of [post, {}])
    for (const path of ['/qa', '/qa/', '/qa/deck.mjs', '/qa/deck.css', '/qa/partner', '/qa/publish', '/qa/anything'])
      expect(await responseTo(real.baseUrl + path, init), path).toEqual(
        await responseTo(`${real.baseUrl}/nothing`, init),
      );
});

test('a donor’s browser runs the same code with and without the deck', async ({ real, link, donor, page }) => {
  const scripts = async (order: { url: string }) => {
    const found = new Set<string>();
    const note = (request: { url: () => string }) => {
      const { pathname } = new URL(request.url());
      if (pathname.startsWith('/_next/')) found.add(pathname);
    };
    page.on('request', note);
    await donor.open(order);
    await donor.seeCardForm();
    page.off('request', note);
    return [...found].sort();
  };
  const without = await scripts(real);
  expect(without.length).toBeGreaterThan(0);
  expect(await scripts(await link())).toEqual(without);
});
