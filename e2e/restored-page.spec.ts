import { CARDS } from '#sdk/src/testing/cards.ts';
import { donorAt } from '#sdk/src/testing/donor.ts';
import { overflow } from './support/accessibility.ts';
import { passSeconds, stopClock } from './support/clock.ts';
import { createPartner, partnerOf } from './support/partner.ts';
import { expect, test } from './support/test.ts';

test('a page restored from the browser’s back-forward cache shows what happened to the donation meanwhile', async ({
  link,
  donor,
  page,
  context,
}) => {
  const order = await link();
  await donor.open(order);
  await donor.seeCardForm();
  const other = donorAt(await context.newPage());
  await other.open(order);
  await other.payWith(CARDS.pays);
  await expect(other.thanks).toBeVisible();
  await expect(donor.payButton).toBeVisible();
  // Dispatched as a browser does that restores a page; the browser of the journeys has no such cache.
  await page.evaluate(() => window.dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true })));
  await expect(donor.thanks).toBeVisible();
  await expect(donor.payButton).toHaveCount(0);
});

test('a donor who goes back from the partner to a page that the browser kept stays there', async ({
  link,
  donor,
  page,
  context,
}) => {
  await context.route('https://partner.example/**', (route) => route.fulfill({ body: 'Back at the partner' }));
  await page.clock.install();
  await donor.open(await link({ success_url: 'https://partner.example/thanks' }));
  await donor.payByCard('paid');
  await stopClock(page);
  await expect(page.getByRole('timer')).toBeVisible();
  // The countdown of a kept page goes on where it was.
  await page.evaluate(() => window.dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true })));
  await expect(page.getByText('You are staying on this page.')).toBeVisible();
  await expect(page.getByRole('timer')).toHaveCount(0);
  await passSeconds(page, 30);
  await expect(donor.thanks).toBeVisible();
});

test('a logo ten times as wide as high leaves a long name a whole line of a small phone', async ({
  page,
  context,
  instance,
}) => {
  const svg = '<svg xmlns="http://www.w3.org/2000/svg" width="480" height="48"><rect width="480" height="48"/></svg>';
  await context.route('https://logos.example/**', (route) =>
    route.fulfill({ contentType: 'image/svg+xml', body: svg }),
  );
  const name = 'Fundación Hispanoamericana para Reconstruir Escuelas';
  const partner = await createPartner(instance, {
    'display-name': name,
    'logo-url': 'https://logos.example/wide.svg',
  });
  const { key } = await partner.publishCause();
  await page.setViewportSize({ width: 320, height: 640 });
  await page.goto((await partner.mint({ cause: key, amount: 50, currency: 'USD' })).url);
  const box = await page.getByRole('banner').getByText(name).boundingBox();
  expect(box?.width).toBeGreaterThan(240);
  expect(await overflow(page)).toBe(0);
});

test('a partner’s name replaces a logo that does not load, and no broken image is shown', async ({
  instance,
  donor,
  page,
  context,
  partner,
  link,
}) => {
  await context.route('https://logos.example/**', (route) => route.fulfill({ status: 404, body: '' }));
  const { id } = await instance.operate<{ id: string }>('client', 'create', {
    name: 'Logo',
    'display-name': 'Manos Unidas',
    'logo-url': 'https://logos.example/logo.svg',
  });
  const permissions = 'checkout_links:write,checkout_links:read';
  const { key } = await instance.operate<{ key: string }>('key', 'create', { client: id, permissions });
  const { key: cause } = await partner.publishCause();
  const order = await partnerOf(instance, key).mint({ cause, amount: 50, currency: 'USD' });
  await donor.open(order);
  await expect(page.getByRole('banner').getByText('Manos Unidas')).toBeVisible();
  await donor.seeCardForm();
  await expect(page.getByRole('banner').locator('img')).toHaveCount(0);
  await donor.open(await link());
  await expect(page.getByText('Casa Abierta').first()).toBeVisible();
});

test('a message that the tab kept is seen after a reload, as it will be published', async ({ link, donor, page }) => {
  await donor.open(await link());
  await donor.seeCardForm();
  const message = page.getByLabel('Your message (optional)');
  await expect(message).toBeHidden();
  await page.getByText('Add a message').click();
  await message.fill('For my grandmother');
  await page.reload();
  await expect(message).toBeVisible();
  await expect(message).toHaveValue('For my grandmother');
  // It can be closed all the same.
  await page.getByText('Add a message').click();
  await expect(message).toBeHidden();
});
