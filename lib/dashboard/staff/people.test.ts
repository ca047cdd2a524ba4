// @module-tag full

import { expect, test } from 'vitest';
import { db, transaction } from '#lib/db.ts';
import { listRecords } from '#lib/payments/views/list-records.ts';
import { eraseCreator } from '#lib/people/erase-creator.ts';
import { listOwnWithdrawals } from '#lib/withdrawals/list.ts';
import { NOW } from '#testing/causes.ts';
import { applyReport, chargeback, donation, ownDatabase } from '#testing/ledger.ts';
import { creatorWith, staffMember } from '#testing/withdrawals.ts';
import { findCreatorDetail } from './creators.ts';
import { findDonorDetail } from './donors.ts';
import { findPeople } from './find-people.ts';
import { addNote, listNotes, noteSubjectExists } from './notes.ts';

ownDatabase();

async function given(key: string, more: object): Promise<string> {
  const id = await donation(key, { amountMajor: 40 });
  await db().payment.update({ where: { id }, data: more });
  return id;
}

test('a donor is everybody that gave with one address, in any case, also where it was left for the receipt alone', async () => {
  const [one, other] = [await creatorWith(0), await creatorWith(0)];
  const first = await given(one.key, { donorEmail: 'Rosa@example.org', donorName: 'Rosa' });
  const second = await given(other.key, { receiptEmail: 'rosa@EXAMPLE.org' });
  await given(one.key, { donorEmail: 'rosario@example.org' });
  for (const id of [first, second]) {
    const donor = await findDonorDetail(id, undefined);
    expect(donor?.donations.map((row) => row.id).sort()).toEqual([first, second].sort());
    expect(donor).toMatchObject({
      names: { rows: ['Rosa'], isCut: false },
      totals: [{ count: 2, given: { amountMajor: 80 } }],
    });
  }
  expect(await findDonorDetail(await given(one.key, {}), undefined)).toBeNull();
});

test('no more of a donation is refunded or charged back than it was, whatever its refunds and disputes add up to', async () => {
  const { key } = await creatorWith(0);
  const id = await given(key, { donorEmail: 'twice@example.org' });
  await applyReport(id, { refundedMinor: 4000n });
  await applyReport(id, { disputes: [chargeback('du_twice', 'lost', { amountMinor: 4000n })] });
  await applyReport(await given(key, { donorEmail: 'twice@example.org' }), { refundedMinor: 1000n });
  const rows = (await listRecords([key], {}, undefined, 10)).rows;
  const reversed = rows.reduce((sum, row) => sum + row.refundedMinor + row.chargedBackMinor, 0);
  expect(reversed).toBe(5000);
  expect((await findDonorDetail(id, undefined))?.totals).toMatchObject([
    { count: 2, given: { amountMajor: 80 }, reversed: { amountMajor: 50 } },
  ]);
});

test('a note on a donor is on the page of each of their payments, and notes cannot be changed', async () => {
  const { key } = await creatorWith(0);
  const [first, second] = [
    await given(key, { donorEmail: 'nora@example.org' }),
    await given(key, { donorEmail: 'nora@example.org' }),
  ];
  const { id: accountId } = await staffMember();
  await transaction((tx) => addNote(tx, { kind: 'donor', id: first, text: 'Called' }, accountId, NOW));
  expect((await findDonorDetail(second, undefined))?.notes).toMatchObject({
    rows: [{ text: 'Called', by: { id: accountId } }],
    isCut: false,
  });
  expect(await listNotes('payment', first)).toEqual({ rows: [], isCut: false });
  await expect(db().note.updateMany({ data: { text: 'Changed' } })).rejects.toThrow();
  expect(await noteSubjectExists(db(), 'cause', 'nothing')).toBe(false);
});

test('people are found by the whole or the beginning of an email or a name; donors once for each address', async () => {
  const { key, creator } = await creatorWith(0);
  const { email } = await db().account.findUniqueOrThrow({ where: { id: creator.id } });
  await given(key, { donorEmail: 'zacarias@example.org', donorName: 'Zacarías' });
  await given(key, { donorEmail: 'Zacarias@example.org', donorName: 'Zacarías' });
  expect(await findPeople(email.toUpperCase(), 10)).toMatchObject([{ kind: 'creator', id: creator.id }]);
  for (const hint of ['ZACARIAS@example.org', 'zacar', 'zacarías'])
    expect(await findPeople(hint, 10)).toMatchObject([{ kind: 'donor', name: 'Zacarías' }]);
  expect(await findPeople('za', 10)).toEqual([]);
});

test('the page of a creator has causes, balances, withdrawals, bank accounts and mails', async () => {
  const { key, creator, staff, bankAccountId, ask } = await creatorWith(2000);
  const { id } = await ask(100);
  const viewer = { id: staff.id, name: 'Sam', role: 'staff' } as const;
  const found = await findCreatorDetail(viewer, creator.id, NOW);
  expect(found).toMatchObject({
    causes: [{ key }],
    withdrawals: [{ id }],
    accounts: [{ id: bankAccountId, state: 'verified' }],
    balances: [{ currency: 'USD', collected: { amountMajor: 2000 }, reserved: { amountMajor: 100 } }],
  });
  expect(found?.mails.rows.map(({ template }) => template)).toContain('withdrawal_changed');
  expect(await findCreatorDetail(viewer, 'acc_nobody', NOW)).toBeNull();
});

test('the notes and mails of a person are the newest, and more than are shown is said', async () => {
  const { key, creator, staff } = await creatorWith(0);
  const email = 'many@example.org';
  const id = await given(key, { donorEmail: email });
  const at = (n: number) => new Date(NOW.getTime() + n * 1000);
  const store = async (from: number, count: number, mails: number) => {
    const numbers = (length: number) => Array.from({ length }, (_, n) => from + n);
    await db().note.createMany({
      data: numbers(count).map((n) => ({
        ...{ id: `note_many_${n}`, kind: 'donor', subject: id, authorId: staff.id, text: `${n}`, createdAt: at(n) },
      })),
    });
    await db().email.createMany({
      data: numbers(mails).map((n) => ({
        ...{
          id: `em_many_${n}`,
          recipient: email,
          template: 'donation_completed',
          locale: 'en',
          data: {},
          createdAt: at(n),
        },
      })),
    });
  };
  const shown = async () => {
    const { notes, mails } = (await findDonorDetail(id, undefined)) ?? {};
    return [notes?.rows.length, notes?.isCut, mails?.rows.length, mails?.isCut];
  };
  await store(0, 100, 50);
  expect(await shown()).toEqual([100, false, 50, false]);
  await store(100, 1, 1);
  expect(await shown()).toEqual([100, true, 50, true]);
  for (const donorName of ['A', 'B', 'C', 'D', 'E', 'F']) await given(key, { donorEmail: email, donorName });
  const { names } = (await findDonorDetail(id, undefined)) ?? {};
  expect([names?.rows.length, names?.isCut]).toEqual([5, true]);
  expect((await findCreatorDetail({ ...creator, role: 'staff' }, creator.id, NOW))?.notes.isCut).toBe(false);
});

test('the page of a creator with many withdrawals has the latest, and says that there are more', async () => {
  const { key, creator, staff, bankAccountId } = await creatorWith(0);
  const store = (from: number, count: number) =>
    db().withdrawal.createMany({
      data: Array.from({ length: count }, (_, n) => ({
        ...{ id: `wd_many_${from + n}`, causeKey: key, bankAccountId, requestedBy: creator.id, amount: 1n },
        ...{ idempotencyKey: `${from + n}`, currency: 'USD', reason: '', state: 'cancelled', decidedAt: NOW },
        requestedAt: new Date(NOW.getTime() + (from + n) * 1000),
      })),
    });
  const viewer = { id: staff.id, name: 'Sam', role: 'staff' } as const;
  const shown = async () => {
    const found = await findCreatorDetail(viewer, creator.id, NOW);
    return [found?.withdrawals.length, found?.withdrawals[0]?.id, found?.hasMoreWithdrawals];
  };
  const next = async () => (await listOwnWithdrawals(creator)).after;
  await store(0, 50);
  expect(await shown()).toEqual([50, 'wd_many_49', false]);
  expect(await next()).toBeNull();
  await store(50, 1);
  expect(await next()).not.toBeNull();
  expect(await shown()).toEqual([50, 'wd_many_50', true]);
});

test('the page of an erased creator has no address, so that nothing more can be erased there', async () => {
  const { creator, staff } = await creatorWith(0);
  await db().cause.updateMany({ where: { ownerId: creator.id }, data: { state: 'archived' } });
  const viewer = { id: staff.id, name: 'Sam', role: 'staff' } as const;
  expect((await findCreatorDetail(viewer, creator.id, NOW))?.email).toContain('@');
  await transaction((tx) => eraseCreator(tx, creator.id, { by: staff.id, reason: 'A letter' }, NOW));
  expect(await findCreatorDetail(viewer, creator.id, NOW)).toMatchObject({ email: null, phone: null });
});
