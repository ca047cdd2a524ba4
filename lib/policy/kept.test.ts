import { expect, test } from 'vitest';
import { createKey } from '#lib/clients/keys.ts';
import { db, transaction } from '#lib/db.ts';
import { newId } from '#lib/ids.ts';
import { createBatch, markBatchSent, startBatch } from '#lib/withdrawals/batches.ts';
import { changeWithdrawal } from '#lib/withdrawals/change.ts';
import { NOW, storedCause } from '#testing/causes.ts';
import { donation, ownDatabase } from '#testing/ledger.ts';
import { creatorWith, sendWithdrawal, staffMember } from '#testing/withdrawals.ts';

ownDatabase();

/** Runs a statement with the role of the service. */
const change = (statement: string, ...values: unknown[]) => db().$executeRawUnsafe(statement, ...values);

test.each([
  ['amount_minor', '1'],
  ['gateway_payment_id', "'pi_another'"],
  ['cause_key', 'NULL'],
])('the database keeps what a payment received: %s', async (column, value) => {
  const { key } = await storedCause();
  const id = await donation(key, { amountMajor: 50 });
  await expect(change(`UPDATE payments SET ${column} = ${value} WHERE id = $1`, id)).rejects.toThrow(
    'what was received of payments is written once',
  );
});

test('the database keeps who verified a bank account, and that a rejected one was', async () => {
  const { bankAccountId, creator, staff } = await creatorWith(1000);
  const set = (columns: string) => change(`UPDATE bank_accounts SET ${columns} WHERE id = $1`, bankAccountId);
  for (const columns of [
    `reviewed_by = '${staff.id}'`,
    'reviewed_at = now()',
    "state = 'unverified', reviewed_by = NULL, reviewed_at = NULL",
  ])
    await expect(set(columns), columns).rejects.toThrow('the review of bank_accounts is written once');
  await expect(
    change("UPDATE bank_account_evidence SET link = 'https://evil.example' WHERE bank_account_id = $1", bankAccountId),
  ).rejects.toThrow('the evidence');
  await set(`state = 'rejected', reviewed_by = '${staff.id}'`);
  await expect(set("state = 'verified'")).rejects.toThrow('the review');
  const account = await db().bankAccount.findUniqueOrThrow({ where: { id: bankAccountId } });
  const { bankCodes: _codes, ...copy } = { ...account, id: newId('bankAccount') };
  await expect(db().bankAccount.create({ data: { ...copy, state: 'verified' } })).rejects.toThrow(
    'nobody has verified a new row',
  );
  const unreviewed = { ...copy, state: 'unverified', reviewedBy: null, reviewedAt: null, reviewNote: null };
  await db().bankAccount.create({ data: unreviewed });
  const own = { state: 'verified', reviewedAt: NOW, reviewedBy: creator.id };
  await expect(db().bankAccount.update({ where: { id: copy.id }, data: own })).rejects.toThrow(
    'bank_accounts_reviewed_by_another',
  );
});

test('the database keeps who decided about a withdrawal, sent it and recorded it', async () => {
  const { ask, staff } = await creatorWith(2000);
  const { id } = await ask(600);
  const set = (columns: string) => change(`UPDATE withdrawals SET ${columns} WHERE id = $1`, id);
  await changeWithdrawal(staff, id, 'approve', null, NOW);
  await expect(set("decided_by = 'acc_nobody'")).rejects.toThrow('who took a step');
  await sendWithdrawal(staff, id);
  for (const columns of ["decided_by = 'acc_nobody'", 'sending_by = NULL, sending_at = NULL', "paid_by = 'acc_nobody'"])
    await expect(set(columns), columns).rejects.toThrow('who took a step');
  await expect(set("state = 'failed', failed_at = now(), sent_reference = 'X'")).rejects.toThrow('who took a step');
});

test('the database keeps what a key can do, whose it is, and who approved it', async () => {
  const { clientId } = await db().cause.findUniqueOrThrow({ where: { key: (await storedCause()).key } });
  const [createdBy, approvedBy] = [(await staffMember()).id, (await staffMember()).id];
  const request = { clientId, permissions: ['cause:read' as const], allowedIps: [], createdBy };
  const { id } = await transaction((tx) => createKey(tx, request));
  const set = (columns: string) => change(`UPDATE api_keys SET ${columns} WHERE id = $1`, id);
  await set(`approved_by = '${approvedBy}', approved_at = now()`);
  for (const columns of [
    "permissions = '{causes:set_fee}'",
    'created_by = NULL',
    "hash = 'known'",
    "approved_by = 'acc_nobody'",
  ])
    await expect(set(columns), columns).rejects.toThrow('what was created or approved');
  await set("name = 'Website', revoked_at = now()");
});

test('the database keeps whose a cause and a passkey are', async () => {
  const { key, owner } = await storedCause();
  const another = await staffMember();
  for (const columns of [`owner_id = '${another.id}'`, "client_id = 'clt_another'"])
    await expect(change(`UPDATE causes SET ${columns} WHERE key = $1`, key), columns).rejects.toThrow('whose it is');
  const id = newId('passkey');
  const data = { id, accountId: owner.id, credentialId: id, counter: 0n, userAgent: '' };
  await db().passkey.create({ data: { ...data, publicKey: Buffer.from('a key'), transports: [] } });
  const set = (columns: string) => change(`UPDATE passkeys SET ${columns} WHERE id = $1`, id);
  for (const columns of [`account_id = '${another.id}'`, "public_key = 'another'", "credential_id = 'another'"])
    await expect(set(columns), columns).rejects.toThrow('whose it is');
  await set('counter = 1, last_used_at = now()');
});

test('the database keeps from which account a batch pays, and who took each of its steps', async () => {
  const { ask, staff } = await creatorWith(2000);
  await changeWithdrawal(staff, (await ask(600)).id, 'approve', null, NOW);
  const id = await createBatch(staff, 'USD', NOW);
  const set = (columns: string) => change(`UPDATE payout_batches SET ${columns} WHERE id = $1`, id);
  for (const columns of ["debtor_account = 'DE1'", "currency = 'EUR'", "created_by = 'acc_nobody'"])
    await expect(set(columns), columns).rejects.toThrow('what was created');
  await startBatch(staff, id, NOW);
  for (const columns of ["started_by = 'acc_nobody'", 'started_by = NULL, started_at = NULL'])
    await expect(set(columns), columns).rejects.toThrow('who took a step');
  const sent = { reference: 'ACH 1', day: NOW.toISOString().slice(0, 10), zone: 'UTC' };
  await markBatchSent(staff, id, sent, NOW);
  await expect(set("sent_by = 'acc_nobody'")).rejects.toThrow('who took a step');
});
