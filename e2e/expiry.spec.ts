import { CARDS } from '#sdk/src/testing/cards.ts';
import { isOver, test } from './support/short-lived-links.ts';
import { expect } from './support/test.ts';

const NO_MONEY = 'You were not charged.';

test.describe('an expired link', () => {
  test('says so under a page that stayed open, and charges nothing', async ({ shortLived, donor, page }) => {
    const order = await shortLived.link();
    await donor.open(order);
    await donor.seeCardForm();
    await expect(page.getByRole('heading', { name: 'This donation link has expired' })).toBeVisible();
    await expect(page.getByText(NO_MONEY)).toBeVisible();
    await expect(donor.payButton).toHaveCount(0);
    expect((await shortLived.partner.readLink(order.id)).status).toBe('expired');
    expect(await shortLived.partner.askForIntent(order.id)).toMatchObject({
      status: 409,
      body: { code: 'checkout_link_not_payable', status_detail: 'expired' },
    });
    expect(await shortLived.emulator.charged(order)).toEqual([]);
  });

  test('refunds money that arrives later, and says so once it is refunded', async ({
    shortLived,
    donor,
    page,
  }) => {
    const { partner, emulator, mailbox } = shortLived;
    await emulator.control('stripe/refunds', { mode: 'pending' });
    const order = await shortLived.link();
    await donor.open(order);
    await page.getByLabel('Email (optional)').fill('late@example.org');
    await donor.payWith(CARDS.asksForApproval);
    const { id } = await emulator.intentIn('requires_action', order);
    await page.goto('about:blank');
    // The end of a link cancels its payment; here the processor does not answer that call.
    const deaf = { kind: 'status', status: 500, times: 1000, method: 'POST', path: '/cancel$' };
    await emulator.control('stripe/fail', deaf);
    await isOver(order);
    await emulator.control('stripe/authenticate', { payment_intent: id, outcome: 'complete' });
    await emulator.control('stripe/gateway_up');
    const states = async () => (await partner.payments(order.id)).map(({ state }) => state);
    await expect.poll(states).toEqual(['refund_due']);
    await donor.open(order);
    await expect(page.getByRole('heading', { name: 'This donation link has expired' })).toBeVisible();
    await expect(page.getByRole('heading', { name: 'We are refunding $50' })).toBeVisible();
    await expect(page.getByText(NO_MONEY)).toHaveCount(0);
    expect(await mailbox.to('late@example.org')).toEqual([]);

    const { data } = await emulator.read<{ data: { id: string }[] }>(`/v1/refunds?payment_intent=${id}`);
    await emulator.control('stripe/settle_refund', { refund: data[0]?.id, outcome: 'succeeded' });
    expect((await mailbox.theMailTo('late@example.org')).subject).toContain('We refunded $50');
    await page.reload();
    await expect(page.getByRole('heading', { name: '$50 was refunded' })).toBeVisible();
    expect(await partner.readLink(order.id)).toMatchObject({ status: 'expired' });
    expect(await partner.readLink(order.id)).not.toHaveProperty('amount_paid');
    await emulator.rest();
  });

  test.describe('without JavaScript', () => {
    test.use({ javaScriptEnabled: false });

    test('says so, until when it could be used, and that nothing was charged', async ({
      shortLived,
      page,
    }) => {
      await page.goto((await shortLived.expiredLink()).url);
      await expect(page.getByRole('heading', { name: 'This donation link has expired' })).toBeVisible();
      await expect(
        page.getByText(/^It could be used until .+ \d{4}.*\. You were not charged\.$/),
      ).toBeVisible();
      await expect(page.getByText('$50', { exact: true })).toBeVisible();
      await expect(page.getByRole('link', { name: 'Visit the cause’s page' })).toBeVisible();
    });
  });
});
