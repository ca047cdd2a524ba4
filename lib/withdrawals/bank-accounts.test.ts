import { expect, test } from 'vitest';
import { db, transaction } from '#lib/db.ts';
import { NOW } from '#testing/causes.ts';
import { ownDatabase } from '#testing/ledger.ts';
import { refusalOf } from '#testing/refusals.ts';
import { creatorWith, EVIDENCE, NEW_BANK_ACCOUNT, staffMember, verifyAccount } from '#testing/withdrawals.ts';
import {
  addBankAccount,
  listBankAccounts,
  listUnverifiedBankAccounts,
  rejectBankAccount,
  revealBankAccount,
  verifyBankAccount,
} from './bank-accounts.ts';
import { readEvidence } from './evidence.ts';

ownDatabase();

test('an account is stored as entered, without blanks and dashes, and shown by its last four digits', async () => {
  const { creator } = await creatorWith(0);
  const added = await transaction((tx) => addBankAccount(tx, creator, NEW_BANK_ACCOUNT, NOW));
  expect(added).toEqual({
    id: added.id,
    ownerId: creator.id,
    country: 'us',
    currency: 'USD',
    accountType: 'savings',
    bankName: 'First Bank',
    bankCodes: { routingNumber: '021000021' },
    maskedNumber: '•••• 6789',
    holderName: 'Olga Owner',
    state: 'unverified',
    reviewNote: null,
    createdAt: NOW,
  });
  const { accountNumber, holderDocument } = await revealBankAccount(await staffMember(), added.id);
  expect([accountNumber, holderDocument]).toEqual(['00123456789', 'Passport 1020304050']);
});

test.each([
  ['12345', '•••• 2345'],
  ['1234', '•••• 4'],
])('the number %s is shown as %s', async (number, shown) => {
  const { creator } = await creatorWith(0);
  const { maskedNumber } = await transaction((tx) =>
    addBankAccount(tx, creator, { ...NEW_BANK_ACCOUNT, accountNumber: number }, NOW),
  );
  expect(maskedNumber).toBe(shown);
});

test('staff verifies; its owner, another creator, and staff for their own account cannot', async () => {
  const { creator } = await creatorWith(0);
  const { creator: stranger } = await creatorWith(0);
  const staff = await staffMember();
  const { id } = await transaction((tx) => addBankAccount(tx, creator, NEW_BANK_ACCOUNT, NOW));
  const review = (actor: typeof creator) => verifyAccount(actor, id);
  expect(await refusalOf(review(creator))).toBe('not_allowed');
  expect(await refusalOf(review(stranger))).toBe('not_allowed');
  expect(await refusalOf(review({ ...creator, role: 'staff' }))).toBe('own_request');
  expect(await listUnverifiedBankAccounts(staff)).toContainEqual(expect.objectContaining({ id }));
  expect(await review(staff)).toMatchObject({ state: 'verified' });
  expect(await refusalOf(review(staff))).toBe('wrong_state');
  expect(await refusalOf(listUnverifiedBankAccounts(creator))).toBe('not_allowed');
});

test('whoever verifies has had the number and the document shown to them: nobody else’s view counts', async () => {
  const { creator } = await creatorWith(0);
  const { id } = await transaction((tx) => addBankAccount(tx, creator, NEW_BANK_ACCOUNT, NOW));
  const [staff, other] = [await staffMember(), await staffMember()];
  await revealBankAccount(other, id);
  const verify = () => verifyBankAccount(staff, id, { note: null, evidence: EVIDENCE }, NOW);
  expect(await refusalOf(verify())).toBe('bank_account_not_revealed');
  expect(await db().bankAccountEvidence.count({ where: { bankAccountId: id } })).toBe(0);
  await revealBankAccount(staff, id);
  expect(await verify()).toMatchObject({ state: 'verified' });
});

const PDF = new TextEncoder().encode('%PDF-1.7 a statement');

test('a file of evidence is stored encrypted, and each view of it by staff is audited', async () => {
  const { creator } = await creatorWith(0);
  const { id } = await transaction((tx) => addBankAccount(tx, creator, NEW_BANK_ACCOUNT, NOW));
  const staff = await staffMember();
  await revealBankAccount(staff, id);
  const bad = { note: null, evidence: { file: new TextEncoder().encode('<svg>') } };
  expect(await refusalOf(verifyBankAccount(staff, id, bad, NOW))).toBe('evidence_needed');
  await verifyBankAccount(staff, id, { note: null, evidence: { file: PDF } }, NOW);
  const stored = await db().bankAccountEvidence.findUniqueOrThrow({ where: { bankAccountId: id } });
  expect(Buffer.from(stored.content ?? []).toString('latin1')).not.toContain('statement');
  expect(await refusalOf(readEvidence(creator, id))).toBe('not_allowed');
  const file = await readEvidence(staff, id);
  expect(file).toMatchObject({ mediaType: 'application/pdf', fileName: `${id}.pdf` });
  expect(Buffer.from(file?.bytes ?? []).toString()).toBe('%PDF-1.7 a statement');
  const views = await db().auditEntry.findMany({
    where: { subject: id, action: 'bank_account.read_evidence' },
  });
  expect(views).toMatchObject([{ actor: staff.id }]);
});

test('a rejection says why', async () => {
  const { staff, bankAccountId } = await creatorWith(0);
  expect(await refusalOf(rejectBankAccount(staff, bankAccountId, ' ', NOW))).toBe('reason_needed');
});

test('of two concurrent reviews one is made; a rejected account stays rejected', async () => {
  const { creator, staff } = await creatorWith(0);
  const { id } = await transaction((tx) => addBankAccount(tx, creator, NEW_BANK_ACCOUNT, NOW));
  const verdicts = await Promise.all(
    [staff, await staffMember()].map((actor) => refusalOf(rejectBankAccount(actor, id, 'not theirs', NOW))),
  );
  expect(verdicts.toSorted()).toEqual(['nothing was refused', 'wrong_state']);
  expect(await refusalOf(verifyAccount(staff, id))).toBe('wrong_state');
});

test('the whole number is for staff, and the audit log has every view', async () => {
  const { creator, staff, verifier, bankAccountId } = await creatorWith(0);
  expect(await revealBankAccount(staff, bankAccountId)).toEqual({
    accountNumber: '00123456789',
    holderDocument: 'Passport 1020304050',
  });
  expect(await refusalOf(revealBankAccount(creator, bankAccountId))).toBe('not_allowed');
  const looks = await db().auditEntry.findMany({
    where: { subject: bankAccountId, action: 'bank_account.reveal' },
    orderBy: { at: 'asc' },
  });
  // The first is that of who verified it.
  expect(looks.map(({ actor }) => actor)).toEqual([verifier.id, staff.id]);
});

test('an account cannot be changed after its review', async () => {
  const { bankAccountId: id } = await creatorWith(0);
  const change = db().bankAccount.update({ where: { id }, data: { accountNumber: '99999999' } });
  await expect(change).rejects.toThrow('written once');
});

test('a creator sees their own accounts, staff all', async () => {
  const { creator, staff, bankAccountId } = await creatorWith(0);
  const { creator: stranger } = await creatorWith(0);
  expect((await listBankAccounts(creator)).map(({ id }) => id)).toEqual([bankAccountId]);
  expect(await listBankAccounts(staff, creator.id)).toHaveLength(1);
  expect(await refusalOf(listBankAccounts(stranger, creator.id))).toBe('not_allowed');
});

const mailsAbout = (recipient: string) =>
  db().email.findMany({
    where: { recipient, template: 'bank_account_changed' },
    orderBy: { createdAt: 'asc' },
  });

test('its owner is mailed when an account is added, verified and rejected, with the reason and its last four digits', async () => {
  const { creator, staff } = await creatorWith(0);
  const { email } = await db().account.findUniqueOrThrow({ where: { id: creator.id } });
  await db().email.deleteMany({ where: { recipient: email } });
  const { id } = await transaction((tx) => addBankAccount(tx, creator, NEW_BANK_ACCOUNT, NOW));
  await verifyAccount(staff, id);
  await rejectBankAccount(staff, id, 'The bank says that it is closed', NOW);
  const mails = await mailsAbout(email);
  expect(mails.map(({ locale, data }) => [locale, data])).toMatchObject([
    ['en', { state: 'added', account: 'First Bank •••• 6789', note: null }],
    ['en', { state: 'verified', note: null }],
    ['en', { state: 'refused', note: 'The bank says that it is closed' }],
  ]);
  expect(JSON.stringify(mails)).not.toMatch(/00123456789|1020304050/);
});

test('an action that was rolled back is not mailed', async () => {
  const { creator, staff, bankAccountId } = await creatorWith(0);
  const { email } = await db().account.findUniqueOrThrow({ where: { id: creator.id } });
  const before = (await mailsAbout(email)).length;
  expect(await refusalOf(verifyAccount(staff, bankAccountId))).toBe('wrong_state');
  const tooLong = { ...NEW_BANK_ACCOUNT, bankName: 'x'.repeat(121) };
  await expect(transaction((tx) => addBankAccount(tx, creator, tooLong, NOW))).rejects.toThrow('bank_accounts_names');
  expect(await mailsAbout(email)).toHaveLength(before);
});

test('its owner is mailed in their language, also about a bank in another country', async () => {
  const { creator } = await creatorWith(0, { country: 'co' });
  const { email } = await db().account.findUniqueOrThrow({ where: { id: creator.id } });
  await db().email.deleteMany({ where: { recipient: email } });
  await transaction((tx) => addBankAccount(tx, creator, NEW_BANK_ACCOUNT, NOW));
  expect(await mailsAbout(email)).toMatchObject([{ locale: 'es' }]);
});
