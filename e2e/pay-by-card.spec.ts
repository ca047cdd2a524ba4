import { CARDS } from '#sdk/src/testing/cards.ts';
import { passSeconds, stopClock } from './support/clock.ts';
import { PARTNER_NAME } from './support/partner.ts';
import { expect, test } from './support/test.ts';

test.describe('a donation by card', () => {
  test('is confirmed on the page, to the polling partner and in a mail', { tag: '@gate' }, async ({
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
    const completedAt = Date.parse(paid.completed_at ?? '');
    expect(completedAt).toBeGreaterThan(Date.parse(order.created_at));
    expect(completedAt).toBeLessThanOrEqual(Date.now());
    const number = page.getByText(/^[2-9A-Z]{3}-[2-9A-Z]{3}-[2-9A-Z]{4}$/);
    await expect(number).toBeVisible();
    await expect(page.getByText('Visa ending in 4242')).toBeVisible();
    await expect(page.getByText('We sent your receipt to first.gift@example.org.')).toBeVisible();
    expect(await emulator.charged(order)).toEqual([5000]);

    const receipt = await mailbox.theMailTo('first.gift@example.org');
    expect(receipt.subject).toBe('Your donation of $50');
    for (const part of [paid.payment_id, (await number.textContent()) ?? 'no number'])
      expect(receipt.text).toContain(part);
  });

  test('shows the thanks again on a later visit, without asking for money', { tag: '@gate' }, async ({
    link,
    donor,
    page,
    partner,
  }) => {
    const order = await link();
    await donor.open(order);
    await donor.payByCard('paid');
    await partner.waitFor(order.id, 'completed');
    await donor.open(order);
    await expect(donor.thanks).toBeVisible();
    await expect(page.getByText('You gave')).toBeVisible();
    await expect(page.getByText('Visa ending in 4242')).toBeVisible();
    await expect(donor.payButton).toHaveCount(0);
    expect(await partner.askForIntent(order.id)).toMatchObject({
      status: 409,
      body: { code: 'checkout_link_not_payable', status_detail: 'completed' },
    });
  });

  test('returns the donor to the partner automatically, at exactly the given address', async ({
    link,
    donor,
    page,
    context,
  }) => {
    const success_url = 'https://partner.example/thanks?order=17';
    await context.route('https://partner.example/**', (route) => route.fulfill({ body: 'Back at the partner' }));
    await donor.open(await link({ success_url }));
    await donor.payByCard('paid');
    await expect(page.getByText(`You will return to ${PARTNER_NAME} in`)).toBeVisible();
    await page.waitForURL(success_url);
  });

  test('lets the donor stop the automatic return, and continue when ready', { tag: '@gate' }, async ({
    link,
    donor,
    page,
    context,
  }) => {
    const success_url = 'https://partner.example/thanks';
    await context.route('https://partner.example/**', (route) => route.fulfill({ body: 'Back at the partner' }));
    await page.clock.install();
    await donor.open(await link({ success_url }));
    await donor.payByCard('paid');
    await stopClock(page);
    await expect(page.getByRole('timer')).toBeVisible();
    await page.getByRole('button', { name: 'Stay on this page' }).click();
    await expect(page.getByText('You are staying on this page.')).toBeVisible();
    await expect(page.getByRole('timer')).toHaveCount(0);
    await passSeconds(page, 30);
    await expect(donor.thanks).toBeVisible();
    await page.getByRole('link', { name: `Return to ${PARTNER_NAME}` }).click();
    await page.waitForURL(success_url);
  });

  test('waits with the automatic return until the donor sees the thanks', async ({ link, donor, page, context }) => {
    const success_url = 'https://partner.example/thanks';
    await context.route('https://partner.example/**', (route) => route.fulfill({ body: 'Back at the partner' }));
    await page.addInitScript(() =>
      Object.defineProperty(Document.prototype, 'hidden', { get: () => document.title.startsWith('Thank you') }),
    );
    await page.clock.install();
    await donor.open(await link({ success_url }));
    await donor.payByCard('paid');
    await stopClock(page);
    const timer = page.getByRole('timer');
    const left = (await timer.textContent()) ?? '';
    await passSeconds(page, 30);
    await expect(timer).toHaveText(left);
    await page.evaluate(() => {
      document.title = 'In front';
    });
    await passSeconds(page, 14);
    await page.waitForURL(success_url);
  });

  test('does not redirect a donor who only opens a paid link again', async ({ link, donor, page }) => {
    const order = await link({ success_url: 'https://partner.example/thanks' });
    await page.clock.install();
    await donor.open(order);
    await donor.payByCard('paid');
    await stopClock(page);
    await expect(page.getByRole('timer')).toBeVisible();
    await page.clock.resume();
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
    await donor.payByCard('paid');
    await partner.waitFor(order.id, 'completed');
  });
});
