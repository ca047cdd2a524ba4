import { CARDS } from '#sdk/src/testing/cards.ts';
import { expect, test } from './support/test.ts';

test.describe('a paid donation completes', () => {
  test('by the donor’s own page when the processor sends no webhooks', { tag: '@gate' }, async ({
    link,
    donor,
    partner,
    emulator,
  }) => {
    await emulator.control('stripe/webhooks', { drop: true });
    const order = await link();
    await donor.open(order);
    await donor.payByCard('paid');
    expect(await partner.readLink(order.id)).toMatchObject({ status: 'completed', amount_paid: 50 });
  });

  test('by webhooks alone when the donor’s page cannot ask', { tag: '@gate' }, async ({
    link,
    donor,
    page,
    partner,
    emulator,
  }) => {
    await page.route('**/checkout/confirmation', (route) => route.abort());
    const order = await link();
    await donor.open(order);
    await donor.payWith(CARDS.pays);
    await emulator.intentIn('succeeded', order);
    await page.close();
    expect(await partner.waitFor(order.id, 'completed')).toMatchObject({ amount_paid: 50 });
  });

  test('once, however often, late or out of order webhooks arrive', { tag: '@gate' }, async ({
    link,
    donor,
    partner,
    emulator,
    mailbox,
    page,
  }) => {
    const { key: cause } = await partner.publishCause();
    await emulator.control('stripe/webhooks', { times: 5, reorder: 2 });
    const order = await link({ cause });
    await donor.open(order);
    await page.getByLabel('Email (optional)').fill('repeated@example.org');
    // Its event arrives after that of the success.
    await donor.payWith(CARDS.declined);
    await expect(donor.alert).toBeVisible();
    await donor.payByCard('paid');
    await emulator.control('stripe/idle');
    await partner.waitFor(order.id, 'completed');
    await mailbox.theMailTo('repeated@example.org');
    expect((await partner.readCause(cause)).totals).toMatchObject({ contributions: 1, collected: 50 });
  });

  test('and not before: a forged return from the bank changes nothing', { tag: '@gate' }, async ({
    link,
    page,
    partner,
    instance,
  }) => {
    const order = await link();
    await partner.askForIntent(order.id);
    const forged = new URLSearchParams({
      ref: order.id,
      redirect_status: 'succeeded',
      payment_intent: 'pi_x',
    });
    await page.goto(`${instance.baseUrl}/checkout/return?${forged}`);
    await expect(page.getByRole('heading', { name: 'The payment has not arrived' })).toBeVisible();
    await expect(page).toHaveURL(`${instance.baseUrl}/checkout/return?ref=${order.id}`);
    // A bank's parameters may come behind a second question mark, and the link's id twice.
    for (const given of [`${order.id}?payment_id=17`, `${order.id}&ref=${order.id}`]) {
      await page.goto(`${instance.baseUrl}/checkout/return?ref=${given}`);
      await expect(page.getByRole('heading', { name: 'The payment has not arrived' })).toBeVisible();
    }
    await page.getByRole('link', { name: 'Back to the payment' }).click();
    await expect(page.getByRole('button', { name: 'Donate $50' })).toBeVisible();
    expect((await partner.readLink(order.id)).status).toBe('open');
  });
});
