import { expect, test } from 'vitest';
import { db } from '#lib/db.ts';
import { NOW } from '#scripts/testing/causes.ts';
import { ownDatabase } from '#scripts/testing/ledger.ts';
import { BANK_ACCOUNT, creatorWith, refusalOf, staffMember } from '#scripts/testing/withdrawals.ts';
import {
  addBankAccount,
  listBankAccounts,
  listUnverifiedBankAccounts,
  revealBankAccount,
  reviewBankAccount,
} from './bank-accounts.ts';

ownDatabase();

test('an account is kept as it was entered, blanks and dashes apart, and shown by its last four', async () => {
  const { creator } = await creatorWith(0);
  const added = await addBankAccount(creator, BANK_ACCOUNT, NOW);
  expect(added).toEqual({
    ...{ id: added.id, ownerId: creator.accountId, country: 'co', currency: 'USD' },
    ...{ bankName: 'Banco de Bogotá', accountType: 'savings', maskedNumber: '•••• 6789' },
    ...{ holderName: 'Olga Owner', state: 'unverified', reviewNote: null, createdAt: NOW },
  });
  const { accountNumber, holderDocument } = await revealBankAccount(await staffMember(), added.id);
  expect([accountNumber, holderDocument]).toEqual(['00123456789', 'CC 1020304050']);
});

test.each([
  ['accountNumber', '12'],
  ['accountNumber', 'ES12; DROP'],
  ['accountNumber', '1'.repeat(35)],
  ['country', 'XK'],
  ['currency', 'JPY'],
  ['accountType', 'offshore'],
  ['bankName', '  '],
  ['holderName', 'x'.repeat(121)],
  ['holderDocument', ''],
])('%s %j is refused by name', async (field, value) => {
  const { creator } = await creatorWith(0);
  const refused = addBankAccount(creator, { ...BANK_ACCOUNT, [field]: value } as typeof BANK_ACCOUNT, NOW);
  await expect(refused).rejects.toMatchObject({ code: 'invalid', field });
});

test.each([
  ['12345', '•••• 2345'],
  ['1234', '•••• 4'],
])('the number %s is shown as %s', async (number, shown) => {
  const { creator } = await creatorWith(0);
  const { maskedNumber } = await addBankAccount(creator, { ...BANK_ACCOUNT, accountNumber: number }, NOW);
  expect(maskedNumber).toBe(shown);
});

test('staff verifies; neither its owner does, nor another creator, nor staff for an account of their own', async () => {
  const { creator } = await creatorWith(0);
  const { creator: stranger } = await creatorWith(0);
  const staff = await staffMember();
  const { id } = await addBankAccount(creator, BANK_ACCOUNT, NOW);
  const review = (actor: typeof creator) => reviewBankAccount(actor, id, 'verified', null, NOW);
  expect(await refusalOf(review(creator))).toBe('not_allowed');
  expect(await refusalOf(review(stranger))).toBe('not_allowed');
  expect(await refusalOf(review({ ...creator, role: 'staff' }))).toBe('own_request');
  expect(await listUnverifiedBankAccounts(staff)).toContainEqual(expect.objectContaining({ id }));
  expect(await review(staff)).toMatchObject({ state: 'verified' });
  expect(await refusalOf(review(staff))).toBe('wrong_state');
  expect(await refusalOf(listUnverifiedBankAccounts(creator))).toBe('not_allowed');
});

test('of two who review at once, one does; a rejected account stays rejected', async () => {
  const { creator, staff } = await creatorWith(0);
  const { id } = await addBankAccount(creator, BANK_ACCOUNT, NOW);
  const verdicts = await Promise.all(
    [staff, await staffMember()].map((actor) =>
      refusalOf(reviewBankAccount(actor, id, 'rejected', 'not theirs', NOW)),
    ),
  );
  expect(verdicts.toSorted()).toEqual(['nothing was refused', 'wrong_state']);
  expect(await refusalOf(reviewBankAccount(staff, id, 'verified', null, NOW))).toBe('wrong_state');
});

test('the whole number is for staff, and the audit log says who looked', async () => {
  const { creator, staff, bankAccountId } = await creatorWith(0);
  expect(await revealBankAccount(staff, bankAccountId)).toEqual({
    accountNumber: '00123456789',
    holderDocument: 'CC 1020304050',
  });
  expect(await refusalOf(revealBankAccount(creator, bankAccountId))).toBe('not_allowed');
  const looks = await db().auditEntry.findMany({
    where: { subject: bankAccountId, action: 'bank_account reveal' },
  });
  expect(looks).toMatchObject([{ actor: staff.accountId, data: {} }]);
});

test('what staff has looked at cannot be changed afterwards', async () => {
  const { bankAccountId: id } = await creatorWith(0);
  const change = db().bankAccount.update({ where: { id }, data: { accountNumber: '99999999' } });
  await expect(change).rejects.toThrow('written once');
});

test('a creator sees their own accounts, staff anybody’s', async () => {
  const { creator, staff, bankAccountId } = await creatorWith(0);
  const { creator: stranger } = await creatorWith(0);
  expect((await listBankAccounts(creator)).map(({ id }) => id)).toEqual([bankAccountId]);
  expect(await listBankAccounts(staff, creator.accountId)).toHaveLength(1);
  expect(await refusalOf(listBankAccounts(stranger, creator.accountId))).toBe('not_allowed');
});

const mailsAbout = (recipient: string) =>
  db().email.findMany({
    where: { recipient, template: 'bank_account_changed' },
    orderBy: { createdAt: 'asc' },
  });

test('its owner is mailed when an account is added, verified and refused, with the reason and its last four', async () => {
  const { creator, staff } = await creatorWith(0);
  const { email } = await db().account.findUniqueOrThrow({ where: { id: creator.accountId } });
  await db().email.deleteMany({ where: { recipient: email } });
  const { id } = await addBankAccount(creator, BANK_ACCOUNT, NOW);
  await reviewBankAccount(staff, id, 'verified', null, NOW);
  await reviewBankAccount(staff, id, 'rejected', 'The bank says that it is closed', NOW);
  const mails = await mailsAbout(email);
  expect(mails.map(({ locale, data }) => [locale, data])).toMatchObject([
    ['es', { state: 'added', account: 'Banco de Bogotá •••• 6789', note: null }],
    ['es', { state: 'verified', note: null }],
    ['es', { state: 'refused', note: 'The bank says that it is closed' }],
  ]);
  expect(JSON.stringify(mails)).not.toMatch(/00123456789|1020304050/);
});

test('what was not done is not mailed', async () => {
  const { creator, staff, bankAccountId } = await creatorWith(0);
  const { email } = await db().account.findUniqueOrThrow({ where: { id: creator.accountId } });
  const before = (await mailsAbout(email)).length;
  expect(await refusalOf(reviewBankAccount(staff, bankAccountId, 'verified', null, NOW))).toBe('wrong_state');
  expect(await refusalOf(addBankAccount(creator, { ...BANK_ACCOUNT, bankName: '' }, NOW))).toBe('invalid');
  expect(await mailsAbout(email)).toHaveLength(before);
});
