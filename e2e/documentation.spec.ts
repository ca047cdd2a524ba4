import type { Page } from '@playwright/test';
import { barriersOfOurs, fadedOfOurs, overflow, smallTargets } from './support/accessibility.ts';
import { pressUntil } from './support/keyboard.ts';
import { expect, test } from './support/test.ts';

const TOPICS = ['', '/testing', '/clients', '/go-live', '/exactly-once', '/api', '/errors', '/changelog'];

/** The section of the reference about an endpoint. */
function endpoint(page: Page, name: string) {
  return page.getByRole('region', { name: new RegExp(`^${name}`) });
}

test('what a reader looks for is found from the keyboard alone', async ({ page, instance }) => {
  await page.goto(`${instance.baseUrl}/docs`);
  const dialog = page.getByRole('dialog', { name: 'Search the documentation' });
  const openBy = (key: string) => pressUntil(page, key, () => dialog.isVisible());
  await openBy('/');
  await page.keyboard.type('curency suported');
  await expect(dialog.getByRole('status')).toHaveText(/^\d+ results$/);
  await expect(dialog.getByRole('link', { name: /^currency_not_supported/ })).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(dialog).toBeHidden();

  await openBy('Control+k');
  await page.keyboard.type('metadata');
  await expect(dialog.getByRole('link').first()).toHaveText(/^metadata/);
  await page.keyboard.press('ArrowDown');
  await expect(dialog.getByRole('link').first()).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/\/docs\/api#createCheckoutLink-.*metadata$/);

  // A single key can be hit by speech input: it can be switched off (WCAG 2.1.4).
  await openBy('Control+k');
  await dialog.getByRole('checkbox', { name: 'opens the search' }).uncheck();
  await page.keyboard.press('Escape');
  await page.reload();
  await expect(page.getByRole('button', { name: 'Collapse all fields' })).toBeVisible();
  await page.keyboard.press('/');
  await expect(dialog).toBeHidden();
});

test('a language is chosen once for every example, here and on other pages', async ({ page, instance }) => {
  await page.goto(`${instance.baseUrl}/docs/api`);
  const cause = endpoint(page, 'Create a cause');
  await expect(cause.getByText('curl http')).toBeVisible();
  const tab = cause.getByRole('tab', { name: 'curl' });
  await tab.focus();
  const before = await tab.evaluate((element) => element.getBoundingClientRect().top);
  await page.keyboard.press('ArrowLeft');
  const python = cause.getByRole('tab', { name: 'Python' });
  await expect(python).toBeFocused();
  await expect(python).toHaveAttribute('aria-selected', 'true');
  await expect(cause.getByText('curl http')).toBeHidden();
  expect(await python.evaluate((element) => element.getBoundingClientRect().top)).toBeCloseTo(before, 0);
  await expect(endpoint(page, 'Read a cause').getByText('requests.get(')).toBeVisible();
  await page.goto(`${instance.baseUrl}/docs#quickstart`);
  await expect(page.getByText('requests.post(').first()).toBeVisible();
});

test('a field is found by its address, inside what is collapsed too', async ({ page, instance }) => {
  await page.goto(`${instance.baseUrl}/docs/api#createCause-owner.phone`);
  const phone = page.getByText('Only visible to support staff.', { exact: false });
  await expect(phone).toBeInViewport();
  await page.getByRole('button', { name: 'Collapse all fields' }).click();
  await expect(phone).toBeHidden();
  await page.getByRole('button', { name: 'Expand all fields' }).click();
  await expect(phone).toBeVisible();
});

test('requests are tried out on this deployment, one after the other, with the key in memory alone', async ({
  page,
  context,
  instance,
}) => {
  test.slow();
  await page.goto(`${instance.baseUrl}/docs/api`);
  const sent: { url: string; key: string | undefined; idempotencyKey: string | undefined }[] = [];
  page.on('request', (request) => {
    const { 'x-api-key': key, 'idempotency-key': idempotencyKey } = request.headers();
    sent.push({ url: request.url(), key, idempotencyKey });
  });
  const cause = endpoint(page, 'Create a cause');
  await cause.getByText('Try it').click();
  await cause.getByLabel('API key').fill(instance.demo.key);
  const send = cause.getByRole('button', { name: 'Send the request' });
  await send.click();
  await expect(cause.getByRole('status')).toHaveText(/^201 Created in \d+ ms$/);
  await expect(cause.getByRole('region', { name: /^Response headers/ })).toContainText('x-request-id: ');
  await expect(cause.getByRole('region', { name: /^Request: sent/ })).toContainText('X-API-Key: $KEY');
  const answer = cause.getByRole('region', { name: /^Response body/ });
  await expect(answer).toContainText('"state": "draft"');
  const { key } = JSON.parse((await answer.textContent()) ?? '');
  await send.click();
  await expect(answer).not.toContainText(key);

  // What was created is what the next request is about.
  const mint = endpoint(page, 'Mint a checkout link');
  await mint.getByText('Try it').click();
  await expect(mint.getByLabel('API key')).toHaveValue(instance.demo.key);
  await mint.getByRole('button', { name: 'Send the request' }).click();
  await expect(mint.getByRole('status')).toHaveText(/^201/);
  const keys = sent.flatMap(({ idempotencyKey }) => idempotencyKey ?? []);
  expect(new Set(keys).size).toBe(3);
  expect(sent.filter(({ url }) => url.includes(instance.demo.key))).toEqual([]);
  expect(JSON.stringify(await context.storageState())).not.toContain(instance.demo.key);
});

test('an unknown error code leads to those that look like it', async ({ page, instance }) => {
  const answer = await page.goto(`${instance.baseUrl}/docs/errors/link_not_payable`);
  expect(answer?.status()).toBe(404);
  const main = page.getByRole('main');
  await expect(main.getByRole('link', { name: 'all error codes' })).toBeVisible();
  await main.getByRole('link', { name: 'checkout_link_not_payable' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'checkout_link_not_payable' })).toBeVisible();
});

test('programs read every page as Markdown, and import the collection', async ({ request, instance }) => {
  const get = (address: string) => request.get(address.startsWith('http') ? address : instance.baseUrl + address);
  const list = await get('/llms.txt');
  expect(list.headers()['content-type']).toBe('text/plain; charset=utf-8');
  const links = [...(await list.text()).matchAll(/\]\((\S+\.md)\)/g)].map(([, link = '']) => link);
  expect(links.length).toBeGreaterThan(20);
  for (const link of links) {
    const answer = await get(link);
    expect(answer.status(), link).toBe(200);
    expect(answer.headers()['content-type'], link).toBe('text/markdown; charset=utf-8');
    expect(await answer.text(), link).toMatch(/^# \S/);
  }
  expect((await get('/docs/errors/made_up.md')).status()).toBe(404);
  expect((await get('/docs/made-up.md')).status()).toBe(404);
  const collection = await get('/docs/postman.json');
  expect(collection.headers()['access-control-allow-origin']).toBe('*');
  expect((await collection.json()).info.schema).toContain('/v2.1.0/');
  expect((await get('/docs/search.json')).headers()['content-type']).toContain('application/json');
});

for (const topic of [...TOPICS, '/errors/validation_failed', '/search?q=refund'])
  test(`/docs${topic} is accessible, in light and dark, and fits a phone`, async ({ page, instance }) => {
    // The reference has thousands of elements to look at.
    test.slow();
    await page.goto(`${instance.baseUrl}/docs${topic}`);
    if (topic === '/api') await endpoint(page, 'Create a cause').getByText('Try it').click();
    expect.soft(await barriersOfOurs(page), 'light').toEqual([]);
    await page.emulateMedia({ colorScheme: 'dark' });
    expect.soft(await fadedOfOurs(page), 'dark').toEqual([]);
    await page.setViewportSize({ width: 320, height: 640 });
    expect.soft(await overflow(page), 'beyond 320 px').toBe(0);
    expect.soft(await smallTargets(page), 'too small to press').toEqual([]);
  });

test('the search is accessible', async ({ page, instance }) => {
  await page.goto(`${instance.baseUrl}/docs/go-live`);
  await page.getByRole('link', { name: 'Search' }).first().click();
  await page.getByRole('searchbox').fill('refund');
  await expect(page.getByRole('status')).toHaveText(/^\d+ results$/);
  expect(await barriersOfOurs(page)).toEqual([]);
});

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false });

  test('all languages of an example are shown, each with its name, and the search is a page', async ({
    page,
    instance,
  }) => {
    await page.goto(`${instance.baseUrl}/docs/api`);
    const cause = endpoint(page, 'Create a cause');
    for (const [name, code] of [
      ['curl', 'curl http'],
      ['SDK', 'client.causes.create('],
      ['Python', 'requests.post('],
    ] as const) {
      await expect(cause.getByText(name, { exact: true }).filter({ visible: true })).toHaveText(name);
      await expect(cause.getByText(code)).toBeVisible();
    }
    await expect(cause.getByText('Try it')).toBeHidden();
    await page.getByRole('link', { name: 'Search' }).first().click();
    await page.getByRole('searchbox').fill('refund');
    await page.getByRole('main').getByRole('button', { name: 'Search' }).click();
    await expect(page.getByText(/^\d+ results$/)).toBeVisible();
  });
});
