import type { Tx } from './db.ts';

/** The mailbox that an email address leads to, the same for all of its spellings. Only for comparing: mail goes to the address. */
export function mailboxOf(email: string): string {
  return email.toLowerCase().replace(/\+[^@]*@/, '@');
}

/**
 * Whether two accounts belong to one person, who cannot approve their own action: the same account, or addresses of one
 * mailbox, such as `ana@example.org` and `ana+two@example.org`.
 */
export async function isSamePerson(tx: Tx, one: string, other: string): Promise<boolean> {
  if (one === other) return true;
  const accounts = await tx.account.findMany({
    where: { id: { in: [one, other] } },
    select: { emailKey: true },
  });
  const mailboxes = accounts.map(({ emailKey }) => mailboxOf(emailKey));
  return mailboxes.length === 2 && mailboxes[0] === mailboxes[1];
}
