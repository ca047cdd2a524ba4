import { CARDS } from '#sdk/src/testing/cards.ts';
import { expire, payLate } from './support/late-money.ts';
import { expect, test } from './support/test.ts';

const NO_MONEY = 'You were not charged.';

test.describe('an expired link', () => {
  test('says so under a page that stayed open, and charges nothing', async ({
    link,
    donor,
    page,
    instance,
    partner,
    emulator,
  }) => {
    await page.clock.install();
    const order = await link();
    await donor.open(order);
    await donor.enterCard(CARDS.pays);
    await expire(instance, order);
    await expect(donor.payButton).toBeVisible();
    // By the page's own clock the link's time is over, too.
    await page.clock.fastForward(Date.parse(order.expires_at) - Date.now() + 60_000);
    await expect(page.getByRole('heading', { name: 'This donation link has expired' })).toBeVisible();
    await expect(page.getByText(NO_MONEY)).toBeVisible();
    await expect(donor.payButton).toHaveCount(0);
    expect((await partner.readLink(order.id)).status).toBe('expired');
    expect(await partner.askForIntent(order.id)).toMatchObject({
      status: 409,
      body: { code: 'checkout_link_not_payable', status_detail: 'expired' },
    });
    expect(await emulator.charged(order)).toEqual([]);
  });

  test('refunds money that arrives later, and says so once it is refunded', async ({
    link,
    donor,
    page,
    instance,
    partner,
    emulator,
    mailbox,
  }) => {
    await emulator.control('stripe/refunds', { mode: 'pending' });
    const order = await link();
    await donor.open(order);
    await page.getByLabel('Email (optional)').fill('late@example.org');
    const intent = await payLate({ donor, emulator, instance }, order);
    const states = async () => (await partner.payments(order.id)).map(({ state }) => state);
    await expect.poll(states).toEqual(['refund_due']);
    await donor.open(order);
    await expect(page.getByRole('heading', { name: 'This donation link has expired' })).toBeVisible();
    await expect(page.getByRole('heading', { name: 'We are refunding $50' })).toBeVisible();
    await expect(page.getByText(NO_MONEY)).toHaveCount(0);
    expect(await mailbox.to('late@example.org')).toEqual([]);

    const { data } = await emulator.read<{ data: { id: string }[] }>(`/v1/refunds?payment_intent=${intent}`);
    await emulator.control('stripe/settle_refund', { refund: data[0]?.id, outcome: 'succeeded' });
    expect((await mailbox.theMailTo('late@example.org')).subject).toContain('We refunded $50');
    await page.reload();
    await expect(page.getByRole('heading', { name: '$50 was refunded' })).toBeVisible();
    expect(await partner.readLink(order.id)).toMatchObject({ status: 'expired' });
    expect(await partner.readLink(order.id)).not.toHaveProperty('amount_paid');
  });

  test.describe('without JavaScript', () => {
    test.use({ javaScriptEnabled: false });

    test('says so, until when it could be used, and that nothing was charged', async ({ link, instance, page }) => {
      const order = await link();
      await expire(instance, order);
      await page.goto(order.url);
      await expect(page.getByRole('heading', { name: 'This donation link has expired' })).toBeVisible();
      await expect(page.getByText(/^It could be used until .+ \d{4}.*\. You were not charged\.$/)).toBeVisible();
      await expect(page.getByText('$50', { exact: true })).toBeVisible();
      await expect(page.getByRole('link', { name: 'Visit the cause’s page' })).toBeVisible();
    });
  });
});
