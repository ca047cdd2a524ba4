import type { Tx } from '#lib/db.ts';
import { sendEmail } from '#lib/emails/outbox.ts';
import { env } from '#lib/env.ts';

type Holder = { id: string; email: string; name: string };

/**
 * Removes every passkey of an account whose holder has lost them, ends its sessions and mails its holder. With the next
 * sign-in they add a new one, where one is needed.
 * @param told why, as the mail says it, and the language of that mail.
 * @returns how many there were; where there was none, nothing else is done.
 */
export async function removePasskeys(
  tx: Tx,
  { id: accountId, email, name }: Holder,
  { reason, locale }: { reason: string; locale: string },
): Promise<number> {
  const { count } = await tx.passkey.deleteMany({ where: { accountId } });
  if (count === 0) return 0;
  await tx.session.deleteMany({ where: { accountId } });
  const signInUrl = `${env().publicBaseUrl}/sign-in`;
  await sendEmail(tx, 'passkeys_removed', { recipient: email, locale }, { name, reason, signInUrl });
  return count;
}
