import { db } from '#lib/db.ts';
import { readableEmail } from '#lib/email-key.ts';
import { readSession } from './session.ts';

/** The account of a request's session, for the page on which it authenticates again; null if nobody is signed in. */
export async function findSignedInAccount(
  headers: Headers,
  now: Date,
): Promise<{ email: string; hasPasskey: boolean } | null> {
  const visit = await readSession(headers, now);
  if (visit?.kind !== 'signed_in') return null;
  const found = await db().account.findUniqueOrThrow({
    where: { id: visit.session.actor.id },
    select: { email: true, _count: { select: { passkeys: true } } },
  });
  return { email: readableEmail(found.email), hasPasskey: found._count.passkeys > 0 };
}
