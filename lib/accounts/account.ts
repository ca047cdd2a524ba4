import type { Tx } from '#lib/db.ts';
import { emailKey, isErasedAddress } from '#lib/email-key.ts';
import { newId } from '#lib/ids.ts';
import { lockAccount } from '#lib/locks.ts';
import { DomainError } from '#lib/problems/domain-error.ts';
import { type Inserts, rowOf } from '#lib/row-insert.ts';

export const ROLES = ['creator', 'staff'] as const;
export type Role = (typeof ROLES)[number];
type NewAccount = { email: string; name: string; phone?: string | undefined; role?: Role };

/** The account of an email address, or null. */
export function findAccount(tx: Tx, email: string) {
  return tx.account.findUnique({ where: { emailKey: emailKey(email) } });
}

/**
 * The account of an email, created if there is none; `created` says which. Concurrent calls create one account: the unique
 * index decides, and an existing one keeps its name and phone (ruling 16).
 */
export async function provisionAccount(tx: Tx, { email, name, phone, role = 'creator' }: NewAccount) {
  const { count } = await tx.account.createMany({
    data: [{ id: newId('account'), email, emailKey: emailKey(email), name, phone: phone ?? null, role }],
    skipDuplicates: true,
  });
  const account = await tx.account.findUniqueOrThrow({ where: { emailKey: emailKey(email) } });
  return { account, created: count === 1 };
}

/** The insert of a creator's new account. The unique index on the email decides between concurrent ones. */
export function accountInsert(id: string, { email, name, phone }: Omit<NewAccount, 'role'>): Inserts {
  return rowOf('accounts', [
    ['id', 'text', id],
    ['email', 'text', email],
    ['email_key', 'text', emailKey(email)],
    ['name', 'text', name],
    ['phone', 'text', phone ?? null],
  ]);
}

/**
 * Locks an account while its holder adds something to it. Erasing the account takes the same lock.
 * @throws DomainError `not_found` if the holder was erased after they signed in
 */
export async function lockHolder(tx: Tx, id: string): Promise<void> {
  await lockAccount(tx, id);
  const account = await tx.account.findUnique({ where: { id }, select: { email: true } });
  if (!account || isErasedAddress(account.email)) throw new DomainError('not_found');
}

/**
 * Changes the role of an account and ends its sessions, which began with the old role.
 * @returns the account, unchanged where it has the role already; null if there is none.
 */
export async function changeRole(tx: Tx, email: string, role: Role) {
  const found = await findAccount(tx, email);
  if (!found || found.role === role) return found;
  // A session that begins at the same time comes before, and ends, or after, with the new role.
  await lockAccount(tx, found.id);
  await tx.session.deleteMany({ where: { accountId: found.id } });
  return tx.account.update({ where: { id: found.id }, data: { role } });
}
