import { db } from '#lib/db.ts';
import { canonicalEmail, readableEmail } from '#lib/email-key.ts';
import { exactOrPrefixOfName } from './exact-or-prefix.ts';

/** The most payments whose donors are told apart at once. */
const MOST_PAYMENTS = 500;

/** A person that a search found: a creator by the id of the account, a donor by the id of one of their payments. */
export type FoundPerson = { kind: 'creator' | 'donor'; id: string; name: string | null; email: string };
type Row = Omit<FoundPerson, 'kind'>;

/**
 * Creators and donors by their email or name, in any case and spelling: by the whole of it, then by its beginning. A name can have
 * its last words first.
 * @param most how many of each kind
 */
export async function findPeople(text: string, most: number): Promise<FoundPerson[]> {
  const found = await exactOrPrefixOfName(
    text,
    async (one, end) => {
      const [creators, donors] = await Promise.all([findCreators(one, end, most), findDonors(one, end, most)]);
      return [...named('creator', creators), ...named('donor', donors)];
    },
    ({ kind, email }) => `${kind} ${email.toLowerCase()}`,
  );
  return (['creator', 'donor'] as const).flatMap((kind) => found.filter((one) => one.kind === kind).slice(0, most));
}

function findCreators(text: string, end: string, most: number): Promise<Row[]> {
  const email = canonicalEmail(text);
  return db().$queryRaw<Row[]>`
    SELECT id, name, email FROM accounts
     WHERE lower(email_key) ~>=~ lower(${email}) AND lower(email_key) ~<=~ lower(${email + end})
        OR search_key(name) ~>=~ search_key(${text}) AND search_key(name) ~<=~ (search_key(${text}) || ${end})
     LIMIT ${most}`;
}

/** Once for each address. A donor with more payments than are read at once is passed over by the next reading. */
async function findDonors(text: string, end: string, most: number): Promise<Row[]> {
  const email = canonicalEmail(text);
  const found: Row[] = [];
  for (;;) {
    const rows = await db().$queryRaw<(Row & { read: number })[]>`
      WITH found AS (
        SELECT id, donor_name AS name, COALESCE(donor_email, receipt_email) AS email, created_at FROM payments
         WHERE (lower(donor_email) ~>=~ lower(${email}) AND lower(donor_email) ~<=~ lower(${email + end})
             OR lower(receipt_email) ~>=~ lower(${email}) AND lower(receipt_email) ~<=~ lower(${email + end})
             OR search_key(donor_name) ~>=~ search_key(${text}) AND search_key(donor_name) ~<=~ (search_key(${text}) || ${end}))
           AND COALESCE(donor_email, receipt_email) IS NOT NULL
           AND lower(COALESCE(donor_email, receipt_email)) <> ALL(${found.map((one) => one.email.toLowerCase())})
         LIMIT ${MOST_PAYMENTS})
      SELECT DISTINCT ON (lower(email)) id, name, email, (SELECT count(*) FROM found)::int AS read
        FROM found ORDER BY lower(email), created_at DESC LIMIT ${most - found.length}`;
    found.push(...rows.map(({ read: _, ...row }) => row));
    if (found.length >= most || (rows[0]?.read ?? 0) < MOST_PAYMENTS) return found;
  }
}

function named(kind: FoundPerson['kind'], found: Row[]): FoundPerson[] {
  return found.map(({ id, name, email }) => ({ kind, id, name, email: readableEmail(email) }));
}
