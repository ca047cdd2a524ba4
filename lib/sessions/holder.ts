import { db } from '#lib/db.ts';
import { readVisit } from './session.ts';

/** Whose session a request carries, for the pages on which they prove again who they are; null where nobody is signed in. */
export async function findHolder(headers: Headers, now: Date) {
  const visit = await readVisit(headers, now);
  if (visit?.kind !== 'signed_in') return null;
  const { id } = visit.session.actor;
  return db().account.findUnique({
    where: { id },
    select: { email: true, _count: { select: { passkeys: true } } },
  });
}
