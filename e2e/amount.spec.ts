import { CARDS } from '#sdk/src/testing/cards.ts';
import { expect, test } from './support/test.ts';

test.describe('a donor who changes the amount of a link', () => {
  test('pays the amount of a button, and the requested amount stays on the link', { tag: '@gate' }, async ({
    link,
    donor,
    partner,
    emulator,
  }) => {
    const order = await link({ amount: 50 });
    await donor.open(order);
    await donor.choose('$100');
    await expect(donor.payButton).toHaveText('Donate $100');
    await donor.payByCard('paid');
    expect(await partner.waitFor(order.id, 'completed')).toMatchObject({ amount: 50, amount_paid: 100 });
    expect(await emulator.charged(order)).toEqual([10_000]);
  });

  test('pays an amount they typed', async ({ link, donor, partner, emulator, page }) => {
    const order = await link({ amount: 50 });
    await donor.open(order);
    await donor.changeAmount('1,234');
    await expect(page.getByText('You will give $1,234.')).toBeVisible();
    await expect(page.getByText('This is 24 times the suggested $50.')).toBeVisible();
    await expect(donor.payButton).toHaveText('Donate $1,234');
    await donor.payByCard('paid');
    await expect(page.getByText('Your donation of $1,234 to A well for San Mateo has arrived.')).toBeVisible();
    expect(await partner.waitFor(order.id, 'completed')).toMatchObject({ amount: 50, amount_paid: 1234 });
    expect(await emulator.charged(order)).toEqual([123_400]);
  });

  test('ends typing with the keypad’s key, which pays nothing before they have read what it says', async ({
    link,
    donor,
    partner,
    emulator,
    page,
  }) => {
    const order = await link({ amount: 50 });
    await donor.open(order);
    await donor.enterCard(CARDS.pays);
    await donor.changeAmount('500');
    const { amount } = donor.fields;
    await amount.press('Enter');
    await expect(amount).not.toBeFocused();
    await expect(page.getByText('This is 10 times the suggested $50.')).toBeVisible();
    await donor.payButton.click();
    expect(await partner.waitFor(order.id, 'completed')).toMatchObject({ amount_paid: 500 });
    expect(await emulator.charged(order)).toEqual([50_000]);
  });

  test('finds it again after a reload, and once they have tried to pay it in another tab too', async ({
    link,
    donor,
    page,
  }) => {
    const order = await link({ amount: 50 });
    await donor.open(order);
    await donor.changeAmount('1,234');
    await page.reload();
    await expect(donor.fields.amount).toHaveValue('1,234');
    await expect(donor.payButton).toHaveText('Donate $1,234');
    await donor.choose('$100');
    await donor.payWith(CARDS.declined);
    await expect(donor.alert).toContainText('You were not charged');
    const other = await page.context().newPage();
    await other.goto(order.url);
    await expect(other.getByRole('radio', { name: '$100', exact: true })).toBeChecked();
    await expect(other.getByRole('button', { name: 'Donate $100' })).toBeVisible();
  });

  test('after typing the card keeps it, in another language too, and pays by three fields and one tap', {
    tag: '@gate',
  }, async ({ link, donor, page, partner, emulator }) => {
    const order = await link({ amount: 50 });
    await donor.open(order);
    await donor.enterCard(CARDS.pays);
    await page.evaluate(() => Reflect.set(window, 'isSame', true));
    await donor.changeAmount('1,234');
    await donor.fields.email.fill('rosa.kept@example.org');
    await page.getByRole('link', { name: 'Español' }).click();
    await expect(page.getByRole('document')).toHaveAttribute('lang', 'es');
    await expect(page.getByText('Tus datos')).toBeVisible();
    await expect(donor.fields.amount).toHaveValue(/^1.?234$/);
    await expect(donor.fields.email).toHaveValue('rosa.kept@example.org');
    await expect(donor.cardField('number')).toHaveValue('4242 4242 4242 4242');
    await expect(donor.cardField('expiry')).toHaveValue('12 / 34');
    await expect(donor.cardField('cvc')).toHaveValue('123');
    await expect(
      page.getByTitle('Secure payment input frame').contentFrame().getByText('Número de tarjeta'),
    ).toBeVisible();
    await expect(page).toHaveURL(/lang=es/);
    // The page is still the one that was opened.
    expect(await page.evaluate(() => Reflect.get(window, 'isSame'))).toBe(true);
    expect(await emulator.charged(order)).toEqual([]);
    await donor.pay();
    await expect(donor.thanks).toBeVisible();
    expect(await partner.waitFor(order.id, 'completed')).toMatchObject({ amount: 50, amount_paid: 1234 });
    expect(await emulator.charged(order)).toEqual([123_400]);
  });

  test('may choose another one where the processor refuses the amount that was asked', async ({
    link,
    donor,
    emulator,
  }) => {
    await emulator.control('stripe/limits', { currency: 'usd', min: 6_000 });
    const order = await link({ amount: 50 });
    await donor.open(order);
    await expect(donor.alert).toContainText('We cannot show the card form right now');
    await donor.choose('$100');
    await donor.payByCard('paid');
    expect(await emulator.charged(order)).toEqual([10_000]);
  });

  test('may name its currency beside it, and is asked what a word that multiplies it means', async ({
    link,
    donor,
    page,
    emulator,
  }) => {
    const order = await link({ country: 'CO', amount: 80_000 });
    await page.goto(`${order.url}&lang=es`);
    await donor.seeForm();
    await page.getByRole('radio', { name: 'Otro monto' }).check();
    const amount = page.getByLabel('Monto en pesos colombianos');
    await amount.fill('50 mil pesos');
    await amount.press('Tab');
    const asked = page.getByText(/^¿Quisiste decir \$\s50\.000\sCOP\? Si es así, escribe 50\.000\.$/);
    await expect(asked).toBeVisible();
    await expect(amount).toHaveAccessibleDescription(/Si es así, escribe 50\.000\./);
    await amount.fill('$ 50.000 pesos colombianos');
    await expect(asked).toBeHidden();
    await expect(page.getByText(/^Vas a donar \$\s50\.000\sCOP/)).toBeVisible();
    expect(await emulator.charged(order)).toEqual([]);
  });

  for (const [typed, message] of [
    ['fifty', 'Enter the amount in numbers, for example 50.'],
    ['12.50', 'Enter a whole amount without cents, for example 50.'],
    ['50k', 'Did you mean $50,000? If so, enter 50,000.'],
    ['50 M', 'Enter the amount in numbers, for example 50.'],
    ['€50', 'Donations here are in US dollars. Enter the amount in that currency, for example 50.'],
    ['5 50', 'Enter the amount without periods, commas or spaces, for example 50.'],
    ['', 'Enter an amount, or choose one of those suggested.'],
  ] as const) {
    test(`sees what is wrong with "${typed}", and nothing is charged`, async ({ link, donor, page, emulator }) => {
      const order = await link({ amount: 50 });
      await donor.open(order);
      await donor.enterCard(CARDS.pays);
      await page.getByRole('radio', { name: 'Other amount' }).check();
      await page.getByLabel(/^Amount in/).fill(typed);
      await donor.pay();
      const summary = donor.alert.filter({ hasText: 'Please check the following' });
      await expect(summary).toBeFocused();
      await summary.getByRole('link', { name: message }).click();
      await expect(page.getByLabel(/^Amount in/)).toBeFocused();
      await expect(page.getByLabel(/^Amount in/)).toHaveAttribute('aria-invalid', 'true');
      expect(await emulator.charged(order)).toEqual([]);
    });
  }
});
