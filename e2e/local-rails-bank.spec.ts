import { awayFrom } from './support/local-rails.ts';
import { expect, test } from './support/test.ts';

const COLOMBIA = { country: 'CO', amount: 50_000 } as const;
const NO_MONEY = 'No money was taken.';

test.describe('a donation by bank transfer', () => {
  test('is approved at the bank, thanked for, told to the partner and confirmed by mail', async ({
    link,
    donor,
    page,
    partner,
    emulator,
    mailbox,
  }) => {
    const away = awayFrom(page);
    const order = await link(COLOMBIA);
    await donor.open(order);
    await expect(page.getByRole('radio', { name: 'Bank transfer (PSE)' })).toBeChecked();
    await expect(page.getByText('By bank transfer you can give from COP 1,600 to')).toBeVisible();
    await away.goToBank({ email: 'transfer@example.org' });
    await expect(page.getByText('Bancolombia').first()).toBeVisible();
    await away.answer('Approve');
    await expect(away.thanks).toBeVisible();

    const paid = await partner.waitFor(order.id, 'completed');
    expect(paid).toMatchObject({ amount_paid: 50_000, currency_paid: 'COP' });
    await expect(page.getByText(paid.payment_id ?? '')).toBeVisible();
    expect(await emulator.transfersOf(order)).toMatchObject([
      { status: 'approved', transaction_amount: 50_000 },
    ]);
    expect(await partner.payments(order.id)).toMatchObject([{ state: 'approved', amount: 50_000 }]);
    const receipt = await mailbox.theMailTo('transfer@example.org');
    expect(receipt.text).toContain('Hello Rosa María Díaz Núñez');
    expect(receipt.text).toContain(paid.payment_id);
    expect(await page.evaluate(() => sessionStorage.length)).toBe(0);
  });

  test('is declined at the bank: no money was taken, and the donor tries again without typing all of it again', async ({
    link,
    donor,
    page,
    partner,
    emulator,
  }) => {
    const away = awayFrom(page);
    const order = await link(COLOMBIA);
    await donor.open(order);
    await away.goToBank();
    await away.answer('Decline');
    await expect(page.getByRole('heading', { name: 'Your bank did not approve the transfer' })).toBeFocused();
    await expect(page.getByText(NO_MONEY)).toBeVisible();
    await expect(page.getByText('rejected_by_bank')).toHaveCount(0);
    expect((await partner.readLink(order.id)).status).toBe('open');

    await page.getByRole('link', { name: 'Try the transfer again' }).click();
    await expect(page.getByLabel('Neighbourhood')).toHaveValue('Chicó');
    await expect(page.getByLabel('Email', { exact: true })).toHaveValue('rosa@example.org');
    await expect(page.getByLabel('Document number')).toHaveValue('');
    await page.getByLabel('Document number').fill('1020304050');
    await away.toBank.click();
    await away.answer('Approve');
    await expect(away.thanks).toBeVisible();
    await partner.waitFor(order.id, 'completed');
    expect((await emulator.transfersOf(order)).map(({ status }) => status)).toEqual(['rejected', 'approved']);
  });

  test('is declined, and the card is a click away', async ({ link, donor, page }) => {
    const away = awayFrom(page);
    await donor.open(await link(COLOMBIA));
    await away.goToBank();
    await away.answer('Bank error');
    await page.getByRole('link', { name: 'Pay by card instead' }).click();
    await expect(page.getByRole('radio', { name: 'Card' })).toBeChecked();
    await expect(donor.payButton).toHaveText('Donate COP 50,000');
  });

  test('is left undecided: the page waits, is safe to close, and leads back to the same payment', async ({
    link,
    donor,
    page,
    partner,
    emulator,
  }) => {
    const away = awayFrom(page);
    const order = await link(COLOMBIA);
    await donor.open(order);
    await away.goToBank();
    await away.answer('Leave without paying');
    await expect(away.bankIsSilent).toBeVisible();
    await expect(page.getByText('It is safe to close this page')).toBeVisible();
    await expect(page.getByText('Your receipt is sent')).toBeVisible();

    await donor.open(order);
    await expect(away.bankIsSilent).toBeVisible();
    await expect(away.form).toHaveCount(0);
    await page.getByRole('button', { name: 'Continue at your bank' }).click();
    await away.answer('Approve');
    await expect(away.thanks).toBeVisible();
    await partner.waitFor(order.id, 'completed');
    expect(await emulator.transfersOf(order)).toHaveLength(1);
  });

  test('is started over: the first payment is called off before another is made', async ({
    link,
    donor,
    page,
    partner,
    emulator,
  }) => {
    const away = awayFrom(page);
    const order = await link(COLOMBIA);
    await donor.open(order);
    await away.goToBank();
    await page.goBack();
    await expect(away.bankIsSilent).toBeVisible();
    await page.getByRole('button', { name: 'Pay another way' }).click();
    await away.goToBank({ bank: 'NEQUI' });
    await away.answer('Approve');
    await expect(away.thanks).toBeVisible();
    await partner.waitFor(order.id, 'completed');
    expect((await emulator.transfersOf(order)).map(({ status }) => status)).toEqual([
      'cancelled',
      'approved',
    ]);
  });

  test('is approved after the donor closed the tab: it counts, and the receipt comes by mail', async ({
    link,
    donor,
    page,
    partner,
    emulator,
    mailbox,
  }) => {
    const away = awayFrom(page);
    const order = await link(COLOMBIA);
    await donor.open(order);
    await away.goToBank({ email: 'closed@example.org' });
    await page.close();
    const [transfer] = await emulator.transfersOf(order);
    await emulator.control('mercado-pago-co/approve', { payment_id: transfer?.id });
    expect(await partner.waitFor(order.id, 'completed')).toMatchObject({ amount_paid: 50_000 });
    expect((await mailbox.theMailTo('closed@example.org')).text).toContain('50,000');
  });

  test('completes by the donor’s return when the bank sends no word at all', async ({
    link,
    donor,
    page,
    partner,
    emulator,
  }) => {
    await emulator.control('mercado-pago-co/webhooks', { drop: true });
    const away = awayFrom(page);
    const order = await link(COLOMBIA);
    await donor.open(order);
    await away.goToBank();
    await away.answer('Approve');
    await expect(away.thanks).toBeVisible();
    expect(await partner.readLink(order.id)).toMatchObject({ status: 'completed', amount_paid: 50_000 });
  });

  test('completes by the service asking when neither the bank nor the donor says a word', async ({
    link,
    donor,
    page,
    partner,
    emulator,
  }) => {
    await emulator.control('mercado-pago-co/webhooks', { drop: true });
    const away = awayFrom(page);
    const order = await link(COLOMBIA);
    await donor.open(order);
    await away.goToBank();
    await page.close();
    const [transfer] = await emulator.transfersOf(order);
    await emulator.control('mercado-pago-co/approve', { payment_id: transfer?.id });
    const status = async () => (await partner.readLink(order.id)).status;
    await expect.poll(status, { timeout: 35_000 }).toBe('completed');
  });
});
