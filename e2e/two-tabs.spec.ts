import { CARDS } from '#sdk/src/testing/cards.ts';
import { donorAt } from '#sdk/src/testing/donor.ts';
import { expect, test } from './support/test.ts';

test.describe('a link open in two tabs', () => {
  test('charges each tab the amount that it shows, whatever the other one saved', { tag: '@gate' }, async ({
    link,
    donor,
    context,
    partner,
    emulator,
  }) => {
    const order = await link({ amount: 50 });
    await donor.open(order);
    await donor.enterCard(CARDS.pays);
    const other = donorAt(await context.newPage());
    await other.open(order);
    await other.choose('$100');
    await other.payWith(CARDS.declined);
    await expect(other.alert).toContainText('You were not charged');

    await donor.pay();
    await expect(donor.thanks).toBeVisible();
    expect(await partner.waitFor(order.id, 'completed')).toMatchObject({ amount: 50, amount_paid: 50 });
    expect(await emulator.charged(order)).toEqual([5000]);
  });

  test('charges nothing where the other tab changed the amount between this one’s saving and its payment', async ({
    link,
    donor,
    context,
    page,
    emulator,
  }) => {
    const order = await link({ amount: 50 });
    await donor.open(order);
    await donor.enterCard(CARDS.pays);
    const other = donorAt(await context.newPage());
    await other.open(order);
    await other.choose('$100');
    const asked = Promise.withResolvers<void>();
    const answer = Promise.withResolvers<void>();
    await page.route('**/payment_intent', async (route) => {
      asked.resolve();
      await answer.promise;
      await route.continue();
    });
    await donor.pay();
    await asked.promise;
    await other.payWith(CARDS.declined);
    await expect(other.alert).toContainText('You were not charged');
    answer.resolve();
    await expect(donor.alert).toContainText(/You were not charged\..*To give \$50, press the button again\./);
    await expect(donor.payButton).toHaveText('Donate $50');
    expect(await emulator.charged(order)).toEqual([]);

    await donor.pay();
    await expect(donor.thanks).toBeVisible();
    expect(await emulator.charged(order)).toEqual([5000]);
  });

  test('charges nothing when the other tab pays another amount while the bank is asked', {
    tag: '@gate',
  }, async ({ link, donor, context, partner, emulator }) => {
    const order = await link({ amount: 50 });
    await donor.open(order);
    await donor.payWith(CARDS.asksForApproval);
    await expect(donor.bankWindow).toBeVisible();
    const other = donorAt(await context.newPage());
    // This browser has a payment under way, and says so first.
    await other.open(order);
    await other.page.getByRole('button', { name: 'Back to the payment' }).click();
    await other.choose('$100');
    await other.payWith(CARDS.declined);
    await expect(other.alert).toContainText('You were not charged');

    await donor.answerBank('Complete authentication');
    await expect(donor.alert).toContainText(/You were not charged\..*To give \$50, press the button again\./);
    expect(await emulator.charged(order)).toEqual([]);

    await other.payWith(CARDS.pays);
    await expect(other.thanks).toBeVisible();
    expect(await partner.waitFor(order.id, 'completed')).toMatchObject({ amount_paid: 100 });
    expect(await emulator.charged(order)).toEqual([10_000]);
  });

  test('shows the thanks in a tab whose donation was paid in the other', async ({
    link,
    donor,
    context,
    partner,
    emulator,
  }) => {
    const order = await link();
    const other = donorAt(await context.newPage());
    await Promise.all([donor.open(order), other.open(order)]);
    await donor.enterCard(CARDS.pays);
    await other.enterCard(CARDS.pays);
    await donor.pay();
    await expect(donor.thanks).toBeVisible();
    await other.pay();
    await expect(other.thanks).toBeVisible();
    await partner.waitFor(order.id, 'completed');
    expect(await emulator.charged(order)).toEqual([5000]);
  });

  test('takes one payment when both are paid at the same moment', { tag: '@gate' }, async ({
    link,
    donor,
    context,
    partner,
    emulator,
  }) => {
    const order = await link();
    const other = donorAt(await context.newPage());
    await Promise.all([donor.open(order), other.open(order)]);
    await donor.enterCard(CARDS.pays);
    await other.enterCard(CARDS.pays);
    await Promise.all([donor.pay(), other.pay()]);
    await expect(donor.thanks).toBeVisible();
    await expect(other.thanks).toBeVisible();
    await partner.waitFor(order.id, 'completed');
    expect(await emulator.charged(order)).toEqual([5000]);
    expect((await partner.payments(order.id)).filter(({ state }) => state === 'approved')).toHaveLength(1);
  });
});
