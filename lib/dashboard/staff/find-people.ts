import { db } from '#lib/db.ts';
import { canonicalEmail, readableEmail } from '#lib/email-key.ts';
import { exactOrPrefix } from './exact-or-prefix.ts';
import type { FoundPerson } from './person-view.ts';

/** The most payments whose donors are told apart. */
const MOST_PAYMENTS = 500;

/**
 * Creators and donors by their email or name, in any case and spelling: the whole of it, else its beginning.
 * @param most how many of each kind
 */
export function findPeople(text: string, most: number): Promise<FoundPerson[]> {
  const email = canonicalEmail(text);
  return exactOrPrefix(text, async (end) => {
    const [creators, donors] = await Promise.all([
      db().$queryRaw<Omit<FoundPerson, 'kind'>[]>`
        SELECT id, name, email FROM accounts
         WHERE lower(email_key) ~>=~ lower(${email}) AND lower(email_key) ~<=~ lower(${email + end})
            OR search_key(name) ~>=~ search_key(${text}) AND search_key(name) ~<=~ (search_key(${text}) || ${end})
         LIMIT ${most}`,
      db().$queryRaw<Omit<FoundPerson, 'kind'>[]>`
        SELECT DISTINCT ON (lower(email)) id, name, email
          FROM (SELECT id, donor_name AS name, COALESCE(donor_email, receipt_email) AS email, created_at FROM payments
                 WHERE lower(donor_email) ~>=~ lower(${email}) AND lower(donor_email) ~<=~ lower(${email + end})
                    OR lower(receipt_email) ~>=~ lower(${email}) AND lower(receipt_email) ~<=~ lower(${email + end})
                    OR search_key(donor_name) ~>=~ search_key(${text}) AND search_key(donor_name) ~<=~ (search_key(${text}) || ${end})
                 LIMIT ${MOST_PAYMENTS}) found
         WHERE email IS NOT NULL ORDER BY lower(email), created_at DESC LIMIT ${most}`,
    ]);
    return [...named('creator', creators), ...named('donor', donors)];
  });
}

function named(kind: FoundPerson['kind'], found: Omit<FoundPerson, 'kind'>[]): FoundPerson[] {
  return found.map(({ id, name, email }) => ({ kind, id, name, email: readableEmail(email) }));
}
