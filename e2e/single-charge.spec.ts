import { CARDS } from '#sdk/src/testing/cards.ts';
import { expect, test } from './support/test.ts';

test.describe('one charge is made', () => {
  test('when the button is pressed twice', { tag: '@gate' }, async ({ link, donor, partner, emulator }) => {
    const order = await link();
    await donor.open(order);
    await donor.enterCard(CARDS.pays);
    await donor.payButton.dblclick();
    await expect(donor.thanks).toBeVisible();
    await partner.waitFor(order.id, 'completed');
    expect(await emulator.charged(order)).toEqual([5000]);
    expect((await emulator.intentsOf(order)).length).toBe(1);
  });

  test('when the donor goes back after paying', async ({ link, donor, page, instance, emulator }) => {
    const order = await link();
    await page.goto(instance.baseUrl);
    await donor.open(order);
    await donor.payByCard('paid');
    await page.goBack();
    await page.goForward();
    await expect(donor.thanks).toBeVisible();
    await expect(donor.payButton).toHaveCount(0);
    expect(await emulator.charged(order)).toEqual([5000]);
  });
});
