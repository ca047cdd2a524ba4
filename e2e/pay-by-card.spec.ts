import { CARDS } from './support/donor.ts';
import { PARTNER_NAME } from './support/partner.ts';
import { expect, test } from './support/test.ts';

test.describe('a donation by card', () => {
  test('is thanked for, told to the partner who polls, and confirmed by mail', async ({
    link,
    donor,
    partner,
    mailbox,
    emulator,
    page,
  }) => {
    const order = await link({
      amount: 50,
      external_reference: 'order-17',
      metadata: { campaign: 'spring' },
    });
    await donor.open(order);
    await expect(page.getByText('This is a test page. No money will be taken.')).toBeVisible();
    await expect(page.getByRole('heading', { level: 1, name: 'A well for San Mateo' })).toBeVisible();
    await page.getByLabel('Your name (optional)').fill('Rosa Díaz');
    await page.getByLabel('Email (optional)').fill('first.gift@example.org');
    await donor.enterCard(CARDS.pays);
    await expect(donor.payButton).toHaveText('Donate $50');
    await donor.pay();
    await expect(donor.thanks).toBeVisible();
    await expect(donor.thanks).toBeFocused();

    const paid = await partner.waitFor(order.id, 'completed');
    expect(paid).toMatchObject({ amount: 50, amount_paid: 50, currency_paid: 'USD' });
    expect(paid).toMatchObject({ external_reference: 'order-17', metadata: { campaign: 'spring' } });
    expect(paid.payment_id).toMatch(/^pay_/);
    expect(Math.abs(Date.now() - Date.parse(paid.completed_at ?? ''))).toBeLessThan(60_000);
    await expect(page.getByText(paid.payment_id ?? '')).toBeVisible();
    expect(await emulator.charged(order)).toEqual([5000]);

    const receipt = await mailbox.theMailTo('first.gift@example.org');
    expect(receipt.subject).toBe('Your donation of $50');
    expect(receipt.text).toContain(paid.payment_id);
  });

  test('shows the thanks again to whoever comes back later, without asking for money', async ({
    link,
    donor,
    page,
    partner,
  }) => {
    const order = await link();
    await donor.open(order);
    await donor.payWith(CARDS.pays);
    await expect(donor.thanks).toBeVisible();
    const { payment_id } = await partner.waitFor(order.id, 'completed');
    await donor.open(order);
    await expect(donor.thanks).toBeVisible();
    await expect(page.getByText('You gave')).toBeVisible();
    await expect(page.getByText(payment_id ?? '')).toBeVisible();
    await expect(donor.payButton).toHaveCount(0);
    expect(await partner.askForIntent(order.id)).toMatchObject({
      status: 409,
      body: { code: 'checkout_link_not_payable', status_detail: 'completed' },
    });
  });

  test('takes the donor back to the partner by itself, at the address exactly as it was given', async ({
    link,
    donor,
    page,
    context,
  }) => {
    const success_url = 'https://partner.example/thanks?order=17';
    await context.route('https://partner.example/**', (route) =>
      route.fulfill({ body: 'Back at the partner' }),
    );
    await donor.open(await link({ success_url }));
    await donor.payWith(CARDS.pays);
    await expect(donor.thanks).toBeVisible();
    await expect(page.getByText(`You return to ${PARTNER_NAME} in`)).toBeVisible();
    await page.waitForURL(success_url, { timeout: 20_000 });
  });

  test('lets the donor stop the return, and go when they are ready', async ({
    link,
    donor,
    page,
    context,
  }) => {
    const success_url = 'https://partner.example/thanks';
    await context.route('https://partner.example/**', (route) =>
      route.fulfill({ body: 'Back at the partner' }),
    );
    await donor.open(await link({ success_url }));
    await donor.payWith(CARDS.pays);
    await page.getByRole('button', { name: 'Stay on this page' }).click();
    await expect(page.getByText('You stay here.')).toBeVisible();
    await expect(page.getByRole('timer')).toHaveCount(0);
    await page.getByRole('link', { name: `Return to ${PARTNER_NAME}` }).click();
    await page.waitForURL(success_url);
  });

  test('does not send a donor away who only looks at a paid link again', async ({ link, donor, page }) => {
    const order = await link({ success_url: 'https://partner.example/thanks' });
    await donor.open(order);
    await donor.payWith(CARDS.pays);
    await expect(donor.thanks).toBeVisible();
    await donor.open(order);
    await expect(page.getByRole('link', { name: `Return to ${PARTNER_NAME}` })).toBeVisible();
    await expect(page.getByRole('timer')).toHaveCount(0);
  });

  test('waits for a donor who takes their time', async ({ link, donor, page, partner }) => {
    await page.clock.install();
    const order = await link();
    await donor.open(order);
    await donor.seeCardForm();
    await page.clock.fastForward('30:00');
    await donor.payWith(CARDS.pays);
    await expect(donor.thanks).toBeVisible();
    await partner.waitFor(order.id, 'completed');
  });
});
