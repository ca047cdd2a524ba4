import { awayFrom } from '#sdk/src/testing/redirects.ts';
import { expect, test } from './support/test.ts';

/* Bank transfer and wallet with attempts that are orders (docs/gateways.md, C7). A donor sees no difference. */

test.use({ settings: { MERCADO_PAGO_CO_API: 'orders', MERCADO_PAGO_MX_API: 'orders' } });

test('a bank transfer that is declined, tried again and approved, completes its link', async ({
  link,
  donor,
  page,
  partner,
  mailbox,
}) => {
  const away = awayFrom(page);
  const order = await link({ country: 'CO', amount: 50_000 });
  await donor.open(order);
  await away.goToBank({ email: 'order@example.org' });
  await away.answer('Decline');
  await expect(page.getByRole('heading', { name: 'Your bank did not approve the transfer' })).toBeFocused();
  await page.getByRole('link', { name: 'Try the transfer again' }).click();
  await away.toBank.click();
  await away.answer('Approve');
  await expect(away.thanks).toBeVisible();
  const paid = await partner.waitFor(order.id, 'completed');
  expect(paid).toMatchObject({ amount_paid: 50_000, currency_paid: 'COP' });
  expect(await partner.payments(order.id)).toMatchObject([{ state: 'declined' }, { state: 'approved' }]);
  expect((await mailbox.theMailTo('order@example.org')).text).toContain(paid.payment_id);
});

test('a wallet payment completes its link', async ({ link, donor, partner, emulator }) => {
  const order = await link({ country: 'MX', amount: 250 });
  await donor.open(order);
  await donor.payByWallet('wallet_paid', { email: 'wallet-order@example.org' });
  expect(await partner.waitFor(order.id, 'completed')).toMatchObject({ amount_paid: 250, currency_paid: 'MXN' });
  expect(await emulator.transfersOf(order, 'mercado-pago-mx')).toMatchObject([
    { status: 'approved', external_reference: expect.stringMatching(new RegExp(`^${order.id}-pay_`)) },
  ]);
});
