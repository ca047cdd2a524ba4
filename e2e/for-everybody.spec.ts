import { barriers, overflow } from './support/accessibility.ts';
import { CARDS, tabTo } from './support/donor.ts';
import { expect, test } from './support/test.ts';

test('a donation is possible with the keyboard alone', async ({ link, donor, page, partner }) => {
  const order = await link();
  await donor.open(order);
  await expect(donor.payButton).toBeEnabled();
  await page.keyboard.press('Tab');
  await expect(page.getByRole('link', { name: 'Skip to the main content' })).toBeFocused();
  await page.keyboard.press('Enter');
  await donor.seeCardForm();
  await tabTo(page, page.getByRole('radio', { name: '$50', exact: true }));
  const renewed = page.waitForResponse((response) => response.url().endsWith('/payment_intent'));
  await page.keyboard.press('ArrowRight');
  await renewed;
  await donor.seeCardForm();
  await tabTo(page, page.getByLabel('Email (optional)'));
  await page.keyboard.type('keys@example.org');
  await tabTo(page, page.getByRole('checkbox', { name: 'Give anonymously' }));
  await page.keyboard.press('Space');
  await tabTo(page, donor.cardField('number'));
  await page.keyboard.type(CARDS.pays);
  await tabTo(page, donor.cardField('expiry'));
  await page.keyboard.type('1234');
  await tabTo(page, donor.cardField('cvc'));
  await page.keyboard.type('123');
  await tabTo(page, donor.payButton);
  await page.keyboard.press('Enter');
  await expect(donor.thanks).toBeFocused();
  expect(await partner.waitFor(order.id, 'completed')).toMatchObject({ amount_paid: 100 });
});

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
