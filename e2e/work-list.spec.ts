import { readFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import { newWithdrawals, today } from './support/payouts.ts';
import { expect, test } from './support/test.ts';

// Nothing that other journeys leave behind waits for staff here.
test.use({ data: 'work list' });

/** Opens the list of a kind of work from the overview, where it says how much of it waits. */
async function take(page: Page, work: string, count: number): Promise<void> {
  await page.getByRole('link', { name: 'Overview', exact: true }).click();
  const row = page.getByRole('row', { name: new RegExp(`^${work}`) });
  await expect(async () => {
    await page.reload();
    expect(await row.getByRole('cell').first().textContent()).toMatch(new RegExp(`\\D${count}$`));
  }).toPass();
  await row.getByRole('link').click();
}

test('a day’s work is cleared from the overview alone: withdrawals, a dispute, a failed refund and an unmatched payment', async ({
  page,
  instance,
  emulator,
  link,
  partner,
}) => {
  test.slow();
  const [disputed, refunded, late] = [await link(), await link(), await link()];
  const intent = await partner.startPayment(disputed.id);
  await emulator.confirm(intent, 'pm_card_visa');
  await emulator.confirm(await partner.startPayment(refunded.id), 'pm_card_visa');
  await partner.waitFor(disputed.id, 'completed');
  const { payment_id: refundedPayment = '' } = await partner.waitFor(refunded.id, 'completed');
  const { id: dispute } = await emulator.control<{ id: string }>('stripe/dispute', {
    payment_intent: intent,
    kind: 'fraudulent',
    amount: 2000,
  });
  // The withdrawals of 450 and 200 dollars pass the day's total above which staff decide.
  await newWithdrawals({ page, instance, emulator }, [100, 450, 200]);
  await emulator.control('stripe/refunds', { mode: 'failed' });
  await page.goto(`${instance.baseUrl}/dashboard/staff/payments/${refundedPayment}`);
  await page.getByLabel('Reason', { exact: true }).fill('Asked for by the donor');
  await page.getByRole('button', { name: 'Refund payment' }).click();
  await page.getByRole('button', { name: 'Refund the payment' }).click();
  await expect(page.getByRole('main').getByRole('alert')).toContainText('The gateway rejected this refund');
  // Its link ends while the processor can no longer cancel the payment, and then it is paid.
  const lateIntent = await partner.startPayment(late.id);
  const tooLate = { kind: 'status', status: 400, code: 'payment_intent_unexpected_state', times: 1000 };
  await emulator.control('stripe/fail', { ...tooLate, method: 'POST', path: '/cancel$' });
  await instance.operate('link', 'cancel', { id: late.id });
  await emulator.confirm(lateIntent, 'pm_card_visa');
  await emulator.control('stripe/gateway_up');

  await test.step('the dispute is answered at the gateway', async () => {
    await take(page, 'Disputes to respond to', 1);
    await expect(page.getByRole('row').filter({ hasText: dispute })).toContainText('$20');
    await emulator.control('stripe/move_dispute', { dispute, status: 'under_review' });
  });
  await test.step('the failed refund is closed with a note', async () => {
    // Of the unmatched payment, the service itself tries three refunds before it leaves them to staff.
    await take(page, 'Failed refunds to resolve', 1 + 3);
    await page.getByRole('row').filter({ hasText: refundedPayment }).getByRole('rowheader').getByRole('link').click();
    await page.getByLabel('Why nothing is sent', { exact: true }).fill('The donor wants to give it after all');
    await page.getByRole('button', { name: 'Close without sending' }).click();
    await expect(page.getByRole('main')).toContainText('$50 is not sent to the donor.');
    await page.getByRole('button', { name: 'Close the failed refund' }).click();
    await expect(page.getByText('Closed. Nothing was sent')).toBeVisible();
  });
  await test.step('the unmatched payment is refunded again', async () => {
    await emulator.control('stripe/refunds', { mode: 'succeeded' });
    await take(page, 'Payments being refunded', 1);
    await page.getByRole('link', { name: /^pay_/ }).click();
    await page.getByRole('link', { name: 'Needs attention' }).first().click();
    await page.getByRole('button', { name: 'Try again' }).click();
    await expect(page.getByText('The refund is being retried.')).toBeVisible();
  });
  for (const left of [2, 1])
    await test.step('a withdrawal is approved', async () => {
      await take(page, 'Withdrawals to approve or reject', left);
      await page.getByRole('link', { name: /^wd_/ }).first().click();
      await page.getByRole('button', { name: 'Approve withdrawal' }).click();
      await expect(page.getByText('Withdrawal approved. It can be sent now.')).toBeVisible();
    });
  await test.step('the withdrawals are sent together', async () => {
    await take(page, 'Approved withdrawals to send', 3);
    await page.getByRole('link', { name: 'Payout batches' }).click();
    await page.getByRole('button', { name: 'Create batch in USD' }).click();
    await expect(page.getByText('Batch created.')).toBeVisible();
    const address = page.url();
    await page.getByRole('button', { name: 'Start sending all' }).click();
    await expect(page.getByRole('main')).toContainText('3 withdrawals of');
    await page.getByRole('button', { name: 'Start sending the batch' }).click();
    await expect(page.getByText('Sending has started')).toBeVisible();
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('link', { name: 'Download CSV' }).click(),
    ]);
    const lines = (await readFile(await download.path(), 'utf8')).trim().split('\r\n');
    expect(lines).toHaveLength(4);
    expect(lines.slice(1).join('\n')).toMatch(
      /^W\w{11},wd_\w+,Zoë Núñez,CC 1020304050,US,.*,00123456789,\d+\.00,USD,021000021,{7}$/m,
    );
    await take(page, 'Withdrawals being sent, to record', 3);
    await page.goto(address);
    await page.getByLabel('Sent on').fill(await today(page));
    await page.getByRole('button', { name: 'Mark all as sent' }).click();
    await page.getByRole('button', { name: 'Record the batch as sent' }).click();
    await expect(page.getByText('All withdrawals in this batch are recorded as sent.')).toBeVisible();
  });
  await page.getByRole('link', { name: 'Overview', exact: true }).click();
  await expect(async () => {
    await page.reload();
    expect(await page.getByRole('main').textContent()).toContain('All done. Nothing is waiting for staff.');
  }).toPass();
});
