import { barriers, overflow } from './support/accessibility.ts';
import { CARDS } from './support/donor.ts';
import { isOver, test } from './support/hurried.ts';
import { expect } from './support/test.ts';

const NO_MONEY = 'No money was taken.';

test.describe('a link whose time is over', () => {
  test('says so under a page that stayed open, and charges nothing', async ({ hurried, donor, page }) => {
    const order = await hurried.link();
    await donor.open(order);
    await donor.seeCardForm();
    await expect(page.getByRole('heading', { name: 'This donation link has expired' })).toBeVisible({
      timeout: 20_000,
    });
    await expect(page.getByText(NO_MONEY)).toBeVisible();
    await expect(donor.payButton).toHaveCount(0);
    expect((await hurried.partner.readLink(order.id)).status).toBe('expired');
    expect(await hurried.partner.askForIntent(order.id)).toMatchObject({
      status: 409,
      body: { code: 'checkout_link_not_payable', status_detail: 'expired' },
    });
    expect(await hurried.emulator.charged(order)).toEqual([]);
  });

  test('gives money back that arrives after it, and says so only once it is back', async ({
    hurried,
    donor,
    page,
  }) => {
    const { partner, emulator, mailbox } = hurried;
    await emulator.control('stripe/refunds', { mode: 'pending' });
    const order = await hurried.link();
    await donor.open(order);
    await page.getByLabel('Email (optional)').fill('late@example.org');
    await donor.payWith(CARDS.asksForApproval);
    const { id } = await emulator.intentIn('requires_action', order);
    await page.goto('about:blank');
    // At the end of a link its payment is called off; here the processor does not listen just then.
    const deaf = { kind: 'status', status: 500, times: 1000, method: 'POST', path: '/cancel$' };
    await emulator.control('stripe/fail', deaf);
    await isOver(order);
    await emulator.control('stripe/authenticate', { payment_intent: id, outcome: 'complete' });
    await emulator.control('stripe/gateway_up');
    const states = async () => (await partner.payments(order.id)).map(({ state }) => state);
    await expect.poll(states).toEqual(['refund_due']);
    await donor.open(order);
    await expect(page.getByRole('heading', { name: 'This donation link has expired' })).toBeVisible();
    await expect(page.getByRole('heading', { name: 'We are giving $50 back' })).toBeVisible();
    await expect(page.getByText(NO_MONEY)).toHaveCount(0);
    expect(await mailbox.to('late@example.org')).toEqual([]);

    const { data } = await emulator.read<{ data: { id: string }[] }>(`/v1/refunds?payment_intent=${id}`);
    await emulator.control('stripe/settle_refund', { refund: data[0]?.id, outcome: 'succeeded' });
    expect((await mailbox.theMailTo('late@example.org')).subject).toContain('We gave back $50');
    await page.reload();
    await expect(page.getByRole('heading', { name: '$50 was given back' })).toBeVisible();
    expect(await partner.readLink(order.id)).toMatchObject({ status: 'expired' });
    expect(await partner.readLink(order.id)).not.toHaveProperty('amount_paid');
    await emulator.rest();
  });

  for (const [locale, title] of [
    ['en', 'This donation link has expired'],
    ['es', 'Este enlace de donación venció'],
    ['pt', 'Este link de doação expirou'],
  ] as const) {
    test(`is readable by everybody in ${locale}`, async ({ hurried, page }) => {
      const { url } = await hurried.expiredLink();
      await page.goto(`${url}&lang=${locale}`);
      await expect(page.getByRole('heading', { name: title })).toBeVisible();
      expect(await barriers(page)).toEqual([]);
      await page.setViewportSize({ width: 320, height: 640 });
      expect(await overflow(page)).toBe(0);
    });
  }

  test.describe('without JavaScript', () => {
    test.use({ javaScriptEnabled: false });

    test('says so, until when it was open, and that no money was taken', async ({ hurried, page }) => {
      await page.goto((await hurried.expiredLink()).url);
      await expect(page.getByRole('heading', { name: 'This donation link has expired' })).toBeVisible();
      await expect(page.getByText(/^It was open until .+ \d{4}.*\. No money was taken\.$/)).toBeVisible();
      await expect(page.getByText('$50', { exact: true })).toBeVisible();
      await expect(page.getByRole('link', { name: 'Visit the page of this cause' })).toBeVisible();
    });
  });
});
