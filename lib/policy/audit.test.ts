import { expect, test } from 'vitest';
import { db, transaction } from '#lib/db.ts';
import { asOwner } from '#testing/as-owner.ts';
import { ownDatabase } from '#testing/ledger.ts';
import { audit } from './audit.ts';

ownDatabase();

const entries = () => db().auditEntry.count();

test.each([
  ['an entry changed', `UPDATE audit_entries SET actor = 'nobody'`],
  ['an entry deleted', 'DELETE FROM audit_entries'],
  ['everything emptied', 'TRUNCATE audit_entries'],
  ['everything emptied with what refers to it', 'TRUNCATE audit_entries CASCADE'],
])('the audit log is append-only: %s is refused', async (_name, statement) => {
  await transaction((tx) => audit(tx, { actor: 'console', action: 'account.create', subject: 'acc_1', data: {} }));
  const before = await entries();
  await expect(asOwner(statement)).rejects.toThrow('written once');
  await expect(db().$executeRawUnsafe(statement)).rejects.toThrow('permission denied');
  expect(await entries()).toBe(before);
});
