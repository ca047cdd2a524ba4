import { expect, test } from './support/test.ts';

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false });

  test('a donor sees the cause, the amount, the expiry and why they cannot pay here', {
    tag: '@gate',
  }, async ({ link, donor, page }) => {
    await donor.open(await link({ amount: 50, cancel_url: 'https://partner.example/back' }));
    await expect(page.getByRole('heading', { level: 1, name: 'A well for San Mateo' })).toBeVisible();
    await expect(page.getByRole('radio', { name: '$50', exact: true })).toBeChecked();
    await expect(page.getByText(/^You can donate with this link until .+ \d{4}/)).toBeVisible();
    const reason = page.getByRole('paragraph').filter({ hasText: 'You need JavaScript to pay' });
    await expect(reason).toBeVisible();
    await expect(donor.payButton.and(page.getByRole('button', { disabled: false }))).toHaveCount(0);
    await expect(page.getByRole('link', { name: 'Return to Casa Abierta' })).toBeVisible();
  });

  test('a page that does not exist says so', async ({ page, instance }) => {
    for (const path of [
      '/checkout?ref=chl_none',
      '/checkout/return?ref=chl_none',
      '/c/none',
      '/receipt/rct_none',
      '/docs/none',
      '/none',
    ]) {
      expect((await page.goto(`${instance.baseUrl}${path}`))?.status()).toBe(404);
      await expect(page.getByRole('heading', { level: 1, name: 'This page does not exist' })).toBeVisible();
    }
  });

  test('a donor sees which link was cancelled, and its amount', async ({ link, donor, page, instance }) => {
    const order = await link();
    await instance.operate('link', 'cancel', { id: order.id });
    await donor.open(order);
    await expect(page.getByRole('heading', { name: 'This donation was canceled' })).toBeVisible();
    await expect(page.getByText('A well for San Mateo')).toBeVisible();
    await expect(page.getByText('$50', { exact: true })).toBeVisible();
  });

  test('somebody who did not pay sees that the donation was completed, and how to give too', async ({
    link,
    donor,
    page,
    partner,
    emulator,
  }) => {
    const order = await link();
    await emulator.confirm(await partner.startPayment(order.id), 'pm_card_visa');
    await partner.waitFor(order.id, 'completed');
    await donor.open(order);
    await expect(page.getByRole('heading', { name: 'This donation was completed' })).toBeVisible();
    await expect(page.getByText('$50')).toHaveCount(0);
    await expect(page.getByRole('link', { name: 'Donate to this cause' })).toBeVisible();
  });

  test('a donor whose card is being processed is not told that nothing was charged', async ({
    link,
    donor,
    page,
    partner,
    emulator,
  }) => {
    await emulator.control('stripe/processing', { on: true });
    const order = await link();
    await emulator.confirm(await partner.startPayment(order.id), 'pm_card_visa');
    await expect(async () => {
      await donor.open(order);
      await expect(page.getByRole('heading', { name: 'Your card payment is being processed' })).toBeVisible();
    }).toPass();
    await expect(page.getByText('You have not been charged')).toHaveCount(0);
    await page.getByRole('link', { name: 'See the status of your donation' }).click();
    await expect(page.getByRole('heading', { name: 'Your card payment is being processed' })).toBeVisible();
  });

  test('the language can be switched', async ({ link, donor, page }) => {
    await donor.open(await link());
    await page.getByRole('link', { name: 'Español' }).click();
    await expect(page.getByText('Puedes donar con este enlace hasta')).toBeVisible();
  });
});
