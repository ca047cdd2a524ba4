import { awayFrom } from '#sdk/src/testing/redirects.ts';
import { makeJobDue } from '#testing/jobs.ts';
import { passSeconds } from './support/clock.ts';
import { expect, test } from './support/test.ts';

const COLOMBIA = { country: 'CO', amount: 50_000 } as const;
const NO_MONEY = 'You were not charged.';
const RECEIPT_NUMBER = /^[0-9A-Z]{3}-[0-9A-Z]{3}-[0-9A-Z]{4}$/;

test.describe('a donation by bank transfer', () => {
  test('is approved at the bank, and then shown to the donor, the partner and in a mail', {
    tag: '@gate',
  }, async ({ link, donor, page, partner, emulator, mailbox }) => {
    const away = awayFrom(page);
    const order = await link(COLOMBIA);
    await donor.open(order);
    await away.chooseTransfer();
    await expect(page.getByText('By bank transfer you can give from COP 1,600 to')).toBeVisible();
    await away.goToBank({ email: 'transfer@example.org' });
    await expect(page.getByText('Bancolombia').first()).toBeVisible();
    await away.answer('Approve');
    await expect(away.thanks).toBeVisible();

    const paid = await partner.waitFor(order.id, 'completed');
    expect(paid).toMatchObject({ amount_paid: 50_000, currency_paid: 'COP' });
    const number = (await page.getByText(RECEIPT_NUMBER).textContent()) ?? '';
    expect(await emulator.transfersOf(order)).toMatchObject([{ status: 'approved', transaction_amount: 50_000 }]);
    expect(await partner.payments(order.id)).toMatchObject([{ state: 'approved', amount: 50_000 }]);
    const receipt = await mailbox.theMailTo('transfer@example.org');
    expect(receipt.text).toContain('Hello Rosa María Díaz Núñez');
    expect(receipt.text).toContain(number);
    // Forgotten once the scripts run, which the thanks does not wait for.
    await expect.poll(() => page.evaluate(() => sessionStorage.length)).toBe(0);
  });

  test('leads back to the partner by itself once: whoever opens the page again stays there', async ({
    link,
    donor,
    page,
    context,
    instance,
  }) => {
    const success_url = 'https://partner.example/thanks';
    await context.route('https://partner.example/**', (route) => route.fulfill({ body: 'Back at the partner' }));
    const away = awayFrom(page);
    const order = await link({ ...COLOMBIA, success_url });
    await donor.open(order);
    await donor.payByBankTransfer('bank_approved');
    await page.waitForURL(success_url);
    await page.clock.install();
    for (const again of ['reloaded', 'reloaded once more']) {
      await page.goto(`${instance.baseUrl}/checkout/return?ref=${order.id}&again=${encodeURIComponent(again)}`);
      await expect(away.thanks).toBeVisible();
      await expect(page.getByText('You are staying on this page.')).toBeVisible();
      await expect(page.getByRole('timer')).toHaveCount(0);
      await passSeconds(page, 60);
      await expect(away.thanks).toBeVisible();
    }
  });

  test('is declined at the bank: no money was taken, and the donor tries again without typing anything again', {
    tag: '@gate',
  }, async ({ link, donor, page, partner, emulator }) => {
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
    await expect(away.step('3 of 3 Review and continue')).toBeVisible();
    for (const typed of ['Bancolombia', 'Rosa María Díaz Núñez', '1.020.304.050', 'Chicó', 'rosa@example.org'])
      await expect(page.getByRole('definition').filter({ hasText: typed })).toBeVisible();
    await away.toBank.click();
    await away.answer('Approve');
    await expect(away.thanks).toBeVisible();
    await partner.waitFor(order.id, 'completed');
    expect((await emulator.transfersOf(order)).map(({ status }) => status)).toEqual(['rejected', 'approved']);
  });

  for (const answer of ['Approve', 'Leave without paying'] as const)
    test(`whose cause stops before the donor chooses “${answer}” takes nothing, and offers no other try`, async ({
      link,
      donor,
      page,
      partner,
      instance,
      emulator,
    }) => {
      const away = awayFrom(page);
      const { key } = await partner.publishCause({ title: 'Stopped', country: 'CO', currency: 'COP' });
      const order = await link({ ...COLOMBIA, cause: key });
      await donor.open(order);
      await away.goToBank();
      await instance.operate('cause', 'update', { key, state: 'paused' });
      await expect.poll(async () => (await emulator.transfersOf(order))[0]?.status).toBe('cancelled');
      await away.answer(answer);
      await expect(page.getByRole('heading', { name: 'This cause is not accepting donations' })).toBeFocused();
      await expect(page.getByText(NO_MONEY)).toBeVisible();
      await expect(page.getByRole('link', { name: 'Try the transfer again' })).toHaveCount(0);
    });

  test('is declined, and the card is one press away', async ({ link, donor, page }) => {
    const away = awayFrom(page);
    await donor.open(await link(COLOMBIA));
    await away.goToBank();
    await away.answer('Bank error');
    await page.getByRole('link', { name: 'Pay by card instead' }).click();
    await expect(page.getByRole('radio', { name: 'Card' })).toBeChecked();
    // The bank's form asked for it.
    await expect(page.getByLabel('Your name (optional)')).toHaveValue('Rosa María Díaz Núñez');
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
    await expect(page.getByText('You can safely close this page')).toBeVisible();
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

  test('is started over: the first payment is cancelled before the second is made', async ({
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
    await page.getByRole('radio', { name: /\(PSE\)$/ }).check();
    await page.getByRole('button', { name: 'Change Bank', exact: true }).click();
    await away.bankField.selectOption({ label: 'NEQUI' });
    await away.continueButton.click();
    await away.toBank.click();
    await away.answer('Approve');
    await expect(away.thanks).toBeVisible();
    await partner.waitFor(order.id, 'completed');
    expect((await emulator.transfersOf(order)).map(({ status }) => status)).toEqual(['cancelled', 'approved']);
  });

  test('is approved after the donor closed the tab: it counts, and the receipt is mailed', async ({
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

  test('completes on the donor’s return when the bank sends no webhook', { tag: '@gate' }, async ({
    link,
    donor,
    partner,
    emulator,
  }) => {
    await emulator.control('mercado-pago-co/webhooks', { drop: true });
    const order = await link(COLOMBIA);
    await donor.open(order);
    await donor.payByBankTransfer('bank_approved');
    expect(await partner.readLink(order.id)).toMatchObject({ status: 'completed', amount_paid: 50_000 });
  });

  test('completes by a scheduled sync when neither the bank nor the donor reports it', async ({
    link,
    donor,
    page,
    instance,
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
    const [payment] = await partner.payments(order.id);
    await makeJobDue(instance, 'watch_attempt', payment?.id);
    await partner.waitFor(order.id, 'completed');
  });

  test('is approved on a cancelled link: it is refunded, and the page says so once it is', { tag: '@gate' }, async ({
    link,
    emulator,
    mailbox,
    partner,
    instance,
    donor,
    page,
  }) => {
    const away = awayFrom(page);
    const order = await link(COLOMBIA);
    await donor.open(order);
    await away.goToBank({ email: 'cancelled@example.org' });
    await instance.operate('link', 'cancel', { id: order.id });
    await emulator.control('mercado-pago-co/switches', { lateApproval: true });
    await page.reload();
    await away.answer('Approve');
    await expect(page.getByRole('heading', { name: 'This donation was canceled' })).toBeVisible();
    expect((await mailbox.theMailTo('cancelled@example.org')).subject).toContain('We refunded');
    await page.reload();
    await expect(page.getByRole('heading', { name: 'COP 50,000 was refunded' })).toBeVisible();
    await expect(page.getByText(NO_MONEY)).toHaveCount(0);
    expect(await partner.payments(order.id)).toMatchObject([{ state: 'refunded', amount: 50_000 }]);
    expect(await partner.readLink(order.id)).not.toHaveProperty('amount_paid');
  });
});
