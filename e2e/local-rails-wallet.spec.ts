import { awayFrom } from '#sdk/src/testing/redirects.ts';
import { barriers, overflow } from './support/accessibility.ts';
import { expect, test } from './support/test.ts';

const MEXICO = { country: 'MX', amount: 250 } as const;
const ACCOUNT = 'mercado-pago-mx';

test.describe('a donation with the wallet', () => {
  test('is approved, and then shown to the donor, the partner and in a mail', { tag: '@gate' }, async ({
    link,
    donor,
    page,
    partner,
    mailbox,
  }) => {
    const order = await link(MEXICO);
    await donor.open(order);
    await expect(page.getByRole('radio', { name: 'Card' })).toHaveCount(0);
    expect(await barriers(page)).toEqual([]);
    await donor.payByWallet('wallet_paid', { email: 'wallet@example.org' });
    const paid = await partner.waitFor(order.id, 'completed');
    expect(paid).toMatchObject({ amount_paid: 250, currency_paid: 'MXN' });
    expect((await mailbox.theMailTo('wallet@example.org')).text).toContain(paid.payment_id);
  });

  test('takes the amount that the donor chose, without asking for an email', async ({ link, donor, page, partner }) => {
    const away = awayFrom(page);
    const order = await link(MEXICO);
    await donor.open(order);
    await expect(away.toWallet).toBeEnabled();
    await page.getByRole('radio', { name: 'Other amount' }).check();
    await page.getByLabel('Amount in').fill('320');
    await expect(away.toWallet).toHaveText('Continue to Mercado Pago MX$320');
    await donor.payByWallet('wallet_paid');
    expect(await partner.waitFor(order.id, 'completed')).toMatchObject({ amount: 250, amount_paid: 320 });
  });

  test('is pending, and the waiting page changes to thanks', async ({ link, donor, page, partner, emulator }) => {
    const away = awayFrom(page);
    const order = await link(MEXICO);
    await donor.open(order);
    await away.goToWallet();
    await away.answer('Leave pending');
    await page.getByRole('link', { name: 'Back to the merchant' }).click();
    await expect(away.walletIsSilent).toBeVisible();
    expect(await barriers(page)).toEqual([]);
    await page.setViewportSize({ width: 320, height: 640 });
    expect(await overflow(page)).toBe(0);
    expect((await partner.readLink(order.id)).status).toBe('open');
    const [payment] = await emulator.transfersOf(order, ACCOUNT);
    await emulator.control(`${ACCOUNT}/approve`, { payment_id: payment?.id });
    await expect(away.thanks).toBeFocused();
    expect(await partner.waitFor(order.id, 'completed')).toMatchObject({ amount_paid: 250 });
  });

  test('is rejected at the wallet and tried again there', async ({ link, donor, page, partner, emulator }) => {
    const away = awayFrom(page);
    const order = await link(MEXICO);
    await donor.open(order);
    await away.goToWallet();
    await away.answer('Reject payment');
    await expect(page.getByText('The payment was rejected')).toBeVisible();
    await away.answer('Pay');
    await expect(away.thanks).toBeVisible();
    await partner.waitFor(order.id, 'completed');
    const states = (await emulator.transfersOf(order, ACCOUNT)).map(({ status }) => status);
    expect(states).toEqual(['rejected', 'approved']);
    expect(await partner.payments(order.id)).toMatchObject([{ state: 'approved', amount: 250 }]);
  });

  test('is cancelled: nothing was taken, and the donor can continue or start over', async ({
    link,
    donor,
    page,
    partner,
    emulator,
  }) => {
    const away = awayFrom(page);
    const order = await link(MEXICO);
    await donor.open(order);
    await away.goToWallet();
    await away.answer('Cancel and return to the merchant');
    await expect(away.walletIsUnpaid).toBeVisible();
    await expect(page.getByText('you were not charged')).toBeVisible();
    await donor.open(order);
    await expect(away.walletIsUnpaid).toBeVisible();
    expect(await barriers(page)).toEqual([]);
    await page.getByRole('button', { name: 'Continue at Mercado Pago' }).click();
    await expect(page.getByRole('heading', { name: 'Review your payment' })).toBeVisible();
    await away.answer('Cancel and return to the merchant');
    await expect(page.getByText(/another way/)).toHaveCount(0);
    await page.getByRole('link', { name: 'Start again' }).click();
    await away.toWallet.click();
    await away.answer('Pay');
    await expect(away.thanks).toBeVisible();
    await partner.waitFor(order.id, 'completed');
    expect(await emulator.transfersOf(order, ACCOUNT)).toMatchObject([{ status: 'approved' }]);
  });

  test('is rejected and left by the donor: a rejection is shown differently from a missing answer, on return and in a new page', {
    tag: '@gate',
  }, async ({ link, donor, page, emulator }) => {
    const away = awayFrom(page);
    const order = await link(MEXICO);
    await donor.open(order);
    await away.goToWallet();
    await away.answer('Reject payment');
    await expect(page.getByText('The payment was rejected')).toBeVisible();
    await page.goto(order.url.replace('/checkout?', '/checkout/return?'));
    await expect(page.getByRole('heading', { name: 'Mercado Pago did not approve the payment' })).toBeVisible();
    await expect(page.getByText('You were not charged.')).toBeVisible();
    await donor.open(order);
    await expect(donor.alert).toContainText('Mercado Pago did not approve the payment');
    await expect(donor.alert).toContainText('You were not charged.');
    await away.toWallet.click();
    await away.answer('Pay');
    await expect(away.thanks).toBeVisible();
    const states = (await emulator.transfersOf(order, ACCOUNT)).map(({ status }) => status);
    expect(states).toEqual(['rejected', 'approved']);
  });

  test('completes on the donor’s return when no webhooks arrive', async ({ link, donor, partner, emulator }) => {
    await emulator.control(`${ACCOUNT}/webhooks`, { drop: true });
    const order = await link(MEXICO);
    await donor.open(order);
    await donor.payByWallet('wallet_paid');
    expect(await partner.readLink(order.id)).toMatchObject({ status: 'completed', amount_paid: 250 });
  });
});
