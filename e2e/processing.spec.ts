import { CARDS } from '#sdk/src/testing/cards.ts';
import { barriers, overflow } from './support/accessibility.ts';
import { expect, test } from './support/test.ts';

const PROCESSING = 'Your card payment is being processed';

test.describe('a card payment in processing', () => {
  test('shows a waiting page, also when opened again, without a form, until it succeeds', {
    tag: '@gate',
  }, async ({ link, donor, page, partner, emulator }) => {
    const order = await link();
    await donor.open(order);
    await emulator.control('stripe/processing', { on: true });
    await donor.payWith(CARDS.pays);
    await expect(page.getByRole('heading', { name: PROCESSING })).toBeFocused();
    await expect(page.getByText('do not pay again')).toBeVisible();
    expect(await barriers(page)).toEqual([]);
    await page.setViewportSize({ width: 320, height: 640 });
    expect(await overflow(page)).toBe(0);

    for (const address of [order.url, `${order.url}&pay=other`]) {
      await page.goto(address);
      await expect(page.getByRole('heading', { name: PROCESSING })).toBeVisible();
      await expect(donor.payButton).toHaveCount(0);
    }
    const intent = await emulator.intentIn('processing', order);
    await emulator.control('stripe/settle', { payment_intent: intent.id, outcome: 'succeeded' });
    await expect(donor.thanks).toBeFocused();
    await partner.waitFor(order.id, 'completed');
    expect(await emulator.charged(order)).toEqual([5000]);
    expect((await emulator.intentsOf(order)).length).toBe(1);
  });

  test('can fail: no money was taken, the form is back with its values, and another card pays', async ({
    link,
    donor,
    page,
    partner,
    emulator,
  }) => {
    const order = await link();
    await donor.open(order);
    await donor.choose('$100');
    await page.getByLabel('Email (optional)').fill('later@example.org');
    await emulator.control('stripe/processing', { on: true });
    await donor.payWith(CARDS.pays);
    await expect(page.getByRole('heading', { name: PROCESSING })).toBeVisible();
    await emulator.control('stripe/processing', { on: false });
    const intent = await emulator.intentIn('processing', order);
    await emulator.control('stripe/settle', { payment_intent: intent.id, outcome: 'failed' });
    await expect(donor.alert).toContainText('The payment did not go through');
    await expect(donor.alert).toContainText('You were not charged.');
    await expect(page.getByLabel('Email (optional)')).toHaveValue('later@example.org');
    await expect(donor.payButton).toHaveText('Donate $100');
    await donor.payByCard('paid');
    expect(await partner.waitFor(order.id, 'completed')).toMatchObject({ amount_paid: 100 });
    expect(await emulator.charged(order)).toEqual([10_000]);
  });

  test('is found by a page that was opened before any report of it', async ({
    link,
    donor,
    page,
    emulator,
    context,
  }) => {
    await emulator.control('stripe/webhooks', { drop: true });
    const order = await link();
    await donor.open(order);
    await emulator.control('stripe/processing', { on: true });
    await page.route('**/checkout/confirmation', (route) => route.abort());
    await donor.payWith(CARDS.pays);
    await emulator.intentIn('processing', order);
    const other = await context.newPage();
    const answers: number[] = [];
    other.on('response', (response) => {
      if (response.url().endsWith('/payment_intent')) answers.push(response.status());
    });
    await other.goto(order.url);
    await expect(other.getByRole('heading', { name: PROCESSING })).toBeVisible();
    // An intent that is asked for is the link's own: the page shows its state, and no error.
    expect(answers.filter((status) => status !== 200)).toEqual([]);
    await expect(other.getByRole('button', { name: /^Donate/ })).toHaveCount(0);
  });
});
