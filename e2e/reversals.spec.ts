import { makeJobDue } from '#testing/jobs.ts';
import { barriersOfOurs } from './support/accessibility.ts';
import { payLate } from './support/late-money.ts';
import { expect, test } from './support/test.ts';

const STAFF = '/dashboard/staff';

test('a refund that the bank returned after the donor was notified is shown and mailed to the donor, waits for staff, and is sent again when they retry it', async ({
  link,
  donor,
  page,
  browser,
  instance,
  partner,
  emulator,
  mailbox,
  visitor,
  staff,
}) => {
  test.slow();
  const order = await link();
  /** Waits until the payment of the link is in a state. */
  const becomes = async (state: string) => {
    const states = async () => (await partner.payments(order.id)).map((payment) => payment.state);
    await expect.poll(states, { timeout: 60_000 }).toEqual([state]);
  };
  await donor.open(order);
  await page.getByLabel('Email (optional)').fill('came.back@example.org');
  const intent = await payLate({ donor, emulator, instance }, order);
  await becomes('refunded');
  await donor.open(order);
  await expect(page.getByRole('heading', { name: '$50 was refunded' })).toBeVisible();

  await emulator.control('stripe/refunds', { mode: 'failed' });
  const { data } = await emulator.read<{ data: { id: string }[] }>(`/v1/refunds?payment_intent=${intent}`);
  await emulator.control('stripe/settle_refund', { refund: data[0]?.id, outcome: 'failed' });
  await becomes('refund_due');
  await expect
    .poll(async () => (await mailbox.to('came.back@example.org')).map(({ subject }) => subject))
    .toContain('Our refund of $50 did not reach you');
  await page.reload();
  const came = { name: 'Our refund of $50 did not reach you' };
  await expect(page.getByRole('heading', came)).toBeVisible();
  expect(await barriersOfOurs(page)).toEqual([]);
  const plain = await browser.newPage({ javaScriptEnabled: false });
  await plain.goto(order.url);
  await expect(plain.getByRole('heading', came)).toBeVisible();
  await plain.close();

  await visitor.signIn(staff, `${STAFF}/refunds`);
  const [{ id: payment } = { id: '' }] = await partner.payments(order.id);
  const waiting = page.getByRole('row').filter({ hasText: payment }).filter({ hasText: 'Needs attention' });
  // The service tries some more times before it leaves the refund to staff.
  await expect(async () => {
    await makeJobDue(instance, 'perform_refund');
    await page.reload();
    expect(await waiting.count()).toBe(3);
  }).toPass();
  await expect(waiting.first()).toContainText('Returned after the donor was notified');
  await waiting.first().getByRole('rowheader').getByRole('link').click();
  expect(await barriersOfOurs(page)).toEqual([]);
  await emulator.control('stripe/refunds', { mode: 'succeeded' });
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect(page.getByText('The refund is being retried.')).toBeVisible();
  await expect(waiting).toHaveCount(0);
  await becomes('refunded');
  await page.goto(order.url);
  await expect(page.getByRole('heading', { name: '$50 was refunded' })).toBeVisible();
});

test('a partial dispute is first in the queue of staff, and its outcome is on the page of its payment', async ({
  visitor,
  staff,
  instance,
  partner,
  link,
  emulator,
  page,
}) => {
  const order = await link({ email: 'disputes@example.org' });
  const intent = await partner.startPayment(order.id);
  await emulator.confirm(intent, 'pm_card_visa');
  const { payment_id: payment = '' } = await partner.waitFor(order.id, 'completed');
  const charge = { payment_intent: intent, kind: 'fraudulent', amount: 2000 };
  const { id: dispute } = await emulator.control<{ id: string }>('stripe/dispute', charge);

  await visitor.signIn(staff, `${STAFF}/disputes`);
  const row = page.getByRole('row').filter({ hasText: payment });
  await expect(async () => {
    await page.reload();
    expect(await row.allTextContents()).toEqual([expect.stringContaining('$20')]);
  }).toPass();
  await expect(row).toContainText(/\d+ days left/);
  expect(await barriersOfOurs(page)).toEqual([]);
  await row.getByRole('link', { name: payment }).click();
  const disputes = page.getByRole('region', { name: 'Disputes' });
  await expect(disputes.getByRole('row', { name: /Chargeback/ })).toContainText(dispute);

  await emulator.control('stripe/close_dispute', { dispute, outcome: 'lost' });
  await expect(async () => {
    await page.reload();
    expect(await disputes.getByRole('row', { name: /Chargeback/ }).textContent()).toContain('Lost');
  }).toPass();
  await page.goto(`${instance.baseUrl}${STAFF}/disputes`);
  await expect(row).toHaveCount(0);
  await page.getByLabel('Show').selectOption({ label: 'All, including those that have ended' });
  await page.getByRole('button', { name: 'Find' }).click();
  await expect(row).toContainText('Lost');
});

test('staff record what they sent by hand in place of a failed refund, and that the donor’s bank returned it', async ({
  visitor,
  staff,
  partner,
  link,
  emulator,
  instance,
  mailbox,
  page,
}) => {
  const order = await link({ email: 'by.hand@example.org' });
  await emulator.confirm(await partner.startPayment(order.id), 'pm_card_visa');
  const { payment_id: payment = '' } = await partner.waitFor(order.id, 'completed');
  await emulator.control('stripe/refunds', { mode: 'failed' });
  await visitor.signIn(staff, `${STAFF}/payments/${payment}`);
  await page.getByLabel('Reason', { exact: true }).fill('Asked for by the donor');
  await page.getByRole('button', { name: 'Refund payment' }).click();
  await page.getByRole('button', { name: 'Refund the payment' }).click();
  await expect(visitor.alert).toContainText('The gateway rejected this refund');
  await page.getByRole('link', { name: 'Needs attention' }).click();
  await expect(page.getByRole('link', { name: 'Go to the payment' })).toHaveAttribute('href', /#refund$/);
  await expect(page.getByRole('button', { name: 'Close without sending' })).toBeVisible();
  await page.getByRole('button', { name: 'Record the transfer' }).click();
  await expect(visitor.alert).toContainText('Enter the reference of the transfer.');
  // By the page's clock: in the evening of Bogotá it is tomorrow in UTC, and nothing was sent tomorrow.
  const today = new Intl.DateTimeFormat('en-CA', { timeZone: 'America/Bogota' }).format(new Date());
  await page.getByLabel('Reference of the transfer').fill('TRX 4711');
  await page.getByLabel('Sent on').fill(today);
  const form = page.getByRole('region', { name: 'Sent by hand' });
  await form.getByLabel('Reason', { exact: true }).fill('The card was closed');
  await page.getByRole('button', { name: 'Record the transfer' }).click();
  await expect(page.getByText('Nothing is sent from here')).toBeVisible();
  await page.getByRole('button', { name: 'Record the transfer' }).click();
  await expect(page.getByText('The transfer was recorded and posted')).toBeVisible();
  await page.goto(`${instance.baseUrl}${STAFF}/refunds`);
  await expect(page.getByRole('row').filter({ hasText: payment })).toHaveCount(0);
  await page.goto(`${instance.baseUrl}${STAFF}/payments/${payment}`);
  await expect(page.getByRole('table', { name: /Bank transfers to the donor/ })).toContainText('TRX 4711');
  await expect(page.getByText('Fully refunded').first()).toBeVisible();

  // The donor's bank returns it.
  const returned = page.getByRole('region', { name: 'The donor’s bank returned it' });
  expect(await barriersOfOurs(page)).toEqual([]);
  await returned.getByRole('button', { name: 'Record the return' }).click();
  await expect(visitor.alert).toContainText('Enter the day');
  await returned.getByLabel('Returned on').fill(today);
  await returned.getByLabel('Reason', { exact: true }).fill('Account unknown');
  await returned.getByRole('button', { name: 'Record the return' }).click();
  await expect(page.getByText('Nothing is sent or refunded automatically.')).toBeVisible();
  await page.getByRole('button', { name: 'Record the return' }).click();
  await expect(page.getByText('The return was recorded and posted.')).toBeVisible();
  await expect(returned).toHaveCount(0);
  await expect(page.getByText('Fully refunded')).toHaveCount(0);
  await expect
    .poll(async () => (await mailbox.to('by.hand@example.org')).map(({ subject }) => subject))
    .toContain('Our transfer of US$50 did not reach you');
  await page.goto(`${instance.baseUrl}${STAFF}/refunds`);
  await expect(page.getByRole('row').filter({ hasText: payment })).toHaveCount(1);
  await page.getByRole('link', { name: 'Audit log', exact: true }).click();
  await expect(page.getByRole('row', { name: /refund\.record_return/ }).first()).toContainText('TRX 4711');
  await expect(page.getByRole('row', { name: /refund\.record_transfer/ }).first()).toContainText('TRX 4711');
});
