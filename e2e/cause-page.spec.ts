import type { Page } from '@playwright/test';
import type { Donor } from '#sdk/src/testing/donor.ts';
import { barriers } from './support/accessibility.ts';
import { tabTo } from './support/keyboard.ts';
import { expect, test } from './support/test.ts';

const donate = (page: Page) => page.getByRole('button', { name: /^(Donate|Donar|Doar)$/ });
const bar = (page: Page) => page.getByRole('progressbar');
const gifts = (page: Page) => page.getByRole('region', { name: /^(Recent|Earlier) donations$/ }).getByRole('listitem');

/** Donates from a cause's page: through the checkout and back. */
async function giveFrom(page: Page, donor: Donor, amount: string, name?: string): Promise<void> {
  await page.getByRole('radio', { name: amount, exact: true }).check();
  await donate(page).click();
  await expect(page).toHaveURL(/\/checkout\?/);
  await donor.seeCardForm();
  if (name !== undefined) await page.getByLabel('Your name (optional)').fill(name);
  await donor.payByCard('paid');
  await page.getByRole('link', { name: 'Donate again' }).click();
  await expect(page).toHaveURL(/\/c\//);
}

for (const [country, currency, amount, raised, share] of [
  ['US', 'USD', '$100', '$100 raised', '2% of the $5,000 goal'],
  ['CO', 'COP', 'COP 50,000', 'COP 50,000 raised', '10% of the COP 500,000 goal'],
  ['CL', 'CLP', 'CLP 20,000', 'CLP 20,000 raised', '4% of the CLP 500,000 goal'],
] as const) {
  test(`a donor gives on a cause’s page in ${currency} and finds the gift and the progress there`, async ({
    page,
    partner,
    donor,
  }) => {
    const cause = await partner.publishCause({ country, currency, title: `A well in ${currency}` });
    await page.goto(cause.url);
    await expect(page.getByRole('main')).toContainText('No donations yet');
    expect(await bar(page).getAttribute('aria-valuetext')).toBe('0%');
    await giveFrom(page, donor, amount, 'Zoë Quiroga');
    await expect(page.getByText(raised, { exact: true })).toBeVisible();
    await expect(page.getByText(share)).toBeVisible();
    expect(await bar(page).getAttribute('aria-valuetext')).toBe(share.split(' ')[0]);
    await expect(page.getByText('1 donation', { exact: true })).toBeVisible();
    await expect(gifts(page)).toHaveCount(1);
    await expect(gifts(page)).toContainText('Zoë Quiroga');
    await expect(gifts(page)).toContainText(amount);
    expect((await partner.readCause(cause.key)).totals?.contributions).toBe(1);
  });
}

test('an anonymous donor is shown as anonymous, and never by email', async ({ page, partner, donor }) => {
  const cause = await partner.publishCause();
  await page.goto(cause.url);
  await donate(page).click();
  await donor.seeCardForm();
  await page.getByLabel('Your name (optional)').fill('Hidden Name');
  await page.getByLabel('Email (optional)').fill('hidden@example.org');
  await page.getByRole('checkbox', { name: 'Donate anonymously' }).check();
  await donor.payByCard('paid');
  await page.goto(cause.url);
  await expect(gifts(page)).toContainText('Anonymous');
  expect(await page.content()).not.toMatch(/hidden name|hidden@/i);
});

test('with hidden amounts neither page nor card shows a bar or an amount, only names', async ({
  page,
  partner,
  donor,
  instance,
}) => {
  const { key, url } = await partner.publishCause();
  await page.goto(url);
  await giveFrom(page, donor, '$200', 'Ana');
  const summary = () => page.getByRole('main').textContent();
  expect(await summary()).toContain('$200 raised');
  const picture = await (await page.request.get(`${url}/card.png?lang=en`)).body();
  await instance.operate('cause', 'update', { key, 'hide-amounts': 'true' });
  await page.reload();
  await expect(gifts(page)).toContainText('Ana');
  await expect(gifts(page)).not.toContainText('$');
  await expect(bar(page)).toHaveCount(0);
  expect(await summary()).not.toMatch(/raised|goal|donation\b/);
  expect(await (await page.request.get(`${url}/card.png?lang=en`)).body()).not.toEqual(picture);
});

test('the amount that was chosen stays chosen where the gift was not accepted', async ({ page, partner }) => {
  const { url } = await partner.publishCause();
  await page.goto(url);
  await expect(page).not.toHaveTitle(/Error/);
  // Refused, because of what programs fill in.
  await page.locator('[name="message_subject"]').evaluate((field: HTMLInputElement) => {
    field.value = 'Hello';
  });
  await page.getByRole('radio', { name: '$100', exact: true }).check();
  await donate(page).click();
  await expect(page).toHaveTitle(/^Error: /);
  await expect(page.getByRole('radio', { name: '$100', exact: true })).toBeChecked();
});

test('an unreadable amount comes back as typed, with an explanation', async ({ page, partner, donor }) => {
  const { url } = await partner.publishCause();
  await page.goto(url);
  await page.getByRole('radio', { name: 'Other amount' }).check();
  const amount = page.getByLabel('Amount in US dollars');
  await amount.fill('50.50');
  await donate(page).click();
  await expect(page.getByRole('main').getByRole('alert')).toHaveText(
    'Enter a whole amount without cents, for example 50.',
  );
  await expect(page).toHaveTitle(/^Error: /);
  await expect(amount).toBeFocused();
  await expect(amount).toHaveValue('50.50');
  expect(await barriers(page)).toEqual([]);
  for (const [typed, message] of [
    ['5 thousand', 'Did you mean $5,000? If so, enter 5,000.'],
    ['50 euros', 'Donations here are in US dollars. Enter the amount in that currency, for example 50.'],
    ['50 M', 'Enter the amount in numbers, for example 50.'],
  ] as const) {
    await amount.fill(typed);
    await donate(page).click();
    await expect(page.getByRole('main').getByRole('alert')).toHaveText(message);
    await expect(amount).toHaveValue(typed);
  }
  await amount.fill('US$ 1,250 dollars');
  await donate(page).click();
  await expect(donor.payButton).toHaveText('Donate $1,250');
  await page.getByRole('link', { name: 'Visit the cause’s page' }).click();
  await expect(page).toHaveURL(url);
});

test('old addresses redirect to the current one in the same language, also when an address is used again', async ({
  page,
  partner,
  instance,
}) => {
  const { key, url } = await partner.publishCause();
  const at = (slug: string) => url.replace(key, slug);
  const slug = `well-${key.slice(-8)}`;
  await instance.operate('cause', 'update', { key, slug });
  const answer = await page.request.get(`${url}?lang=es`, { maxRedirects: 0 });
  expect([answer.status(), answer.headers()['cache-control']]).toEqual([308, expect.stringContaining('no-store')]);
  await page.goto(`${url}?lang=es`);
  await expect(page).toHaveURL(`${at(slug)}?lang=es`);
  await expect(page.getByRole('heading', { name: 'Dona a esta causa' })).toBeVisible();
  // A browser that had cached the first redirect would now loop.
  await instance.operate('cause', 'update', { key, slug: key });
  await page.goto(at(slug));
  await expect(page).toHaveURL(url);
  await expect(page.getByRole('heading', { name: 'Donate to this cause' })).toBeVisible();
});

test('a cause that does not collect says why, and takes no gift', async ({ page, partner, instance }) => {
  const { key, url } = await partner.publishCause();
  await page.goto(url);
  await instance.operate('cause', 'update', { key, state: 'paused' });
  await donate(page).click();
  await expect(page.getByText('This cause is paused.')).toBeVisible();
  await expect(page.getByRole('main').getByRole('alert')).toContainText('You were not charged.');
  await expect(donate(page)).toHaveCount(0);
  for (const [state, says] of [
    ['funds_on_hold', 'Some details of this cause are being reviewed.'],
    ['disbursed', 'This cause has ended.'],
    ['refunding', 'are being refunded'],
    ['refunded', 'were refunded'],
  ] as const) {
    await instance.operate('cause', 'update', { key, state });
    await page.reload();
    await expect(page.getByText(says)).toBeVisible();
    await expect(donate(page)).toHaveCount(0);
  }
  await instance.operate('cause', 'update', { key, state: 'in_verification' });
  await page.reload();
  await expect(page.getByText('It can accept donations in the meantime.')).toBeVisible();
  await expect(donate(page)).toBeVisible();
  await instance.operate('cause', 'update', { key, state: 'published', 'closes-at': '2026-01-02T03:00:00Z' });
  await page.reload();
  // In the reader's time zone it was still the day before.
  await expect(page.getByText(/It closed on January 1, 2026 at 10:00.PM/)).toBeVisible();
  await expect(donate(page)).toHaveCount(0);
});

test('nobody sees a draft or its card, or donates to it', { tag: '@gate' }, async ({ page, partner }) => {
  const { url } = await partner.createCause({ title: 'A secret' });
  for (const address of [url, `${url}?lang=es`, `${url}/card.png`])
    expect((await page.request.get(address)).status(), address).toBe(404);
  const answer = await page.request.post(`${url}/give`, {
    form: { lang: 'en', choice: '50', amount: '' },
    headers: { 'sec-fetch-site': 'same-origin' },
    maxRedirects: 0,
  });
  expect(answer.headers().location).not.toContain('/checkout');
});

test('a draft’s creator sees it, and cannot donate to it', async ({ page, partner, instance, mailbox }) => {
  const email = 'creator-of-a-draft@example.org';
  const { url } = await partner.createCause({ title: 'Not yet public', owner: { email, name: 'Olga' } });
  expect((await page.goto(url))?.status()).toBe(404);
  await page.goto(`${instance.baseUrl}/sign-in`);
  await page.getByLabel('Email', { exact: true }).fill(email);
  await page.getByRole('button', { name: 'Send me a code' }).click();
  const code = async () =>
    (await mailbox.to(email)).map((mail) => /^[\d ]+/.exec(mail.subject)?.[0]).find(Boolean) ?? '';
  await expect.poll(code).not.toBe('');
  await page.getByLabel('Code', { exact: true }).fill(await code());
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  await expect(page).toHaveURL(/\/dashboard/);
  expect((await page.goto(url))?.status()).toBe(200);
  await expect(page.getByRole('heading', { level: 1, name: 'Not yet public' })).toBeVisible();
  await expect(page.getByText('Only you and our team can see this page.')).toBeVisible();
  await expect(donate(page)).toHaveCount(0);
  expect(await barriers(page)).toEqual([]);
});

test('foreign text is never markup, a missing cover breaks nothing, and the page has a card', {
  tag: '@gate',
}, async ({ page, partner }) => {
  const { url } = await partner.publishCause({
    title: '<script>alert(1)</script> & "wells"',
    description: 'First.\n\nSecond <b>bold</b> https://example.org\nThird line </script>',
    cover_image_url: 'https://127.0.0.1:1/none.jpg',
  });
  await page.goto(url);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('<script>alert(1)</script> & "wells"');
  await expect(page.getByRole('paragraph').filter({ hasText: 'Second <b>bold</b> https://example.org' })).toBeVisible();
  await expect
    .poll(() =>
      page.evaluate(() => [...document.images].filter((image) => image.complete && !image.naturalWidth).length),
    )
    .toBe(0);
  const read = (selector: string, attribute: string) => page.locator(selector).getAttribute(attribute);
  expect(await read('link[rel=canonical]', 'href')).toBe(url);
  expect(await read('meta[property="og:title"]', 'content')).toBe('<script>alert(1)</script> & "wells"');
  expect(await read('meta[name=description]', 'content')).toContain('First. Second');
  const card = await page.request.get((await read('meta[property="og:image"]', 'content')) ?? '');
  expect([card.status(), card.headers()['content-type']]).toEqual([200, 'image/png']);
  const data = await page.locator('script[type="application/ld+json"]').textContent();
  expect(JSON.parse(data ?? '')).toMatchObject({ url, potentialAction: { '@type': 'DonateAction' } });
});

test('a donor gives with the keyboard alone', async ({ page, partner, donor }) => {
  const { url } = await partner.publishCause();
  await page.goto(url);
  await tabTo(page, page.getByRole('radio', { name: '$50', exact: true }));
  for (const next of ['$100', '$200', 'Other amount']) {
    await page.keyboard.press('ArrowDown');
    await expect(page.getByRole('radio', { name: next, exact: true })).toBeChecked();
  }
  await tabTo(page, page.getByLabel('Amount in US dollars'));
  await page.keyboard.type('75');
  await page.keyboard.press('Enter');
  await expect(donor.payButton).toHaveText('Donate $75');
});

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false });

  test('a donor reads the page, chooses an amount and arrives at its checkout', async ({ page, partner }) => {
    const { url } = await partner.publishCause({ country: 'CO', currency: 'COP' });
    await page.goto(`${url}?lang=es`);
    await page.getByRole('radio', { name: 'Otro monto' }).check();
    await page.getByLabel('Monto en pesos colombianos').fill('75.000');
    await donate(page).click();
    await expect(page).toHaveURL(/\/checkout\?ref=chl_\w+&lang=es/);
    await expect(page.getByRole('radio', { name: '$ 75.000 COP', exact: true })).toBeChecked();
  });

  test('a reader sees the closing time, and reads earlier donations', async ({ page, partner, instance }) => {
    const { key, url } = await partner.publishCause();
    await instance.operate('cause', 'update', { key, 'closes-at': '2030-05-01T12:00:00Z' });
    await page.goto(url);
    await expect(page.getByText('It is accepting donations until May 1, 2030')).toBeVisible();
    await page.goto(`${url}?before=1-0`);
    await expect(page.getByRole('heading', { name: 'Earlier donations' })).toBeVisible();
    await page.getByRole('link', { name: 'Back to the newest' }).click();
    await expect(page).toHaveURL(/\?lang=en#contributions$/);
  });
});
