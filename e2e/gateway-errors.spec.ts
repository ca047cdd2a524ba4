import { CARDS } from '#sdk/src/testing/cards.ts';
import { expect, test } from './support/test.ts';

const DOWN = 'We cannot reach the payment company right now. You were not charged.';

test.describe('when the card processor fails', () => {
  test('the page says that it is down, the button says why it is off, and the form appears once it is up', async ({
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
    await expect(donor.alert).toContainText(DOWN);
    await expect(donor.payButton).toHaveAttribute('aria-disabled', 'true');
    await expect(donor.payButton).toHaveAccessibleDescription(/^You cannot pay this way right now/);
    await page.getByRole('button', { name: 'Try again' }).focus();
    await emulator.control('stripe/gateway_up');
    await donor.seeCardForm();
    await expect(page.getByRole('heading', { name: 'Payment', exact: true })).toBeFocused();
    await expect(donor.payButton).toHaveAttribute('aria-disabled', 'false');
    await donor.payByCard('paid');
    await partner.waitFor(order.id, 'completed');
    expect(await emulator.charged(order)).toEqual([5000]);
  });

  test('the page says that it is slow, not broken', async ({ link, donor, page }) => {
    let answer = () => {};
    const isSaid = new Promise<void>((resolve) => {
      answer = resolve;
    });
    await page.route('**/payment_intent', async (route) => {
      await isSaid;
      await route.continue();
    });
    await donor.open(await link());
    await expect(page.getByText('This is taking longer than usual')).toBeVisible();
    await expect(donor.payButton).toHaveAccessibleDescription('This button will work once the form loads.');
    await expect(donor.alert).toHaveCount(0);
    answer();
    await donor.payByCard('paid');
  });

  test('a payment whose response was lost is found, thanked for, and taken once', { tag: '@gate' }, async ({
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

  test('each step before the confirmation that fails says that nothing was charged, and keeps the card', async ({
    link,
    donor,
    page,
    emulator,
  }) => {
    const order = await link();
    await donor.open(order);
    await donor.enterCard(CARDS.pays);
    await page.route('**/checkout/donation', (route) => route.abort());
    await donor.pay();
    await expect(donor.alert).toContainText(
      'We could not save your donation because the connection failed. You were not charged.',
    );
    await page.unroute('**/checkout/donation');

    await page.route('**/payment_intent', (route) => route.abort());
    await donor.pay();
    await expect(donor.alert).toContainText('your payment was not started. You were not charged.');
    await page.unroute('**/payment_intent');

    await emulator.control('stripe/gateway_down');
    await donor.pay();
    await expect(donor.alert).toContainText(DOWN);
    await emulator.control('stripe/gateway_up');
    expect(await emulator.charged(order)).toEqual([]);

    await expect(donor.cardField('number')).toHaveValue('4242 4242 4242 4242');
    await donor.pay();
    await expect(donor.thanks).toBeVisible();
    expect(await emulator.charged(order)).toEqual([5000]);
  });

  test('a confirmation without an answer is neither called paid nor unpaid; once it is known, the typed card pays', async ({
    link,
    donor,
    page,
    partner,
    emulator,
  }) => {
    const order = await link();
    await donor.open(order);
    await donor.enterCard(CARDS.pays);
    const confirmations = '**/v1/payment_intents/*/confirm';
    await page.route(confirmations, async (route) => {
      await emulator.control('stripe/gateway_down');
      await route.abort();
    });
    await donor.pay();
    await expect(page.getByText('we do not know yet whether you were charged')).toBeVisible();
    await expect(page.getByText(/safely close|be lost/)).toHaveCount(0);
    await emulator.control('stripe/gateway_up');
    await page.unroute(confirmations);
    const notYet = page.getByRole('heading', { name: 'The payment has not arrived' });
    await expect(notYet).toBeVisible();
    await page.getByRole('button', { name: 'Back to the payment' }).click();
    await expect(donor.cardField('number')).toHaveValue('4242 4242 4242 4242');
    await donor.pay();
    await expect(donor.thanks).toBeVisible();
    await partner.waitFor(order.id, 'completed');
    expect(await emulator.charged(order)).toEqual([5000]);
  });

  test('a payment that the processor has confirmed is called so while we cannot be reached', async ({
    link,
    donor,
    page,
    emulator,
  }) => {
    await page.route('**/checkout/confirmation', (route) => route.abort());
    const order = await link();
    await donor.open(order);
    await donor.payWith(CARDS.pays);
    await expect(page.getByText('Your payment went through.')).toBeVisible();
    expect(await emulator.charged(order)).toEqual([5000]);
    await page.unroute('**/checkout/confirmation');
    await expect(donor.thanks).toBeVisible();
  });

  test('a donor without a network is told so, and nothing is charged', { tag: '@gate' }, async ({
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
    await expect(donor.alert).toContainText('You seem to be offline. You were not charged.');
    await context.setOffline(false);
    await donor.pay();
    await expect(donor.thanks).toBeVisible();
    expect(await emulator.charged(order)).toEqual([5000]);
  });
});
