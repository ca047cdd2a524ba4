import { awayFrom } from '#sdk/src/testing/redirects.ts';
import { makeJobDue } from '#testing/jobs.ts';
import { barriers } from './support/accessibility.ts';
import { expect, test } from './support/test.ts';

test('an open page shows that late money is being refunded, and then that it has been refunded', async ({
  link,
  donor,
  page,
  instance,
  partner,
  emulator,
}) => {
  const order = await link({ country: 'CO', amount: 50_000 });
  await donor.open(order);
  await awayFrom(page).goToBank();
  await instance.operate('link', 'cancel', { id: order.id });
  const [transfer] = await emulator.transfersOf(order);
  const later = { kind: 'status', status: 500, method: 'POST', path: 'refunds', times: 1_000 };
  await emulator.control('mercado-pago-co/fail', later);
  await emulator.control('mercado-pago-co/approve', { payment_id: transfer?.id, late: true });
  const states = async () => (await partner.payments(order.id)).map(({ state }) => state);
  await expect.poll(states).toEqual(['refund_due']);
  await donor.open(order);
  await expect(page.getByRole('status').filter({ hasText: 'We are refunding COP 50,000' })).toBeVisible();
  const opened = await page.evaluate(() => performance.timeOrigin);
  expect(await barriers(page)).toEqual([]);
  await emulator.control('mercado-pago-co/gateway_up');
  await expect(async () => {
    await makeJobDue(instance, 'perform_refund');
    expect(await states()).toEqual(['refunded']);
  }).toPass();
  await expect(page.getByRole('status').filter({ hasText: 'COP 50,000 was refunded' })).toBeVisible();
  expect(await page.evaluate(() => performance.timeOrigin)).toBe(opened);
});
