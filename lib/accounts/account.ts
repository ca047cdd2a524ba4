import type { Tx } from '#lib/db.ts';
import { newId } from '#lib/ids.ts';

export const ROLES = ['creator', 'staff'] as const;
export type Role = (typeof ROLES)[number];
export type NewAccount = { email: string; name: string; phone?: string | undefined; role?: Role };

/** What accounts are found by: the email without regard to case (decisions.md 16). */
export function emailKey(email: string): string {
  return email.toLowerCase();
}

/** The account of an email address, or null. */
export function findAccount(tx: Tx, email: string) {
  return tx.account.findUnique({ where: { emailKey: emailKey(email) } });
}

/**
 * The account of an email, provisioned now where there was none; `created` says which. Two requests at once make one
 * account: the unique index decides, and an existing one keeps its name and phone (decisions.md 16).
 */
export async function provisionAccount(tx: Tx, { email, name, phone, role = 'creator' }: NewAccount) {
  const { count } = await tx.account.createMany({
    data: [{ id: newId('account'), email, emailKey: emailKey(email), name, phone: phone ?? null, role }],
    skipDuplicates: true,
  });
  const account = await tx.account.findUniqueOrThrow({ where: { emailKey: emailKey(email) } });
  return { account, created: count === 1 };
}

/**
 * Gives the account of an email another role, and ends its sessions: what a browser was let into before counts no more.
 * @returns the account, or null where there is none.
 */
export async function changeRole(tx: Tx, email: string, role: Role) {
  const found = await findAccount(tx, email);
  if (!found) return null;
  await tx.session.deleteMany({ where: { accountId: found.id } });
  return tx.account.update({ where: { id: found.id }, data: { role } });
}
