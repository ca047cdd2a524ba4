import { CARDS, donorAt } from './support/donor.ts';
import { expect, test } from './support/test.ts';

test.describe('a link open in two tabs', () => {
  test('charges nothing for an amount that another tab has changed, until the donor has seen it', async ({
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

    await donor.pay();
    await expect(donor.alert).toContainText(/The amount is now \$100.*Nothing was charged\./);
    await expect(donor.payButton).toHaveText('Donate $100');
    expect(await emulator.charged(order)).toEqual([]);

    await donor.payWith(CARDS.pays);
    await expect(donor.thanks).toBeVisible();
    expect(await partner.waitFor(order.id, 'completed')).toMatchObject({ amount: 50, amount_paid: 100 });
    expect(await emulator.charged(order)).toEqual([10_000]);
  });

  test('charges nothing for another amount although the other tab was closed before it asked for a new payment', async ({
    link,
    donor,
    context,
    page,
    emulator,
  }) => {
    const order = await link({ amount: 50 });
    await donor.open(order);
    await donor.enterCard(CARDS.pays);
    const tab = await context.newPage();
    const other = donorAt(tab);
    await other.open(order);
    await other.seeCardForm();
    await tab.route('**/payment_intent', (route) => route.abort());
    const saved = tab.waitForResponse('**/checkout/donation');
    await tab.getByRole('radio', { name: '$100', exact: true }).check();
    await saved;
    await tab.close();

    await donor.pay();
    await expect(donor.alert).toContainText(/The amount is now \$100.*Nothing was charged\./);
    await expect(page.getByRole('radio', { name: '$100', exact: true })).toBeChecked();
    expect(await emulator.charged(order)).toEqual([]);
  });

  test('charges nothing when the amount changes while the bank is asked', async ({
    link,
    donor,
    context,
    partner,
    emulator,
  }) => {
    const order = await link({ amount: 50 });
    await donor.open(order);
    await donor.payWith(CARDS.asksForApproval);
    await expect(donor.bankWindow).toBeVisible();
    const other = donorAt(await context.newPage());
    await other.open(order);
    await other.choose('$100');

    await donor.answerBank('Complete authentication');
    await expect(donor.alert).toContainText(/The amount is now \$100.*Nothing was charged\./);
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

  test('takes one payment when both are paid at the same moment', async ({
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
