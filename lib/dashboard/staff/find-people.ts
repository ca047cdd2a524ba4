import { db } from '#lib/db.ts';
import type { FoundPerson } from './person-view.ts';

/** The most people that a search finds of each kind. */
const MOST = 10;
/** The most payments whose donors are told apart. */
const MOST_PAYMENTS = 500;
/** Below this length, a beginning matches too much to help. */
const SHORTEST = 3;
/** The last of all characters: what begins with a text is not after the text followed by it. */
const LAST = '\u{10FFFF}';

/**
 * Creators and donors by their email or name in any case: the whole of it, else its beginning. Ranges character by character,
 * because an index serves them in a statement that is planned once for any text.
 */
export async function findPeople(text: string): Promise<FoundPerson[]> {
  const whole = text.toLowerCase();
  const found = await peopleBetween(whole, whole);
  if (found.length > 0 || text.length < SHORTEST) return found;
  return peopleBetween(whole, whole + LAST);
}

async function peopleBetween(from: string, to: string): Promise<FoundPerson[]> {
  const [creators, donors] = await Promise.all([
    db().$queryRaw<Omit<FoundPerson, 'kind'>[]>`
      SELECT id, name, email FROM accounts
       WHERE lower(email) ~>=~ ${from} AND lower(email) ~<=~ ${to} OR lower(name) ~>=~ ${from} AND lower(name) ~<=~ ${to}
       LIMIT ${MOST}`,
    db().$queryRaw<Omit<FoundPerson, 'kind'>[]>`
      SELECT DISTINCT ON (lower(email)) id, name, email
        FROM (SELECT id, donor_name AS name, COALESCE(donor_email, receipt_email) AS email, created_at FROM payments
               WHERE lower(donor_email) ~>=~ ${from} AND lower(donor_email) ~<=~ ${to}
                  OR lower(receipt_email) ~>=~ ${from} AND lower(receipt_email) ~<=~ ${to}
                  OR lower(donor_name) ~>=~ ${from} AND lower(donor_name) ~<=~ ${to}
               LIMIT ${MOST_PAYMENTS}) found
       WHERE email IS NOT NULL ORDER BY lower(email), created_at DESC LIMIT ${MOST}`,
  ]);
  return [
    ...creators.map((creator) => ({ ...creator, kind: 'creator' as const })),
    ...donors.map((donor) => ({ ...donor, kind: 'donor' as const })),
  ];
}
