import { CARDS } from './support/donor.ts';
import { expect, test } from './support/test.ts';

const NOT_CONFIRMED = 'Your bank could not confirm that it was you.';

test.describe('a card whose bank wants to approve the payment', () => {
  test('pays once the bank has approved', async ({ link, donor, partner, emulator }) => {
    const order = await link();
    await donor.open(order);
    await donor.payWith(CARDS.asksForApproval);
    await expect(donor.bankWindow).toBeVisible();
    expect((await partner.readLink(order.id)).status).toBe('open');
    await donor.answerBank('Complete authentication');
    await expect(donor.thanks).toBeVisible();
    await partner.waitFor(order.id, 'completed');
    expect(await emulator.charged(order)).toEqual([5000]);
  });

  test('may be tried again when the bank refused, in the same page', async ({
    link,
    donor,
    partner,
    emulator,
  }) => {
    const order = await link();
    await donor.open(order);
    await donor.payWith(CARDS.asksForApproval);
    await donor.answerBank('Fail authentication');
    await expect(donor.alert).toContainText(NOT_CONFIRMED);
    await expect(donor.alert).toContainText('No money was taken.');
    await donor.payWith(CARDS.asksForApproval);
    await donor.answerBank('Complete authentication');
    await expect(donor.thanks).toBeVisible();
    await partner.waitFor(order.id, 'completed');
    expect(await emulator.charged(order)).toEqual([5000]);
  });

  test('takes no money when the donor closes the window of the bank', async ({
    link,
    donor,
    partner,
    emulator,
  }) => {
    const order = await link();
    await donor.open(order);
    await donor.payWith(CARDS.asksForApproval);
    await expect(donor.bankWindow).toBeVisible();
    await donor.closeBank();
    await expect(donor.bankWindow).toBeHidden();
    await expect(donor.alert).toContainText(NOT_CONFIRMED);
    await expect(donor.alert).toContainText('No money was taken.');
    expect((await partner.readLink(order.id)).status).toBe('open');
    expect(await emulator.charged(order)).toEqual([]);
  });
});
