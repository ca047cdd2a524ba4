import { expect, test } from 'vitest';
import { db } from '#lib/db.ts';
import { NOW } from '#testing/causes.ts';
import { ownDatabase } from '#testing/ledger.ts';
import { refusalOf } from '#testing/refusals.ts';
import { creatorWith, staffMember } from '#testing/withdrawals.ts';
import { rejectBankAccount } from './bank-accounts.ts';
import { exportBatch } from './batch-file.ts';
import { cancelBatch, createBatch, sendBatch } from './batches.ts';
import { changeWithdrawal } from './change.ts';

ownDatabase();

/** Each test has a currency of its own, because a batch takes all approved withdrawals in one. */
const CURRENCIES = [
  'USD',
  'EUR',
  'GBP',
  'MXN',
  'BRL',
  'COP',
  'CLP',
  'PEN',
  'CAD',
  'AUD',
  'UYU',
  'BOB',
] as const;
let used = 0;

/** Some approved withdrawals of as many creators. */
async function approved(count: number, requestedAt = (_nth: number) => NOW) {
  const currency = CURRENCIES[used++];
  if (!currency) throw new Error('Bug: no currency is left');
  const creators = [];
  for (let n = 0; n < count; n++) {
    const world = await creatorWith(200_000, { currency });
    const { id } = await world.ask(10, {}, requestedAt(n));
    creators.push({ ...world, id });
  }
  const stateOf = async (id: string) => (await db().withdrawal.findUniqueOrThrow({ where: { id } })).state;
  return { currency, creators, stateOf, staff: await staffMember() };
}

const itemsOf = (batchId: string) => db().payoutItem.findMany({ where: { batchId } });

test('a batch takes the approved withdrawals of a currency, and marks each as paid exactly once', async () => {
  const { currency, creators, stateOf, staff } = await approved(2);
  const id = await createBatch(staff, currency, NOW);
  expect((await itemsOf(id)).map(({ withdrawalId }) => withdrawalId).sort()).toEqual(
    creators.map((one) => one.id).sort(),
  );
  const other = await staffMember();
  const twice = await Promise.all([staff, other].map((actor) => refusalOf(sendBatch(actor, id, NOW))));
  expect(twice.sort()).toEqual(['batch_ended', 'nothing was refused']);
  for (const { id: withdrawalId } of creators) {
    expect(await stateOf(withdrawalId)).toBe('paid');
    const where = { withdrawalId, dedupeKey: { startsWith: 'withdrawal_paid:' } };
    expect(await db().ledgerTransaction.count({ where })).toBe(1);
  }
  const mails = await db().email.findMany({ where: { template: 'withdrawal_changed' } });
  for (const { reference, withdrawalId } of await itemsOf(id))
    expect(mails).toContainEqual(
      expect.objectContaining({
        data: expect.objectContaining({ withdrawalId, state: 'paid', note: reference }),
      }),
    );
});

test('a withdrawal is in one batch: not in a second one, not paid alone and not failed meanwhile', async () => {
  const { currency, creators, stateOf, staff } = await approved(1);
  const withdrawal = creators[0]?.id ?? '';
  const made = await Promise.all(
    [1, 2].map(() => createBatch(staff, currency, NOW).catch((error) => error.code)),
  );
  expect(made.filter((one) => one === 'batch_empty')).toHaveLength(1);
  for (const action of ['pay', 'fail'] as const)
    expect(await refusalOf(changeWithdrawal(staff, withdrawal, action, 'x', NOW))).toBe(
      'withdrawal_in_batch',
    );
  const id = made.find((one) => one !== 'batch_empty');
  await cancelBatch(staff, id, NOW);
  expect(await refusalOf(sendBatch(staff, id, NOW))).toBe('batch_ended');
  expect(await stateOf(withdrawal)).toBe('approved');
  await changeWithdrawal(staff, withdrawal, 'pay', 'alone', NOW);
  expect(await refusalOf(createBatch(staff, currency, NOW))).toBe('batch_empty');
});

test('a withdrawal that is paid alone while a batch is created is paid once', async () => {
  const { currency, creators, staff } = await approved(1);
  const withdrawal = creators[0]?.id ?? '';
  const outcomes = await Promise.all([
    refusalOf(changeWithdrawal(staff, withdrawal, 'pay', 'alone', NOW)),
    refusalOf(createBatch(staff, currency, NOW)),
  ]);
  expect(outcomes.filter((one) => one === 'nothing was refused')).toHaveLength(1);
});

test('who verified one of the bank accounts cannot mark the batch as sent, and then none is', async () => {
  const { currency, creators, stateOf, staff } = await approved(2);
  const id = await createBatch(staff, currency, NOW);
  const verifier = creators[0]?.verifier ?? staff;
  expect(await refusalOf(sendBatch(verifier, id, NOW))).toBe('verified_by_payer');
  for (const one of creators) expect(await stateOf(one.id)).toBe('approved');
  const creator = creators[0]?.creator ?? staff;
  expect(await refusalOf(sendBatch(creator, id, NOW))).toBe('not_allowed');
  expect(await refusalOf(sendBatch({ ...creator, role: 'staff' }, id, NOW))).toBe('own_request');
});

test('a withdrawal that must not be sent is left out, stops the file, and is put back when the batch is sent', async () => {
  const { currency, creators, stateOf, staff } = await approved(3);
  const [left, held, good] = creators;
  if (!left || !held || !good) throw new Error('Bug: three were asked for');
  await db().cause.update({ where: { key: left.key }, data: { state: 'funds_on_hold' } });
  const id = await createBatch(staff, currency, NOW);
  expect((await itemsOf(id)).map(({ withdrawalId }) => withdrawalId)).not.toContain(left.id);
  await exportBatch(staff, id, 'csv', NOW);
  await rejectBankAccount(staff, held.bankAccountId, 'closed', NOW);
  expect(await refusalOf(exportBatch(staff, id, 'csv', NOW))).toBe('batch_held');
  expect(await sendBatch(staff, id, NOW)).toEqual({ paid: 1, putBack: 1 });
  expect([await stateOf(left.id), await stateOf(held.id), await stateOf(good.id)]).toEqual([
    'approved',
    'requested',
    'paid',
  ]);
});

test('the file has whole numbers and a reference for each, is the same every time, and each download is audited', async () => {
  const { currency, creators, staff } = await approved(1);
  const id = await createBatch(staff, currency, NOW);
  const [item] = await itemsOf(id);
  const first = await exportBatch(staff, id, 'csv', NOW);
  expect(first.split('\r\n')[1]).toBe(
    `${item?.reference},${creators[0]?.id},Olga Owner,Passport 1020304050,US,First Bank,savings,00123456789,10.00,${currency},,,,,,,,`,
  );
  await sendBatch(staff, id, NOW);
  expect(await exportBatch(staff, id, 'csv', NOW)).toBe(first);
  const audited = await db().auditEntry.count({ where: { subject: id, action: 'batch.export' } });
  expect(audited).toBe(2);
  // No account that pays is configured.
  expect(await refusalOf(exportBatch(staff, id, 'xml', NOW))).toBe('batch_not_found');
  const creator = creators[0]?.creator ?? staff;
  expect(await refusalOf(exportBatch(creator, id, 'csv', NOW))).toBe('not_allowed');
});

test('a batch lists its withdrawals in the order in which they were requested', async () => {
  const minutesAgo = (minutes: number) => new Date(NOW.getTime() - minutes * 60_000);
  const { currency, creators, staff } = await approved(5, minutesAgo);
  const inOrder = creators.map(({ id }) => id).toReversed();
  const id = await createBatch(staff, currency, NOW);
  const file = await exportBatch(staff, id, 'csv', NOW);
  const lines = file.trim().split('\r\n').slice(1);
  expect(lines.map((line) => line.split(',')[1])).toEqual(inOrder);
});

test('two batches of creators in common, created at the same moment, do not deadlock', async () => {
  const { currency, staff } = await approved(4);
  const made = await Promise.all([1, 2, 3].map(() => refusalOf(createBatch(staff, currency, NOW))));
  expect(made.sort()).toEqual(['batch_empty', 'batch_empty', 'nothing was refused']);
});
