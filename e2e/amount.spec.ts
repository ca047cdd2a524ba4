import { CARDS } from './support/donor.ts';
import { expect, test } from './support/test.ts';

test.describe('a donor who gives another amount than was asked', () => {
  test('by one of the buttons, pays it; the amount that was asked stays on the link', async ({
    link,
    donor,
    partner,
    emulator,
  }) => {
    const order = await link({ amount: 50 });
    await donor.open(order);
    await donor.choose('$100');
    await expect(donor.payButton).toHaveText('Donate $100');
    await donor.payWith(CARDS.pays);
    await expect(donor.thanks).toBeVisible();
    expect(await partner.waitFor(order.id, 'completed')).toMatchObject({ amount: 50, amount_paid: 100 });
    expect(await emulator.charged(order)).toEqual([10_000]);
  });

  test('by a number of their own, pays it', async ({ link, donor, partner, emulator, page }) => {
    const order = await link({ amount: 50 });
    await donor.open(order);
    await donor.typeAmount('1,234', /^Amount in/);
    await expect(page.getByText('You will give $1,234.')).toBeVisible();
    await expect(page.getByText('This is 24 times the suggested $50.')).toBeVisible();
    await expect(donor.payButton).toHaveText('Donate $1,234');
    await donor.payWith(CARDS.pays);
    await expect(donor.thanks).toBeVisible();
    await expect(page.getByText('Your $1,234 for A well for San Mateo has arrived.')).toBeVisible();
    expect(await partner.waitFor(order.id, 'completed')).toMatchObject({ amount: 50, amount_paid: 1234 });
    expect(await emulator.charged(order)).toEqual([123_400]);
  });

  test('finds it again after a reload', async ({ link, donor, page }) => {
    await donor.open(await link({ amount: 50 }));
    await donor.choose('$100');
    await page.reload();
    await expect(page.getByRole('radio', { name: '$100', exact: true })).toBeChecked();
    await expect(donor.payButton).toHaveText('Donate $100');
  });

  test('has to enter the card again if it was entered before', async ({ link, donor, page, partner }) => {
    const order = await link({ amount: 50 });
    await donor.open(order);
    await donor.enterCard(CARDS.pays);
    await donor.choose('$25');
    await expect(page.getByText('The amount changed, so the card form is new.')).toBeVisible();
    await expect(donor.cardField('number')).toHaveValue('');
    await donor.payWith(CARDS.pays);
    await expect(donor.thanks).toBeVisible();
    expect(await partner.waitFor(order.id, 'completed')).toMatchObject({ amount_paid: 25 });
  });

  for (const [typed, said] of [
    ['fifty', 'Enter the amount in numbers, for example 50.'],
    ['12.50', 'Enter a whole amount without cents, for example 50.'],
    ['', 'Enter an amount, or choose one of those above.'],
  ] as const) {
    test(`is told what is wrong with "${typed}", and nothing is charged`, async ({
      link,
      donor,
      page,
      emulator,
    }) => {
      const order = await link({ amount: 50 });
      await donor.open(order);
      await donor.enterCard(CARDS.pays);
      await page.getByRole('radio', { name: 'Other amount' }).check();
      await page.getByLabel(/^Amount in/).fill(typed);
      await donor.pay();
      const summary = donor.alert.filter({ hasText: 'Please check the following' });
      await expect(summary).toBeFocused();
      await summary.getByRole('link', { name: said }).click();
      await expect(page.getByLabel(/^Amount in/)).toBeFocused();
      await expect(page.getByLabel(/^Amount in/)).toHaveAttribute('aria-invalid', 'true');
      expect(await emulator.charged(order)).toEqual([]);
    });
  }
});
