import type { BrowserContext } from '@playwright/test';
import { CARDS } from '#sdk/src/testing/cards.ts';
import { awayFrom } from '#sdk/src/testing/redirects.ts';
import { expect, test } from './support/test.ts';

/** The browser sends no cookie and keeps none, and does not say so. */
async function dropCookies(context: BrowserContext): Promise<void> {
  await context.route(/\/checkout\/(donation|confirmation|redirect)$/, async (route) => {
    const response = await route.fetch();
    const { 'set-cookie': _refused, ...kept } = response.headers();
    await context.clearCookies();
    await route.fulfill({ response, headers: kept });
  });
}

for (const [locale, thanks] of [
  ['en-US', 'Thank you for your donation'],
  ['es-CO', 'Gracias por tu donación'],
] as const)
  test.describe(`a browser that keeps no cookies, in ${locale}`, () => {
    test.use({ locale });
    test.beforeEach(({ context }) => dropCookies(context));

    test('is declined, changes the amount and pays with another card in the same tab', {
      tag: locale === 'es-CO' ? '@gate' : [],
    }, async ({ link, donor, page, context, emulator, mailbox }) => {
      const order = await link({ amount: 50 });
      await donor.open(order);
      await donor.payWith(CARDS.declined);
      await expect(donor.alert).toContainText(/You were not charged|No se cobró nada/);
      await donor.payWith(CARDS.insufficientFunds);
      await expect(donor.alert).toContainText(/does not have enough funds|no tiene fondos suficientes/);
      await donor.changeAmount(80);
      await donor.payWith(CARDS.pays);
      await expect(page.getByRole('heading', { name: thanks })).toBeVisible();
      expect(await emulator.charged(order)).toEqual([8000]);
      expect(await context.cookies()).toEqual([]);
      const address = `${locale.toLowerCase()}-cookieless@example.org`;
      await page.getByRole('textbox', { name: /receipt|comprobante/ }).fill(address);
      await page.getByRole('button', { name: /^(Send|Enviar)/ }).click();
      await mailbox.theMailTo(address);
      expect(page.url()).toMatch(/\/checkout\?ref=chl_\w+&lang=(en|es)$/);
    });

    test('goes to the bank, although the amount was changed before', async ({ link, donor, page }) => {
      const away = awayFrom(page);
      await donor.open(await link({ country: 'CO', amount: 50_000 }));
      await donor.chooseCard();
      await donor.changeAmount(60_000);
      await donor.payWith(CARDS.declined);
      await expect(donor.alert).toContainText(/You were not charged|No se cobró nada/);
      await page.getByRole('radio', { name: /\(PSE\)$/ }).check();
      await away.goToBank();
      await expect(page.getByText(/60[.,]000/).first()).toBeVisible();
    });
  });
