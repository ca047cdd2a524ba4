import { CARDS } from '#sdk/src/testing/cards.ts';
import { barriers } from './support/accessibility.ts';
import { expect, test } from './support/test.ts';

const UNSEEN = 'input[name=website]';

test('the honeypot is out of sight and reach of people', async ({ link, donor, page }) => {
  await donor.open(await link());
  await donor.seeCardForm();
  await expect(page.getByRole('textbox', { name: /Website/ })).toHaveCount(0);
  const reached: string[] = [];
  for (let presses = 0; presses < 40; presses++) {
    await page.keyboard.press('Tab');
    reached.push(await page.evaluate(() => document.activeElement?.id ?? ''));
  }
  expect(reached).toContain('email');
  expect(reached).not.toContain('website');
  expect(await barriers(page)).toEqual([]);
});

test('a robot that fills in the honeypot pays nothing; a person whose password manager did sees an error, and then donates', async ({
  link,
  donor,
  page,
  partner,
  emulator,
}) => {
  const order = await link();
  await donor.open(order);
  await donor.enterCard(CARDS.pays);
  await page.locator(UNSEEN).evaluate((field: HTMLInputElement) => {
    field.value = 'https://spam.example';
  });
  await page.getByLabel('Email (optional)').fill('ana@example.org');
  await donor.pay();
  await expect(donor.alert).toContainText('We could not confirm that you are a person');
  await expect(donor.alert).toContainText('You were not charged');
  expect(await emulator.charged(order)).toEqual([]);
  expect((await partner.readLink(order.id)).status).toBe('open');

  await donor.pay();
  await expect(donor.thanks).toBeVisible();
  await partner.waitFor(order.id, 'completed');
  expect(await emulator.charged(order)).toEqual([5000]);
});
