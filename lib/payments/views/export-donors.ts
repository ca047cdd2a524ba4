import { timestamp } from '#lib/clock.ts';
import { amountCell, type CsvSeparator, type CsvStyle, csvHeader, csvLine } from '#lib/csv.ts';
import { db } from '#lib/db.ts';
import { readableEmail } from '#lib/email-key.ts';
import { minorUnitsPerMajor } from '#lib/money.ts';
import { matchingIds, type RecordFilter } from './list-records.ts';

type Row = {
  name: string | null;
  email: string;
  language: string | null;
  donations: number;
  givenMinor: string;
  currency: string;
  firstAt: Date;
  lastAt: Date;
  causeKey: string;
  causeTitle: string;
};

/** The columns. Their names never change, because programs read the files too. */
const COLUMNS: Record<string, (row: Row, separator: CsvSeparator) => string | null> = {
  name: ({ name }) => name,
  email: ({ email }) => readableEmail(email),
  language: ({ language }) => language ?? '',
  donations: ({ donations }) => String(donations),
  amount: ({ givenMinor, currency }, separator) =>
    amountCell(Number(givenMinor), minorUnitsPerMajor(currency), separator),
  currency: ({ currency }) => currency,
  first_donation_utc: ({ firstAt }) => timestamp(firstAt),
  last_donation_utc: ({ lastAt }) => timestamp(lastAt),
  cause: ({ causeKey }) => causeKey,
  cause_title: ({ causeTitle }) => causeTitle,
};

/**
 * The donors of some causes who can be thanked, as a CSV file in chunks, cause by cause, the latest first: a line for each email
 * address, with what it gave by name, as far as the list's filters leave it. Left out are anonymous donations, those without an
 * email, and what was refunded in full or is or was disputed.
 */
export async function* exportDonors(
  causeKeys: readonly string[],
  filter: RecordFilter,
  { separator = 'comma' }: CsvStyle = {},
): AsyncGenerator<string, void, undefined> {
  yield csvHeader(Object.keys(COLUMNS), separator);
  for (const key of causeKeys) {
    const rows = await donorsOf(key, filter, await matchingIds([key], filter));
    if (rows.length > 0) yield rows.map((row) => lineOf(row, separator)).join('');
  }
}

function lineOf(row: Row, separator: CsvSeparator): string {
  return csvLine(
    Object.values(COLUMNS).map((cell) => cell(row, separator)),
    separator,
  );
}

/** @param ids of the payments that match the filter's text; undefined without one */
function donorsOf(
  key: string,
  { from, before, rail, status }: RecordFilter,
  ids: readonly string[] | undefined,
): Promise<Row[]> {
  return db().$queryRaw<Row[]>`
    SELECT (array_agg(p.donor_name ORDER BY p.succeeded_at DESC) FILTER (WHERE p.donor_name IS NOT NULL))[1] AS name,
           (array_agg(p.donor_email ORDER BY p.succeeded_at DESC))[1] AS email,
           (array_agg(p.donor_locale ORDER BY p.succeeded_at DESC) FILTER (WHERE p.donor_locale IS NOT NULL))[1] AS language,
           COUNT(*)::int AS donations, SUM(p.amount_minor - p.refunded_minor)::text AS "givenMinor", p.currency,
           MIN(p.succeeded_at) AS "firstAt", MAX(p.succeeded_at) AS "lastAt", c.key AS "causeKey", c.title AS "causeTitle"
      FROM payments p JOIN checkout_links l ON l.id = p.link_id JOIN causes c ON c.key = p.cause_key
     WHERE p.cause_key = ${key} AND p.state = 'approved' AND p.donor_email IS NOT NULL
       AND NOT COALESCE(p.donor_anonymous, l.anonymous, false)
       AND p.refunded_minor < p.amount_minor AND p.disputed_minor = 0 AND p.charged_back_minor = 0
       AND (${from ?? null}::timestamptz IS NULL OR p.succeeded_at >= ${from ?? null}::timestamptz)
       AND (${before ?? null}::timestamptz IS NULL OR p.succeeded_at < ${before ?? null}::timestamptz)
       AND (${rail ?? null}::text IS NULL OR p.rail = ${rail ?? null}::text)
       AND (${status ?? null}::text IS NULL
            OR CASE WHEN p.refunded_minor > 0 THEN 'partially_refunded' ELSE 'approved' END = ${status ?? null}::text)
       AND (${ids ?? null}::text[] IS NULL OR p.id = ANY(${ids ?? null}::text[]))
     GROUP BY lower(p.donor_email), p.currency, c.key, c.title ORDER BY "lastAt" DESC, email`;
}
