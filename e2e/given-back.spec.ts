import { barriers } from './support/accessibility.ts';
import { awayFrom } from './support/local-rails.ts';
import { expect, test } from './support/test.ts';

test('money that came too late is told to be on its way back, and as soon as it is back, without opening the page again', async ({
  link,
  donor,
  page,
  instance,
  emulator,
}) => {
  const order = await link({ country: 'CO', amount: 50_000 });
  await donor.open(order);
  await awayFrom(page).goToBank();
  await instance.operate('link', 'cancel', { id: order.id });
  const [transfer] = await emulator.transfersOf(order);
  const slowly = { kind: 'slow', delayMs: 9_000, method: 'POST', path: 'refunds', times: 5 };
  await emulator.control('mercado-pago-co/fail', slowly);
  await emulator.control('mercado-pago-co/approve', { payment_id: transfer?.id, late: true });
  const due = page.getByRole('status').filter({ hasText: 'We are giving COP 50,000 back' });
  await expect(async () => {
    await donor.open(order);
    await expect(due).toBeVisible({ timeout: 500 });
  }).toPass();
  expect(await barriers(page)).toEqual([]);
  const opened = await page.evaluate(() => performance.timeOrigin);
  await expect(page.getByRole('status').filter({ hasText: 'COP 50,000 was given back' })).toBeVisible({
    timeout: 30_000,
  });
  expect(await page.evaluate(() => performance.timeOrigin)).toBe(opened);
});
