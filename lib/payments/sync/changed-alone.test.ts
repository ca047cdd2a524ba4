import { expect, test } from 'vitest';
import { db } from '#lib/db.ts';
import type { RemoteDispute } from '#lib/rails/port/reversals.ts';
import { NOW, storedCause } from '#testing/causes.ts';
import { applyReport, chargeback, differences, donation, ownDatabase } from '#testing/ledger.ts';

ownDatabase();

const later = new Date(NOW.getTime() + 1);
const rowOf = async (paymentId: string) => {
  const { kind, status, amountMinor, respondBy } = await db().dispute.findFirstOrThrow({ where: { paymentId } });
  return { kind, status, amountMinor, respondBy };
};
const revisionOf = async (id: string) => (await db().payment.findUniqueOrThrow({ where: { id } })).revision;

test.each<[string, Partial<RemoteDispute>, Partial<RemoteDispute>]>([
  ['kind', { kind: 'inquiry' }, { kind: 'chargeback' }],
  ['kind of one that has ended', { kind: 'chargeback', status: 'closed' }, { kind: 'inquiry' }],
  ['status', { status: 'open' }, { status: 'lost' }],
  ['status of an inquiry, which moves no money', { kind: 'inquiry', status: 'open' }, { status: 'closed' }],
  ['end without any effect', { status: 'won' }, { status: 'closed' }],
  ['amount', { amountMinor: 3000n }, { amountMinor: 2000n }],
  ['amount of an inquiry, which moves no money', { kind: 'inquiry', amountMinor: 3000n }, { amountMinor: 2000n }],
  ['deadline', { respondBy: NOW }, { respondBy: later }],
  ['deadline, which it had not', { respondBy: null }, { respondBy: NOW }],
  ['deadline, which it lost', { respondBy: NOW }, { respondBy: null }],
])('of a dispute the %s changes, and nothing else: it is recorded, and told as new', async (_what, before, change) => {
  const paymentId = await donation((await storedCause()).key);
  const first = chargeback(`du_${paymentId}`, 'open', before);
  await applyReport(paymentId, { disputes: [first] });
  const { kind, status, amountMinor, respondBy } = { ...first, ...change };
  const revision = await revisionOf(paymentId);
  await applyReport(paymentId, { disputes: [{ ...first, ...change }] });
  expect(await rowOf(paymentId)).toEqual({ kind, status, amountMinor, respondBy });
  expect(await revisionOf(paymentId)).toBe(revision + 1);
  await applyReport(paymentId, { disputes: [{ ...first, ...change }] });
  expect(await revisionOf(paymentId)).toBe(revision + 1);
  expect(await differences()).toEqual([]);
});
