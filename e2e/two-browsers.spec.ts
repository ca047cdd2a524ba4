import { CARDS } from '#sdk/src/testing/cards.ts';
import { donorAt } from '#sdk/src/testing/donor.ts';
import { expect, test } from './support/test.ts';

const ANA = { name: 'Ana Gómez', email: 'ana@example.org' };

test.describe('a link open in two browsers', () => {
  test('shows what a donor typed in that browser only, and each browser pays the amount that it shows', {
    tag: '@gate',
  }, async ({ link, donor, context, browser, emulator, mailbox }) => {
    const order = await link({ amount: 50 });
    await donor.open(order);
    await donor.choose('$100');
    await donor.fields.name.fill(ANA.name);
    await donor.fields.email.fill(ANA.email);
    await donor.payWith(CARDS.declined);
    await expect(donor.alert).toContainText('You were not charged');

    const tab = donorAt(await context.newPage());
    await tab.open(order);
    await expect(tab.payButton).toHaveText('Donate $100');
    await expect(tab.fields.name).toHaveValue(ANA.name);
    await expect(tab.fields.email).toHaveValue(ANA.email);

    const other = donorAt(await browser.newPage());
    await other.open(order);
    await expect(other.payButton).toHaveText('Donate $50');
    await expect(other.fields.name).toHaveValue('');
    await expect(other.fields.email).toHaveValue('');
    expect(await other.page.content()).not.toMatch(/Ana Gómez|ana@example\.org/);

    // The payment that it found was the first donor's, which is cancelled.
    await other.fields.email.fill('bruno@example.org');
    await other.payWith(CARDS.pays);
    await expect(other.thanks).toBeVisible();
    await expect(other.page.getByRole('link', { name: /your receipt/ })).toBeVisible();
    expect(await emulator.charged(order)).toEqual([5000]);
    await mailbox.theMailTo('bruno@example.org');

    await donor.page.reload();
    await expect(donor.page.getByRole('heading', { name: 'This donation was completed' })).toBeVisible();
    await expect(donor.thanks).toHaveCount(0);
    await expect(donor.page.getByRole('link', { name: /receipt/ })).toHaveCount(0);
    await other.page.close();

    await donor.page.getByRole('link', { name: 'Donate to this cause' }).click();
    await donor.page.getByRole('button', { name: 'Donate', exact: true }).click();
    await expect(donor.payButton).toBeEnabled();
  });

  test('continues on another device with the amount alone while nothing is paid', async ({
    link,
    donor,
    browser,
    emulator,
  }) => {
    const order = await link({ amount: 50, email: 'minted@example.org' });
    await donor.open(order);
    await donor.seeCardForm();
    const phone = donorAt(await browser.newPage());
    await phone.open(order);
    await expect(phone.fields.email).toHaveValue('minted@example.org');
    await phone.payWith(CARDS.pays);
    await expect(phone.thanks).toBeVisible();
    expect(await emulator.charged(order)).toEqual([5000]);
    await phone.page.close();
  });
});

test('a browser that blocks cookies sees that one is needed, before anything is charged', async ({
  link,
  donor,
  page,
  emulator,
}) => {
  await page.addInitScript(() => Object.defineProperty(Navigator.prototype, 'cookieEnabled', { get: () => false }));
  const order = await link();
  await donor.open(order);
  await donor.payWith(CARDS.pays);
  await expect(page.getByText(/^Your browser is blocking cookies/)).toBeVisible();
  expect(await emulator.charged(order)).toEqual([]);
});
