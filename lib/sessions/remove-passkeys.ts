import type { Tx } from '#lib/db.ts';
import { env } from '#lib/env.ts';
import { lockAccount } from '#lib/locks.ts';
import { localeOfRecipient } from '#lib/outbox/locale-of-recipient.ts';
import { sendEmail } from '#lib/outbox/send-email.ts';

type Holder = { id: string; email: string; name: string };

/**
 * Removes all passkeys of an account whose holder has lost them, ends its sessions and mails the holder. A new passkey can be
 * added at the next sign-in.
 * @param locale the language of the mail for a holder who owns no cause
 * @returns how many were removed. Without any, nothing else is done.
 */
export async function removePasskeys(
  tx: Tx,
  { id: accountId, email, name }: Holder,
  { reason, locale }: { reason: string; locale: string },
): Promise<number> {
  // A passkey that is added at the same time comes before, and is removed, or its session has ended.
  await lockAccount(tx, accountId);
  const { count } = await tx.passkey.deleteMany({ where: { accountId } });
  if (count === 0) return 0;
  await tx.session.deleteMany({ where: { accountId } });
  const signInUrl = `${env().publicBaseUrl}/sign-in`;
  const recipient = { recipient: email, locale: (await localeOfRecipient(tx, { ownerId: accountId })) ?? locale };
  await sendEmail(tx, 'passkeys_removed', recipient, { name, reason, signInUrl });
  return count;
}
