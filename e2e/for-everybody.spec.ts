import { barriers, overflow } from './support/accessibility.ts';
import { CARDS } from './support/donor.ts';
import { expect, test } from './support/test.ts';

for (const lang of ['en', 'es', 'pt']) {
  test(`form, error and thanks are usable by everybody in ${lang}, also on a small phone`, async ({
    link,
    donor,
    page,
  }) => {
    const order = await link();
    await donor.open({ url: `${order.url}&lang=${lang}` });
    await donor.seeCardForm();
    expect(await barriers(page)).toEqual([]);

    await page.getByRole('radio', { name: /^(Other amount|Otro monto|Outro valor)$/ }).check();
    await page.getByRole('textbox', { name: /^(Email|Correo|E-mail)/ }).fill('nobody');
    await donor.pay();
    await expect(donor.alert.first()).toBeFocused();
    expect(await barriers(page)).toEqual([]);
    await page.setViewportSize({ width: 320, height: 640 });
    expect(await overflow(page)).toBe(0);

    await page.reload();
    await donor.payWith(CARDS.declined);
    await expect(donor.alert).toBeFocused();
    expect(await barriers(page)).toEqual([]);
    expect(await overflow(page)).toBe(0);

    await donor.payWith(CARDS.pays);
    await expect(donor.thanks).toBeVisible();
    expect(await barriers(page)).toEqual([]);
    expect(await overflow(page)).toBe(0);
  });
}

test.describe('in the dark', () => {
  test.use({ colorScheme: 'dark' });

  test('form and thanks are readable', async ({ link, donor, page }) => {
    await donor.open(await link());
    await donor.seeCardForm();
    expect(await barriers(page)).toEqual([]);
    await donor.payWith(CARDS.pays);
    await expect(donor.thanks).toBeVisible();
    expect(await barriers(page)).toEqual([]);
  });
});
