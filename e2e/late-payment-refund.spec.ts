import { awayFrom } from '#sdk/src/testing/redirects.ts';
import { barriers } from './support/accessibility.ts';
import { expect, test } from './support/test.ts';

test('an open page shows that late money is being refunded, and then that it has been refunded', async ({
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
  const due = page.getByRole('status').filter({ hasText: 'We are refunding COP 50,000' });
  await expect(async () => {
    await donor.open(order);
    expect(await due.count()).toBe(1);
  }).toPass();
  expect(await barriers(page)).toEqual([]);
  const opened = await page.evaluate(() => performance.timeOrigin);
  await expect(page.getByRole('status').filter({ hasText: 'COP 50,000 was refunded' })).toBeVisible();
  expect(await page.evaluate(() => performance.timeOrigin)).toBe(opened);
});
