import type { Page } from '@playwright/test';
import { expect, test } from './support/test.ts';

/**
 * Opens a page whose scripts do not run before the returned function is called, as on an old phone or a slow network.
 */
async function openBeforeScripts(page: Page, url: string): Promise<() => void> {
  const { promise: released, resolve: release } = Promise.withResolvers<void>();
  await page.route('**/_next/static/**/*.js', async (route) => {
    await released;
    await route.continue();
  });
  await page.goto(url, { waitUntil: 'commit' });
  return release;
}

test.describe('what a donor types and chooses before the page’s scripts run', () => {
  test('is paid, stored and receipted', { tag: '@gate' }, async ({ link, donor, page, partner, mailbox }) => {
    const order = await link({ amount: 50 });
    const runScripts = await openBeforeScripts(page, order.url);
    await donor.fields.name.fill('Ana Early');
    await donor.fields.email.fill('early@example.org');
    await page.getByRole('radio', { name: '$100' }).check();
    runScripts();
    await expect(donor.payButton).toHaveText('Donate $100');
    await donor.payByCard('paid');
    expect(await partner.waitFor(order.id, 'completed')).toMatchObject({ amount: 50, amount_paid: 100 });
    const { text } = await mailbox.receiptOf('early@example.org');
    expect(text).toContain('Ana Early');
    expect(text).toContain('$100');
  });

  test('is newer than what the tab kept, field by field', async ({ link, donor, page }) => {
    const { url } = await link();
    await page.goto(url);
    await donor.fields.name.fill('Ana Before');
    await donor.fields.email.fill('before@example.org');
    const runScripts = await openBeforeScripts(page, url);
    await donor.fields.email.fill('later@example.org');
    await page.getByRole('checkbox', { name: /anonymous/i }).check();
    runScripts();
    await donor.choose('$100');
    await expect(donor.payButton).toHaveText('Donate $100');
    await expect(donor.fields.name).toHaveValue('Ana Before');
    await expect(donor.fields.email).toHaveValue('later@example.org');
    await expect(page.getByRole('checkbox', { name: /anonymous/i })).toBeChecked();
  });

  test('chooses how to pay', async ({ link, donor, page }) => {
    const runScripts = await openBeforeScripts(page, (await link({ country: 'CO', amount: 50_000 })).url);
    await page.getByRole('radio', { name: /bank transfer/i }).check();
    runScripts();
    await expect(donor.fields.email).toBeVisible();
    await expect(page.getByLabel('First name')).toBeVisible();
    await expect(page.getByRole('radio', { name: /bank transfer/i })).toBeChecked();
  });

  test('is kept by the form of a bank transfer, on a phone that is still starting it', async ({
    link,
    page,
    context,
  }) => {
    const devtools = await context.newCDPSession(page);
    await devtools.send('Emulation.setCPUThrottlingRate', { rate: 12 });
    const { url } = await link({ country: 'CO', amount: 50_000 });
    const runScripts = await openBeforeScripts(page, `${url}&pay=bank_transfer`);
    await page.getByLabel('First name').fill('Rosa');
    await page.getByLabel('Identity document').selectOption('CE');
    runScripts();
    await page.getByLabel('Last name').fill('Díaz');
    await page.getByRole('checkbox', { name: /anonymous/i }).check();
    await expect(page.getByLabel('First name')).toHaveValue('Rosa');
    await expect(page.getByLabel('Identity document')).toHaveValue('CE');
    await expect(page.getByLabel('Last name')).toHaveValue('Díaz');
  });

  test('stays open where it was opened early, also for whoever empties it to write it anew', async ({
    link,
    donor,
    page,
  }) => {
    const runScripts = await openBeforeScripts(page, (await link()).url);
    await page.getByText('Add a message').click();
    const message = page.getByLabel('Your message (optional)');
    await message.fill('For the roof');
    runScripts();
    await donor.fields.email.fill('rosa@gmial.com');
    // The page is interactive.
    await expect(page.getByRole('button', { name: 'rosa@gmail.com' })).toBeVisible();
    await expect(message).toHaveValue('For the roof');
    await message.fill('');
    await message.pressSequentially('For the school');
    await expect(message).toHaveValue('For the school');
  });

  const rails = [
    { pay: 'card', country: 'MX', amount: 500 },
    { pay: 'wallet', country: 'MX', amount: 500 },
    { pay: 'bank_transfer', country: 'CO', amount: 50_000 },
  ] as const;
  for (const { pay, ...order } of rails) {
    const title = `stays in the fields that the server rendered, in which the donor may be typing: ${pay}`;
    test(title, { tag: '@gate' }, async ({ link, donor, page }) => {
      const runScripts = await openBeforeScripts(page, `${(await link(order)).url}&pay=${pay}`);
      const last = page.getByLabel(pay === 'bank_transfer' ? 'Postal code' : 'Email');
      await last.fill('1');
      const rendered = await page.evaluateHandle(() => [
        ...document.querySelectorAll('form input, form select, form div'),
      ]);
      runScripts();
      await donor.fields.email.fill('rosa@gmial.com');
      // The page is interactive.
      await expect(page.getByRole('button', { name: 'rosa@gmail.com' })).toBeVisible();
      expect(await rendered.evaluate((elements) => elements.filter(({ isConnected }) => !isConnected).length)).toBe(0);
      await expect(last).toHaveValue(pay === 'bank_transfer' ? '1' : 'rosa@gmial.com');
    });
  }
});
