import { CARDS, donorAt } from './support/donor.ts';
import { partnerOf } from './support/partner.ts';
import { expect, test } from './support/test.ts';

test('a page that the browser kept and shows again tells what became of the donation meanwhile', async ({
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
  // What a browser tells a page that it takes from its cache for "back"; the one of the journeys keeps none.
  await page.evaluate(() => window.dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true })));
  await expect(donor.thanks).toBeVisible();
  await expect(donor.payButton).toHaveCount(0);
});

test('a partner’s name stands for a logo that does not come, and nothing broken is shown', async ({
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
  const { key: cause } = await partner.publish((await partner.createCause()).key);
  const order = await partnerOf(instance, key).mint({ cause, amount: 50, currency: 'USD' });
  await donor.open(order);
  await expect(page.getByText('Manos Unidas')).toBeVisible();
  await donor.seeCardForm();
  await expect(page.getByRole('banner').locator('img')).toHaveCount(0);
  await donor.open(await link());
  await expect(page.getByText('Casa Abierta').first()).toBeVisible();
});
