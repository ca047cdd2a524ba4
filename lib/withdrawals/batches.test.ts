import { expect, test } from 'vitest';
import { db } from '#lib/db.ts';
import { newId } from '#lib/ids.ts';
import { NOW } from '#testing/causes.ts';
import { ownDatabase } from '#testing/ledger.ts';
import { refusalOf } from '#testing/refusals.ts';
import { creatorWith, sentOn, staffMember } from '#testing/withdrawals.ts';
import { rejectBankAccount } from './bank-accounts.ts';
import { exportBatch } from './batch-file.ts';
import { cancelBatch, createBatch, markBatchNotSent, markBatchSent, startBatch } from './batches.ts';
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
  'CRC',
  'DOP',
  'GTQ',
  'PYG',
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

test('a batch takes the approved withdrawals of a currency, and each is sent exactly once', async () => {
  const { currency, creators, stateOf, staff } = await approved(2);
  const id = await createBatch(staff, currency, NOW);
  expect((await itemsOf(id)).map(({ withdrawalId }) => withdrawalId).sort()).toEqual(
    creators.map((one) => one.id).sort(),
  );
  const other = await staffMember();
  const both = async (step: (actor: typeof staff) => Promise<unknown>) =>
    (await Promise.all([staff, other].map((actor) => refusalOf(step(actor))))).toSorted();
  const sent = (actor = staff) => markBatchSent(actor, id, sentOn(NOW), NOW);
  expect(await refusalOf(sent())).toBe('batch_not_started');
  expect(await both((actor) => startBatch(actor, id, NOW))).toEqual(['batch_started', 'nothing was refused']);
  for (const one of creators) expect(await stateOf(one.id)).toBe('sending');
  expect(await both(sent)).toEqual(['batch_ended', 'nothing was refused']);
  for (const { id: withdrawalId } of creators) {
    expect(await stateOf(withdrawalId)).toBe('paid');
    const where = { withdrawalId, dedupeKey: { startsWith: 'withdrawal_paid:' } };
    expect(await db().ledgerTransaction.count({ where })).toBe(1);
  }
  const mails = await db().email.findMany({ where: { template: 'withdrawal_changed' } });
  for (const { reference, withdrawalId } of await itemsOf(id))
    expect(mails).toContainEqual(
      expect.objectContaining({
        data: expect.objectContaining({
          withdrawalId,
          state: 'paid',
          sentReference: reference,
          sentOn: '2026-11-21',
        }),
      }),
    );
});

test('a withdrawal is in one batch: not in a second one, not sent alone and not rejected meanwhile', async () => {
  const { currency, creators, stateOf, staff } = await approved(1);
  const withdrawal = creators[0]?.id ?? '';
  const made = await Promise.all([1, 2].map(() => createBatch(staff, currency, NOW).catch((error) => error.code)));
  expect(made.filter((one) => one === 'batch_empty')).toHaveLength(1);
  for (const action of ['start_sending', 'reject'] as const)
    expect(await refusalOf(changeWithdrawal(staff, withdrawal, action, 'x', NOW))).toBe('withdrawal_in_batch');
  const id = made.find((one) => one !== 'batch_empty');
  await cancelBatch(staff, id, NOW);
  expect(await refusalOf(startBatch(staff, id, NOW))).toBe('batch_ended');
  expect(await stateOf(withdrawal)).toBe('approved');
  await changeWithdrawal(staff, withdrawal, 'start_sending', null, NOW);
  expect(await refusalOf(createBatch(staff, currency, NOW))).toBe('batch_empty');
});

test('a withdrawal that is sent alone while a batch is created is sent once', async () => {
  const { currency, creators, staff } = await approved(1);
  const withdrawal = creators[0]?.id ?? '';
  const outcomes = await Promise.all([
    refusalOf(changeWithdrawal(staff, withdrawal, 'start_sending', null, NOW)),
    refusalOf(createBatch(staff, currency, NOW)),
  ]);
  expect(outcomes.filter((one) => one === 'nothing was refused')).toHaveLength(1);
});

test('who verified one of the bank accounts cannot start the batch, and then none is; nor can its requesters', async () => {
  const { currency, creators, stateOf, staff } = await approved(2);
  const id = await createBatch(staff, currency, NOW);
  const verifier = creators[0]?.verifier ?? staff;
  expect(await refusalOf(startBatch(verifier, id, NOW))).toBe('verified_by_payer');
  for (const one of creators) expect(await stateOf(one.id)).toBe('approved');
  const creator = creators[0]?.creator ?? staff;
  expect(await refusalOf(startBatch(creator, id, NOW))).toBe('not_allowed');
  expect(await refusalOf(startBatch({ ...creator, role: 'staff' }, id, NOW))).toBe('own_request');
});

test('a withdrawal that must not be sent is left out, or put back when the batch is started, and then is not in its file', async () => {
  const { currency, creators, stateOf, staff } = await approved(3);
  const [left, held, good] = creators;
  if (!left || !held || !good) throw new Error('Bug: three were asked for');
  await db().cause.update({ where: { key: left.key }, data: { state: 'funds_on_hold' } });
  const id = await createBatch(staff, currency, NOW);
  expect((await itemsOf(id)).map(({ withdrawalId }) => withdrawalId)).not.toContain(left.id);
  await rejectBankAccount(staff, held.bankAccountId, 'closed', NOW);
  expect(await startBatch(staff, id, NOW)).toEqual({ sending: 1, putBack: 1 });
  expect([await stateOf(left.id), await stateOf(held.id), await stateOf(good.id)]).toEqual([
    'approved',
    'requested',
    'sending',
  ]);
  const file = await exportBatch(staff, id, 'csv', NOW);
  expect([file.includes(held.id), file.includes(good.id)]).toEqual([false, true]);
});

test('a batch of which nothing can be sent any more is cancelled when it is started', async () => {
  const { currency, creators, stateOf, staff } = await approved(1);
  const [held] = creators;
  if (!held) throw new Error('Bug: one was asked for');
  const id = await createBatch(staff, currency, NOW);
  await rejectBankAccount(staff, held.bankAccountId, 'closed', NOW);
  expect(await startBatch(staff, id, NOW)).toEqual({ sending: 0, putBack: 1 });
  expect(await stateOf(held.id)).toBe('requested');
  expect(await refusalOf(markBatchSent(staff, id, sentOn(NOW), NOW))).toBe('batch_ended');
});

test('until a batch is started its creators cancel what is in it, which leaves it; from then on nobody does', async () => {
  const { currency, creators, stateOf, staff } = await approved(3);
  const [first, second, third] = creators;
  if (!first || !second || !third) throw new Error('Bug: three were asked for');
  const cancel = ({ creator, id }: typeof first) => changeWithdrawal(creator, id, 'cancel', null, NOW);
  const id = await createBatch(staff, currency, NOW);
  expect(await refusalOf(exportBatch(staff, id, 'csv', NOW))).toBe('batch_not_started');
  await cancel(first);
  const started = startBatch(staff, id, NOW);
  const late = refusalOf(cancel(second));
  const { sending } = await started;
  expect([await stateOf(second.id), sending]).toEqual(
    (await late) === 'wrong_state' ? ['sending', 2] : ['cancelled', 1],
  );
  const file = await exportBatch(staff, id, 'csv', NOW);
  expect([file.includes(first.id), file.includes(third.id)]).toEqual([false, true]);
  expect(await refusalOf(cancel(third))).toBe('wrong_state');
  expect(await refusalOf(cancelBatch(staff, id, NOW))).toBe('batch_started');
  expect(await refusalOf(changeWithdrawal(staff, third.id, 'mark_not_sent', 'x', NOW))).toBe('withdrawal_in_batch');
});

test('a batch is recorded as sent whatever became of its balances, and as not sent only as a whole', async () => {
  const { currency, creators, stateOf, staff } = await approved(2);
  const id = await createBatch(staff, currency, NOW);
  await startBatch(staff, id, NOW);
  const early = { day: '2026-11-20', zone: 'UTC' };
  expect(await refusalOf(markBatchSent(staff, id, early, NOW))).toBe('sent_before_start');
  for (const { bankAccountId, key } of creators) {
    await rejectBankAccount(staff, bankAccountId, 'closed', NOW);
    await db().cause.update({ where: { key }, data: { state: 'fraud' } });
  }
  await markBatchNotSent(staff, id, 'The bank refused the file', NOW);
  for (const one of creators)
    expect(await db().withdrawal.findUniqueOrThrow({ where: { id: one.id } })).toMatchObject({
      state: 'requested',
      heldFor: 'not_sent',
      note: 'The bank refused the file',
      sendingAt: null,
    });
  expect(await refusalOf(markBatchSent(staff, id, sentOn(NOW), NOW))).toBe('batch_ended');
  expect(await refusalOf(exportBatch(staff, id, 'csv', NOW))).toBe('batch_ended');

  const again = await approved(1);
  const [its] = again.creators;
  if (!its) throw new Error('Bug: one was asked for');
  const second = await createBatch(staff, again.currency, NOW);
  await startBatch(staff, second, NOW);
  await rejectBankAccount(staff, its.bankAccountId, 'closed', NOW);
  await db().cause.update({ where: { key: its.key }, data: { state: 'fraud' } });
  expect(await markBatchSent(staff, second, sentOn(NOW), NOW)).toBe(1);
  expect(await stateOf(its.id)).toBe('paid');
});

test('the file has whole numbers and a reference for each, is the same every time, and each download is audited', async () => {
  const { currency, creators, staff } = await approved(1);
  const id = await createBatch(staff, currency, NOW);
  const [item] = await itemsOf(id);
  await startBatch(staff, id, NOW);
  const first = await exportBatch(staff, id, 'csv', NOW);
  expect(first.split('\r\n')[1]).toBe(
    `${item?.reference},${creators[0]?.id},Olga Owner,Passport 1020304050,US,First Bank,savings,00123456789,10.00,${currency},,,,,,,,`,
  );
  await markBatchSent(staff, id, sentOn(NOW), NOW);
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
  await startBatch(staff, id, NOW);
  const file = await exportBatch(staff, id, 'csv', NOW);
  const lines = file.trim().split('\r\n').slice(1);
  expect(lines.map((line) => line.split(',')[1])).toEqual(inOrder);
});

test('two batches of creators in common, created at the same moment, do not deadlock', async () => {
  const { currency, staff } = await approved(4);
  const made = await Promise.all([1, 2, 3].map(() => refusalOf(createBatch(staff, currency, NOW))));
  expect(made.sort()).toEqual(['batch_empty', 'batch_empty', 'nothing was refused']);
});

test('a withdrawal that can be sent gets into a batch, although 100 older ones must not be sent', async () => {
  const held = await creatorWith(200_000, { currency: 'GBP' });
  const { id: oldest } = await held.ask(1, {}, new Date(NOW.getTime() - 60_000));
  const row = await db().withdrawal.findUniqueOrThrow({ where: { id: oldest } });
  await db().withdrawal.createMany({
    data: Array.from({ length: 99 }, (_, n) => {
      const requestedAt = new Date(row.requestedAt.getTime() + n + 1);
      return { ...row, id: newId('withdrawal'), idempotencyKey: `${row.idempotencyKey}:${n}`, requestedAt };
    }),
  });
  expect(await db().withdrawal.count({ where: { causeKey: held.key, state: 'approved' } })).toBe(100);
  const good = await creatorWith(200_000, { currency: 'GBP' });
  const { id: withdrawalId } = await good.ask(10, {}, NOW);
  await db().cause.update({ where: { key: held.key }, data: { state: 'funds_on_hold' } });
  const batchId = await createBatch(await staffMember(), 'GBP', NOW);
  expect(await db().payoutItem.findMany({ where: { batchId }, select: { withdrawalId: true } })).toEqual([
    { withdrawalId },
  ]);
});
