import { CARDS } from '#sdk/src/testing/cards.ts';
import { expect, test } from './support/test.ts';

const NOT_CONFIRMED = 'Your bank could not confirm that it was you.';

test.describe('a card payment that needs 3-D Secure', () => {
  test('succeeds after the bank approves it', { tag: '@gate' }, async ({ link, donor, partner, emulator }) => {
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

  test('cannot be answered before the bank’s page can report the answer', async ({ link, donor, page, partner }) => {
    const script = Promise.withResolvers<void>();
    await page.route('**/challenge.js', async (route) => {
      await script.promise;
      await route.continue();
    });
    const order = await link();
    await donor.open(order);
    await donor.payWith(CARDS.asksForApproval);
    const bank = page.getByTitle('Secure 3D Secure authentication frame').contentFrame();
    await expect(bank.getByRole('button', { name: 'Complete authentication' })).toBeDisabled();
    script.resolve();
    await donor.answerBank('Complete authentication');
    await expect(donor.thanks).toBeVisible();
    await partner.waitFor(order.id, 'completed');
  });

  test('can be tried again on the same page after the bank refuses it', async ({ link, donor, partner, emulator }) => {
    const order = await link();
    await donor.open(order);
    await donor.payWith(CARDS.asksForApproval);
    await donor.answerBank('Fail authentication');
    await expect(donor.alert).toContainText(NOT_CONFIRMED);
    await expect(donor.alert).toContainText('You were not charged.');
    await donor.payWith(CARDS.asksForApproval);
    await donor.answerBank('Complete authentication');
    await expect(donor.thanks).toBeVisible();
    await partner.waitFor(order.id, 'completed');
    expect(await emulator.charged(order)).toEqual([5000]);
  });

  for (const answer of ['approves', 'closes the window'])
    test(`whose cause stops before the donor ${answer} charges nothing, and asks for no other payment`, async ({
      link,
      donor,
      page,
      partner,
      instance,
      emulator,
    }) => {
      const { key } = await partner.publishCause({ title: 'Stopped' });
      const order = await link({ cause: key });
      await donor.open(order);
      await donor.payWith(CARDS.asksForApproval);
      await expect(donor.bankWindow).toBeVisible();
      await instance.operate('cause', 'update', { key, state: 'paused' });
      await emulator.intentIn('canceled', order);
      await (answer === 'approves' ? donor.answerBank('Complete authentication') : donor.closeBank());
      await expect(page.getByRole('heading', { name: 'This cause is not accepting donations' })).toBeFocused();
      await expect(page.getByText('You were not charged.')).toBeVisible();
      await expect(donor.payButton).toHaveCount(0);
      expect(await emulator.charged(order)).toEqual([]);
    });

  test('charges nothing when the donor closes the bank’s window', { tag: '@gate' }, async ({
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
    await expect(donor.alert).toContainText('You were not charged.');
    expect((await partner.readLink(order.id)).status).toBe('open');
    expect(await emulator.charged(order)).toEqual([]);
  });
});
