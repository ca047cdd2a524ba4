import { CARDS } from '#sdk/src/testing/cards.ts';
import { barriers } from './support/accessibility.ts';
import { expect, test } from './support/test.ts';

test.describe('a browser that has Apple Pay or Google Pay', () => {
  test.beforeEach(({ emulator }) => emulator.control('stripe/wallet', { on: true }));

  test('pays what the page shows by one tap and the sheet, and the receipt goes to the wallet’s email', async ({
    link,
    donor,
    page,
    partner,
    emulator,
    mailbox,
  }) => {
    await emulator.control('stripe/wallet', {
      on: true,
      name: 'Wanda Wallet',
      email: 'wanda.tap@example.org',
    });
    const order = await link({ amount: 50 });
    await donor.open(order);
    await expect(page.getByText('we will use the ones from your wallet')).toBeVisible();
    expect(await barriers(page)).toEqual([]);
    await donor.walletButton.click();
    await expect(donor.walletSheet.getByText('USD 50.00')).toBeVisible();
    await donor.walletSheet.getByRole('button', { name: 'Pay', exact: true }).click();
    await expect(donor.thanks).toBeVisible();
    expect(await partner.waitFor(order.id, 'completed')).toMatchObject({ amount_paid: 50 });
    expect(await emulator.charged(order)).toEqual([5000]);
    await mailbox.theMailTo('wanda.tap@example.org');
  });

  test('is cancelled without a trace, or declined without a charge; then it pays the amount that was chosen meanwhile', async ({
    link,
    donor,
    page,
    partner,
    emulator,
  }) => {
    const order = await link({ amount: 50 });
    await donor.open(order);
    await donor.walletButton.click();
    await donor.walletSheet.getByRole('button', { name: 'Cancel' }).click();
    await expect(page.getByRole('dialog')).toHaveCount(0);
    await expect(donor.alert).toHaveCount(0);
    await expect(donor.payButton).toHaveAttribute('aria-disabled', 'false');

    await donor.walletButton.click();
    await donor.walletSheet.getByRole('button', { name: 'Pay with a card that is declined' }).click();
    await expect(donor.alert).toContainText('You were not charged.');
    expect(await emulator.charged(order)).toEqual([]);

    await donor.choose('$100');
    await donor.walletButton.click();
    await expect(donor.walletSheet.getByText('USD 100.00')).toBeVisible();
    await donor.walletSheet.getByRole('button', { name: 'Pay', exact: true }).click();
    await expect(donor.thanks).toBeVisible();
    expect(await partner.waitFor(order.id, 'completed')).toMatchObject({ amount: 50, amount_paid: 100 });
    expect(await emulator.charged(order)).toEqual([10_000]);
  });

  test('opens no sheet for a form that cannot be sent, and says what is wrong', async ({ link, donor, page }) => {
    await donor.open(await link());
    await donor.fields.email.fill('ana at example');
    await donor.walletButton.click();
    await expect(donor.alert.filter({ hasText: 'Please check the following' })).toBeFocused();
    await expect(page.getByRole('dialog')).toHaveCount(0);
  });
});

test('a browser without a wallet shows no trace of one, and the form stands where it stood', async ({
  link,
  donor,
  page,
}) => {
  await donor.open(await link());
  await donor.enterCard(CARDS.pays);
  await expect(page.getByText('we will use the ones from your wallet')).toHaveCount(0);
  await expect(page.getByTitle('Secure express checkout frame')).toBeHidden();
  await donor.pay();
  await expect(donor.thanks).toBeVisible();
});
