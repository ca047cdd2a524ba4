import { expect, test } from 'vitest';
import type { Currency } from '#lib/currencies.ts';
import { db } from '#lib/db.ts';
import { rejectBankAccount } from '#lib/withdrawals/bank-accounts.ts';
import { createBatch, markBatchSent, startBatch } from '#lib/withdrawals/batches.ts';
import { changeWithdrawal } from '#lib/withdrawals/change.ts';
import { staffBrowser } from '#testing/browser-session.ts';
import { dayFromNow } from '#testing/by-hand.ts';
import { runningService } from '#testing/running-service.ts';
import { creatorWith } from '#testing/withdrawals.ts';
import { findBatchDetail } from './staff/batches.ts';
import { reviewOfBatch } from './staff/reviews.ts';

/** A batch of which nothing is left to send when somebody starts it: neither its review nor its notice names a transfer. */

const { service } = runningService();

type Creator = Awaited<ReturnType<typeof creatorWith>> & { id: string };

async function startAfter(currency: Currency, event: (creator: Creator) => Promise<unknown>) {
  const creator = await creatorWith(100, { currency });
  const { id: withdrawal } = await creator.ask(50);
  const id = await createBatch(creator.staff, currency, new Date());
  await event({ ...creator, id: withdrawal });
  const { lines } = await reviewOfBatch(db(), id, { step: 'start_sending', now: new Date() });
  const { send, resultOf } = await staffBrowser(service);
  const result = await resultOf(await send('batch.start_sending', { id, confirmed: 'yes' }));
  return [lines.map(({ code }) => code), result?.kind === 'done' ? result.notice : result];
}

test('because nothing in it meets the conditions any more', async () => {
  const rejected = ({ staff, bankAccountId }: Creator) => rejectBankAccount(staff, bankAccountId, 'closed', new Date());
  expect(await startAfter('MXN', rejected)).toEqual([['batchHeld', 'batchNothing', 'batchTold'], 'batchEmptied']);
});

test('because its creators have canceled', async () => {
  const canceled = ({ creator, id }: Creator) => changeWithdrawal(creator, id, 'cancel', null, new Date());
  expect(await startAfter('BRL', canceled)).toEqual([['batchNothing'], 'batchEmptied']);
});

test('one that was sent names the day that was typed', async () => {
  const { staff, ask } = await creatorWith(100, { currency: 'PEN' });
  await ask(50);
  const id = await createBatch(staff, 'PEN', new Date());
  const sentOn = async () => (await findBatchDetail(staff, id, new Date()))?.sentOn;
  await startBatch(staff, id, new Date());
  expect(await sentOn()).toBeNull();
  const day = dayFromNow(1);
  await markBatchSent(staff, id, { day, zone: 'UTC' }, new Date(Date.now() + 3 * 86_400_000));
  expect(await sentOn()).toBe(day);
});
