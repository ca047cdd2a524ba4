import type { Locator } from '@playwright/test';
import { awayFrom } from '#sdk/src/testing/redirects.ts';
import { expect, test } from './support/test.ts';

/* Browsers that we support but that know no `:has()`, in style sheets: the oldest of each (package.json, `browserslist`). */

test.describe('a browser without :has()', () => {
  test.beforeEach(({ context }) =>
    context.route(/\.css(\?|$)/, async (route) => {
      const response = await route.fetch();
      await route.fulfill({ response, body: (await response.text()).replaceAll(':has(', ':unknown(') });
    }),
  );
  // A sheet that is still on its way when the test ends cannot be answered any more.
  test.afterEach(({ context }) => context.unrouteAll({ behavior: 'ignoreErrors' }));

  test('asks for another amount only where that is chosen, so that what was typed is what is given', async ({
    page,
    partner,
    donor,
  }) => {
    const { url } = await partner.publishCause();
    await page.goto(url);
    const amount = page.getByLabel('Amount in US dollars');
    await expect(page.getByRole('radio', { name: '$50', exact: true })).toBeChecked();
    await expect(amount).toBeHidden();
    await page.getByRole('radio', { name: 'Other amount' }).check();
    await amount.fill('75');
    await page.getByRole('button', { name: 'Donate' }).click();
    await expect(donor.payButton).toHaveText('Donate $75');
  });

  test('offers a donor who has paid only the way of those who have', async ({ link, donor, page }) => {
    const back = { success_url: 'https://partner.example/thanks', cancel_url: 'https://partner.example/back' };
    await donor.open(await link(back));
    await expect(donor.backToPartner).toHaveAttribute('href', back.cancel_url);
    await donor.payByCard('paid');
    await expect(donor.backToPartner).toHaveAttribute('href', back.success_url);
    await expect(page.getByText('You can donate with this link until')).toBeHidden();
  });

  test('shows which amount has the keyboard’s focus', async ({ link, donor, page, partner }) => {
    const hasOutline = (locator: Locator) => expect(locator).not.toHaveCSS('outline-style', 'none');
    await donor.open(await link());
    await donor.seeForm();
    await page.getByRole('radio', { name: '$50', exact: true }).focus();
    await page.keyboard.press('ArrowRight');
    await hasOutline(page.getByRole('radio', { name: '$100', exact: true }));
    const { url } = await partner.publishCause();
    await page.goto(url);
    await page.getByRole('radio', { name: '$50', exact: true }).focus();
    await page.keyboard.press('ArrowRight');
    await hasOutline(page.getByRole('radio', { name: '$100', exact: true }));
    await page.keyboard.press('ArrowRight');
    await page.keyboard.press('ArrowRight');
    // The box of this one is its label.
    await hasOutline(page.getByText('Other amount').locator('..'));
  });
});

test('gets no lookbehind, for which Safari before 16.4 would run nothing of the script', async ({
  link,
  donor,
  page,
  instance,
}) => {
  const scripts: Promise<string>[] = [];
  page.on('response', (response) => {
    if (/\/_next\/.*\.js(\?|$)/.test(response.url())) scripts.push(response.text());
  });
  await donor.open(await link({ country: 'CO', amount: 50_000 }));
  await awayFrom(page).fillTransfer();
  await donor.open(await link());
  await donor.seeCardForm();
  await page.goto(`${instance.baseUrl}/docs/api`);
  await expect(page.getByText('Try it').first()).toBeVisible();
  const texts = await Promise.all(scripts);
  expect(texts.length).toBeGreaterThan(0);
  expect(texts.flatMap((text) => text.match(/.{0,40}\(\?<[=!].{0,40}/) ?? [])).toEqual([]);
});

test('pays by card and by bank transfer without what Chrome 80 lacks', async ({ link, donor, page }) => {
  await page.addInitScript(() => {
    Reflect.deleteProperty(String.prototype, 'replaceAll');
    Reflect.deleteProperty(Element.prototype, 'replaceChildren');
    Reflect.deleteProperty(Array.prototype, 'toSorted');
  });
  await donor.open(await link({ country: 'CO', amount: 50_000 }));
  await awayFrom(page).fillTransfer();
  await donor.open(await link({ country: 'CO', amount: 50_000 }));
  await donor.payByCard('paid');
});

test('in a time zone that it does not know itself, the page still takes a donation', async ({ link, donor, page }) => {
  await page.addInitScript(() => {
    const { resolvedOptions } = Intl.DateTimeFormat.prototype;
    Intl.DateTimeFormat.prototype.resolvedOptions = function () {
      return { ...resolvedOptions.call(this), timeZone: 'Not/AZone' };
    };
  });
  await donor.open(await link());
  await expect(page.getByText(/^You can donate with this link until .+ UTC\.$/)).toBeVisible();
  await donor.payByCard('paid');
});
