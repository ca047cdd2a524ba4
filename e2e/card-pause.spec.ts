import { CARDS } from '#sdk/src/testing/cards.ts';
import { barriers, overflow } from './support/accessibility.ts';
import { expect, test } from './support/test.ts';

const PAUSED = 'Card payments are paused here';

test('after ten declines card payments pause, the page says until when, and the bank transfer and typed values stay', async ({
  link,
  donor,
  page,
  partner,
  instance,
  emulator,
}) => {
  test.slow();
  const order = await link({ country: 'CO', amount: 50_000 });
  await donor.open(order);
  await donor.choose('COP 100,000');
  await page.getByLabel('Email (optional)').fill('ana@example.org');
  for (let tries = 1; tries <= 10; tries++) {
    await donor.payWith(CARDS.declined);
    await expect(donor.alert).toContainText('Your bank did not approve this payment.');
    await expect(donor.alert).toContainText('You were not charged.');
    await expect(donor.payButton).toHaveAttribute('aria-disabled', 'false');
  }
  await donor.payWith(CARDS.pays);
  await expect(donor.alert.getByRole('heading', { name: PAUSED })).toBeVisible();
  await expect(donor.alert).toHaveCount(1);
  await expect(donor.alert).toContainText(/card payments are paused until \d{1,2}:\d\d [AP]M\./);
  await expect(donor.alert).toContainText('You were not charged');
  await expect(page.getByRole('timer')).toContainText(/will open again on its own in \d+\sminutes/);
  await expect(donor.payButton).toHaveAttribute('aria-disabled', 'true');
  await expect(donor.payButton).toHaveAccessibleDescription(/^Card payments are paused/);
  const causePage = page.getByRole('link', { name: 'Donate to this cause' });
  await expect(causePage).toHaveAttribute('href', /\/c\/[^?]+#give$/);
  expect(await emulator.charged(order)).toEqual([]);
  expect((await partner.readLink(order.id)).status).toBe('open');
  // The pause belongs to the link: another device would be refused as well.
  await expect(page.getByText('Continue on another device')).toHaveCount(0);
  expect(await barriers(page)).toEqual([]);
  await page.setViewportSize({ width: 320, height: 640 });
  expect(await overflow(page)).toBe(0);

  await page.getByRole('button', { name: 'Pay by bank transfer instead' }).click();
  await expect(page.getByRole('radio', { name: 'COP 100,000' })).toBeChecked();
  await expect(page.getByLabel('Email', { exact: true })).toHaveValue('ana@example.org');

  await page.reload();
  await page.getByRole('radio', { name: 'Card' }).check();
  await expect(donor.alert.getByRole('heading', { name: PAUSED })).toBeVisible();
  await instance.operate('link', 'unlock', { id: order.id });
  await page.reload();
  await donor.payByCard('paid');
  expect(await partner.waitFor(order.id, 'completed')).toMatchObject({ amount_paid: 100_000 });
});
