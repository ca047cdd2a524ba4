import type { Tx } from '#lib/db.ts';
import { env } from '#lib/env.ts';
import { sendEmail } from '#lib/outbox/send-email.ts';
import { hashOfToken, newToken, sessionCookie, sessionHashOf } from './session-cookie.ts';

/** A passkey that somebody has added to their account or removed from it, when, and the language of their page. */
type PasskeyChange = { change: 'added' | 'removed'; now: Date; locale: string };

/**
 * What follows when somebody has added or removed a passkey of their own: their other sessions end, because one of them may be a
 * thief's, and they are mailed. The session that did it is `keptId`.
 */
export async function afterPasskeyChange(
  tx: Tx,
  { id: accountId, email, name }: { id: string; email: string; name: string },
  keptId: string,
  { change, now, locale }: PasskeyChange,
): Promise<void> {
  await tx.session.deleteMany({ where: { accountId, id: { not: keptId } } });
  const accountUrl = `${env().publicBaseUrl}/dashboard/account`;
  const facts = { name, change, at: now.toISOString(), accountUrl };
  await sendEmail(tx, 'passkey_changed', { recipient: email, locale }, facts);
}

/**
 * Gives the session of a request a new token, so that the old one opens nothing.
 * @returns its id, and the cookies with the new token; null if it has ended meanwhile
 */
export async function rotateSession(
  tx: Tx,
  headers: Headers,
  now: Date,
): Promise<{ id: string; cookies: string[] } | null> {
  const earlier = await sessionHashOf(headers);
  const session = earlier === null ? null : await tx.session.findUnique({ where: { tokenHash: earlier } });
  if (!session) return null;
  const token = newToken();
  const { id, expiresAt } = session;
  await tx.session.update({ where: { id }, data: { tokenHash: hashOfToken(token), updatedAt: now } });
  const seconds = Math.ceil((expiresAt.getTime() - now.getTime()) / 1000);
  return { id, cookies: [await sessionCookie(token, seconds)] };
}
