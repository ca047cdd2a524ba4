import { barriers } from './support/accessibility.ts';
import { expect, test } from './support/test.ts';

/** Every code of specification 7. */
const CODES = [
  'unauthorized',
  'forbidden',
  'insufficient_permissions',
  'validation_failed',
  'unsupported_media_type',
  'idempotency_key_reused',
  'idempotency_key_in_progress',
  'rate_limit_exceeded',
  'not_found',
  'cause_not_found',
  'checkout_link_not_found',
  'checkout_link_not_payable',
  'owner_not_found',
  'cause_not_accepting_payments',
  'currency_not_supported',
  'fee_percent_not_permitted',
  'fee_model_not_permitted',
  'not_implemented',
  'internal_error',
];

test('each problem’s type leads to the page about that problem', async ({ page, partner }) => {
  const { body: problem } = await partner.askForIntent('chl_nothing');
  expect(problem.code).toBe('checkout_link_not_found');
  for (const code of CODES) {
    const answer = await page.request.get(problem.type.replace(problem.code, code));
    expect.soft(answer.status(), code).toBe(200);
    expect.soft(await answer.text(), code).toContain(code);
  }
  const unknown = await page.goto(problem.type.replace(problem.code, 'made_up'));
  expect(unknown?.status()).toBe(404);
  await page.goto(problem.type);
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
});

test('the contract is there for programs', async ({ page, instance }) => {
  const openApi = await page.request.get(`${instance.baseUrl}/openapi.json`);
  expect(openApi.headers()['content-type']).toContain('application/json');
  const { openapi, paths } = await openApi.json();
  expect(openapi).toMatch(/^3\./);
  expect(Object.keys(paths)).toContain('/v1/checkout_links');
});

test('a cause’s page is public once it is published, and counts donations', async ({ page, partner, link, donor }) => {
  const draft = await partner.createCause({ title: 'A roof for the school' });
  expect((await page.goto(draft.url))?.status()).toBe(404);
  await expect(page.getByText('A roof for the school')).toHaveCount(0);
  const { url, key } = await partner.publish(draft.key);
  expect((await page.goto(url))?.status()).toBe(200);
  await expect(page.getByRole('heading', { level: 1, name: 'A roof for the school' })).toBeVisible();

  await donor.open(await link({ cause: key }));
  await donor.payByCard('paid');
  await page.getByRole('link', { name: 'Donate again' }).click();
  await expect(page).toHaveURL(`${url}#give`);
  await expect(page.getByRole('main')).toContainText('$50');
  expect(await barriers(page)).toEqual([]);
});
