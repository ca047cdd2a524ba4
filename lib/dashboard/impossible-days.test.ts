import { expect, test } from 'vitest';
import { createBatch, startBatch } from '#lib/withdrawals/batches.ts';
import { changeWithdrawal } from '#lib/withdrawals/change.ts';
import { staffBrowser } from '#testing/browser-session.ts';
import { bouncedRefund, dayFromNow, sendByHand } from '#testing/by-hand.ts';
import { runningService } from '#testing/running-service.ts';
import { creatorWith } from '#testing/withdrawals.ts';

/** A day on which nothing can have been sent is refused by the form that names it, before anything is confirmed. */

const { service, partner } = runningService();

/** A day before anything of these tests, and one after them wherever their reader is. */
const [BEFORE, AFTER] = [dayFromNow(-3), dayFromNow(3)];

async function refusals(action: string, fields: (day: string) => Record<string, string>) {
  const { send, resultOf } = await staffBrowser(service);
  const refusalOf = async (day: string) => {
    const result = await resultOf(await send(action, { ...fields(day), zone: 'UTC' }));
    return result?.kind === 'refused' ? result.errors : result;
  };
  return [await refusalOf(BEFORE), await refusalOf(AFTER)];
}

test('of a withdrawal', async () => {
  const { ask, staff } = await creatorWith(100);
  const { id } = await ask(50);
  const { version } = await changeWithdrawal(staff, id, 'start_sending', null, new Date());
  const form = (day: string) => ({ id, seen: String(version), reference: 'TRX 1', day });
  expect(await refusals('withdrawal.mark_sent', form)).toEqual([
    [{ field: 'day', code: 'sentBeforeStart' }],
    [{ field: 'day', code: 'sentInFuture' }],
  ]);
});

test('of a payout batch', async () => {
  const { ask, staff } = await creatorWith(100, { currency: 'MXN', country: 'mx' });
  await ask(50);
  const id = await createBatch(staff, 'MXN', new Date());
  await startBatch(staff, id, new Date());
  expect(await refusals('batch.mark_sent', (day) => ({ id, day }))).toEqual([
    [{ field: 'day', code: 'sentBeforeStart' }],
    [{ field: 'day', code: 'sentInFuture' }],
  ]);
});

test('of a transfer in place of a failed refund, and of its return', async () => {
  const { refundId } = await bouncedRefund({ service, partner }, { email: 'days@example.org' });
  const sent = { id: refundId, amount: '50', reference: 'TRX 2', reason: 'Their account is closed', seen: '5000' };
  const impossible = [[{ field: 'sent_on', code: 'sentOn' }], [{ field: 'sent_on', code: 'sentOn' }]];
  expect(await refusals('refund.record_transfer', (day) => ({ ...sent, sent_on: day }))).toEqual(impossible);
  const { id } = await sendByHand(refundId);
  const returned = [[{ field: 'returned_on', code: 'returnedOn' }], [{ field: 'returned_on', code: 'returnedOn' }]];
  const form = (day: string) => ({ id, reason: 'Account unknown', returned_on: day });
  expect(await refusals('refund.record_return', form)).toEqual(returned);
});
