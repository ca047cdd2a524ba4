import { db, transaction } from '#lib/db.ts';
import { env } from '#lib/env.ts';
import { enqueueDaily } from '#lib/jobs/enqueue.ts';
import { lockCheckoutLinks } from '#lib/locks.ts';
import { isLive } from '#lib/payments/states.ts';
import { findDonorRecords, isOpenPayment, mailIdsAbout, readDonorPayments } from './donor.ts';
import { erasePayments, eraseRecords, NOTHING_TYPED } from './erase-donor.ts';
import { keptEverywhereSince, keptSince } from './retention.ts';

/** At night in the Americas, after the reconciliation. Hour of UTC. */
const DAILY_HOUR = 9;
/** Rows that are read at a time. */
const BATCH = 500;

/** Schedules the next daily run. Repeated calls schedule it once. */
export async function scheduleForgetting(now: Date): Promise<void> {
  await transaction((tx) => enqueueDaily(tx, 'forget_people', DAILY_HOUR, now));
}

/**
 * Forgets what is kept for a time that is over (ruling 67; docs/privacy.md): donors some years after their last donation, what was
 * typed into forms of links that ended unpaid, and the address that a partner minted with a link. Repeated, it changes nothing.
 */
export async function forgetPeople(now: Date): Promise<void> {
  await forgetDonors(now);
  await forgetUnpaid(now);
  await forgetMinted(now);
}

type Place = { at: Date; id: string };
const START: Place = { at: new Date(0), id: '' };

/** Reads rows page by page, each after the last row of the page before, and acts on each page. */
async function onEachPage<Row extends Place>(
  read: (after: Place) => Promise<Row[]>,
  act: (rows: Row[]) => Promise<void>,
): Promise<void> {
  for (let after: Place | undefined = START; after; ) {
    const rows: Row[] = await read(after);
    await act(rows);
    after = rows.length < BATCH ? undefined : rows.at(-1);
  }
}

/** A donor is kept as long as one of their payments is: with an address, everybody who gave with it. */
async function forgetDonors(now: Date): Promise<void> {
  type Old = Place & { email: string | null; country: string };
  const since = keptEverywhereSince(now);
  const read = ({ at, id }: Place) => db().$queryRaw<Old[]>`
    SELECT p.id, p.created_at AS at, given.email, c.country
      FROM payments p JOIN causes c ON c.key = p.cause_key
           CROSS JOIN LATERAL (SELECT COALESCE(p.donor_email, p.receipt_email) AS email) given
     WHERE p.created_at < ${since} AND (p.created_at, p.id) > (${at}, ${id}) AND p.erased_donor IS NULL
       AND NOT EXISTS (SELECT 1 FROM payments later WHERE later.created_at >= ${since}
                        AND (lower(later.donor_email) = lower(given.email) OR lower(later.receipt_email) = lower(given.email)))
     ORDER BY p.created_at, p.id LIMIT ${BATCH}`;
  await onEachPage(read, async (rows) => {
    const over = rows.filter(({ at, country }) => at < keptSince(country, now));
    for (const email of new Set(over.flatMap((row) => row.email ?? []))) await forgetDonor(email, now);
    await forgetUnnamed(over.flatMap((row) => (row.email === null ? [row.id] : [])));
  });
}

async function forgetDonor(email: string, now: Date): Promise<void> {
  await transaction(async (tx) => {
    const { payments, links } = await findDonorRecords(tx, email);
    const causes = await tx.cause.findMany({
      where: { key: { in: [...payments, ...links].map(({ causeKey }) => causeKey) } },
      select: { key: true, country: true },
    });
    const countries = new Map(causes.map(({ key, country }) => [key, country]));
    const isOver = ({ causeKey, createdAt }: { causeKey: string; createdAt: Date }) =>
      createdAt < keptSince(countries.get(causeKey) ?? '', now);
    if (payments.every((payment) => isOver(payment) && !isOpenPayment(payment))) await eraseRecords(tx, email, isOver);
  });
}

/** Payments without an address: each is of a donor of its own. What was typed into a link with one is of another donor. */
async function forgetUnnamed(ids: string[]): Promise<void> {
  if (ids.length === 0) return;
  await transaction(async (tx) => {
    const found = await tx.payment.findMany({ where: { id: { in: ids } }, select: { linkId: true } });
    await lockCheckoutLinks(
      tx,
      found.map(({ linkId }) => linkId),
    );
    const payments = await readDonorPayments(tx, ids);
    const over = payments.filter(
      (payment) => payment.donorEmail === null && payment.receiptEmail === null && !isOpenPayment(payment),
    );
    const overIds = over.map(({ id }) => id);
    await erasePayments(tx, over);
    await tx.checkoutLink.updateMany({
      where: { id: { in: over.map(({ linkId }) => linkId) }, OR: [{ donorEmail: null }, { donorEmail: '' }] },
      data: NOTHING_TYPED,
    });
    await tx.email.deleteMany({ where: { id: { in: await mailIdsAbout(tx, overIds) } } });
    await tx.note.updateMany({
      where: { kind: { in: ['payment', 'donor'] }, subject: { in: overIds } },
      data: { text: null },
    });
  });
}

/** What was typed into the form of a link that has ended without money, and copied to its attempts. */
async function forgetUnpaid(now: Date): Promise<void> {
  const before = new Date(now.getTime() - env().unpaidRetentionDays * 86_400_000);
  const read = ({ at, id }: Place) => db().$queryRaw<Place[]>`
    SELECT id, created_at AS at FROM checkout_links link
     WHERE created_at < ${before} AND (created_at, id) > (${at}, ${id}) AND COALESCE(cancelled_at, expires_at) < ${before}
       AND (donor_saved_at IS NOT NULL OR donor_email IS NOT NULL)
       AND NOT EXISTS (SELECT 1 FROM payments WHERE link_id = link.id
                        AND (amount_minor IS NOT NULL OR state IN ('starting', 'pending')))
     ORDER BY created_at, id LIMIT ${BATCH}`;
  await onEachPage(read, (rows) =>
    transaction(async (tx) => {
      const ids = rows.map(({ id }) => id);
      await lockCheckoutLinks(tx, ids);
      const payments = await tx.payment.findMany({ where: { linkId: { in: ids } } });
      const unpaid = ids.filter(
        (id) =>
          !payments.some(({ linkId, amountMinor, state }) => linkId === id && (amountMinor !== null || isLive(state))),
      );
      await erasePayments(
        tx,
        payments.filter(({ linkId, erasedDonor }) => unpaid.includes(linkId) && erasedDonor === null),
      );
      await tx.checkoutLink.updateMany({ where: { id: { in: unpaid } }, data: NOTHING_TYPED });
    }),
  );
}

/** The address that a partner minted with a link, as long after it as a donation would be kept. */
async function forgetMinted(now: Date): Promise<void> {
  type Old = Place & { country: string };
  const read = ({ at, id }: Place) => db().$queryRaw<Old[]>`
    SELECT link.id, link.created_at AS at, c.country FROM checkout_links link JOIN causes c ON c.key = link.cause_key
     WHERE link.created_at < ${keptEverywhereSince(now)} AND (link.created_at, link.id) > (${at}, ${id}) AND link.email IS NOT NULL
       AND NOT EXISTS (SELECT 1 FROM payments WHERE link_id = link.id AND erased_donor IS NULL)
     ORDER BY link.created_at, link.id LIMIT ${BATCH}`;
  await onEachPage(read, async (rows) => {
    const over = rows.filter(({ at, country }) => at < keptSince(country, now)).map(({ id }) => id);
    await db().checkoutLink.updateMany({ where: { id: { in: over } }, data: { email: null } });
  });
}
