import { CARDS } from './support/donor.ts';
import { expect, test } from './support/test.ts';

const DOWN = 'The payment company cannot be reached just now. Nothing was charged.';

test.describe('when the card processor is in trouble', () => {
  test('a processor that is down is said to be so, and trying again works once it is up', async ({
    link,
    donor,
    page,
    partner,
    emulator,
  }) => {
    const order = await link();
    await emulator.control('stripe/gateway_down');
    await donor.open(order);
    await expect(page.getByRole('heading', { name: 'A well for San Mateo' })).toBeVisible();
    await expect(donor.alert).toContainText(DOWN, { timeout: 25_000 });
    await emulator.control('stripe/gateway_up');
    await page.getByRole('button', { name: 'Try again' }).click();
    await donor.payWith(CARDS.pays);
    await expect(donor.thanks).toBeVisible();
    await partner.waitFor(order.id, 'completed');
    expect(await emulator.charged(order)).toEqual([5000]);
  });

  test('a slow one is said to be slow, not broken', async ({ link, donor, page }) => {
    let answer = () => {};
    const isSaid = new Promise<void>((resolve) => {
      answer = resolve;
    });
    await page.route('**/payment_intent', async (route) => {
      await isSaid;
      await route.continue();
    });
    await donor.open(await link());
    await expect(page.getByText('This takes longer than usual.')).toBeVisible();
    await expect(donor.alert).toHaveCount(0);
    answer();
    await donor.payWith(CARDS.pays);
    await expect(donor.thanks).toBeVisible();
  });

  test('a payment whose answer was lost is found, thanked for, and taken once', async ({
    link,
    donor,
    partner,
    emulator,
  }) => {
    const order = await link();
    await donor.open(order);
    await donor.enterCard(CARDS.pays);
    await emulator.control('stripe/fail', { kind: 'reset_after', method: 'POST', path: '/confirm$' });
    await donor.pay();
    await expect(donor.thanks).toBeVisible();
    await partner.waitFor(order.id, 'completed');
    expect(await emulator.charged(order)).toEqual([5000]);
  });

  test('a payment that never reached it is not called paid, and may be tried again', async ({
    link,
    donor,
    page,
    partner,
    emulator,
  }) => {
    const order = await link();
    await donor.open(order);
    await donor.enterCard(CARDS.pays);
    await emulator.control('stripe/gateway_down');
    await donor.pay();
    await expect(page.getByText('We cannot reach the payment company just now.')).toBeVisible();
    await emulator.control('stripe/gateway_up');
    const notYet = page.getByRole('heading', { name: 'The payment has not arrived' });
    await expect(notYet).toBeVisible({ timeout: 20_000 });
    await page.getByRole('button', { name: 'Back to the payment' }).click();
    await donor.payWith(CARDS.pays);
    await expect(donor.thanks).toBeVisible();
    await partner.waitFor(order.id, 'completed');
    expect(await emulator.charged(order)).toEqual([5000]);
  });

  test('a donor without a network is told so, and nothing is charged', async ({
    link,
    donor,
    context,
    emulator,
  }) => {
    const order = await link();
    await donor.open(order);
    await donor.enterCard(CARDS.pays);
    await context.setOffline(true);
    await donor.pay();
    await expect(donor.alert).toContainText('You seem to be offline. Nothing was charged.');
    await context.setOffline(false);
    await donor.pay();
    await expect(donor.thanks).toBeVisible();
    expect(await emulator.charged(order)).toEqual([5000]);
  });
});
