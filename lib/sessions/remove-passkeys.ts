import type { Tx } from '#lib/db.ts';
import { env } from '#lib/env.ts';
import { sendEmail } from '#lib/outbox/send-email.ts';

type Holder = { id: string; email: string; name: string };

/**
 * Removes all passkeys of an account whose holder has lost them, ends its sessions and mails the holder. A new passkey can be
 * added at the next sign-in.
 * @returns how many were removed. Without any, nothing else is done.
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
