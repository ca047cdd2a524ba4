import { db } from '#lib/db.ts';
import { gatewayNames } from '#lib/rails/registry.ts';
import { readReceiptNumber } from '#lib/receipts/receipt-number.ts';

/** The most that a search finds: what is not among them needs a better hint. */
const MAX_FOUND = 500;

type Found = { id: string };
const idsOf = (found: readonly Found[]) => found.map(({ id }) => id);

/**
 * Links by our id, the partner's reference, or the email that the partner sent or the donor typed: the whole of it, else its
 * beginning. Each has its index.
 */
export async function findLinkIds(text: string): Promise<string[]> {
  const [exact, byEmail] = await Promise.all([
    db().checkoutLink.findMany({
      where: { OR: [{ id: text }, { externalReference: text }] },
      select: { id: true },
      take: MAX_FOUND,
    }),
    wholeOrBeginning(
      text,
      (from, to) => db().$queryRaw<Found[]>`
        SELECT id FROM checkout_links
         WHERE lower(email) ~>=~ ${from} AND lower(email) ~<=~ ${to}
            OR lower(donor_email) ~>=~ ${from} AND lower(donor_email) ~<=~ ${to}
         LIMIT ${MAX_FOUND}`,
    ),
  ]);
  return unique([...idsOf(exact), ...byEmail]);
}

/**
 * Payments by our id, a receipt number, the gateway's id of what was started, of the money, of a refund, a dispute or an
 * event, by the donor's email or name, and all of the links that match.
 */
export async function findPaymentIds(text: string): Promise<string[]> {
  const receiptNumber = readReceiptNumber(text);
  const gateway = { in: gatewayNames() };
  const events = await db().gatewayEvent.findMany({ where: { gateway, eventId: text }, take: MAX_FOUND });
  const references = [text, ...events.flatMap(({ reference }) => reference ?? [])];
  const [exact, refunds, disputes, byDonor, linkIds] = await Promise.all([
    db().payment.findMany({
      where: {
        OR: [
          { id: text },
          ...(receiptNumber === undefined ? [] : [{ receiptNumber }]),
          { gateway, gatewayReference: { in: references } },
          { gateway, gatewayPaymentId: { in: references } },
        ],
      },
      select: { id: true },
      take: MAX_FOUND,
    }),
    db().refund.findMany({ where: { gatewayRefundId: text }, select: { paymentId: true }, take: MAX_FOUND }),
    db().dispute.findMany({
      where: { gateway, gatewayDisputeId: text },
      select: { paymentId: true },
      take: MAX_FOUND,
    }),
    wholeOrBeginning(
      text,
      (from, to) => db().$queryRaw<Found[]>`
        SELECT id FROM payments
         WHERE lower(donor_email) ~>=~ ${from} AND lower(donor_email) ~<=~ ${to}
            OR lower(receipt_email) ~>=~ ${from} AND lower(receipt_email) ~<=~ ${to}
            OR lower(donor_name) ~>=~ ${from} AND lower(donor_name) ~<=~ ${to}
         LIMIT ${MAX_FOUND}`,
    ),
    findLinkIds(text),
  ]);
  const ofLinks =
    linkIds.length === 0
      ? []
      : await db().payment.findMany({
          where: { linkId: { in: linkIds } },
          select: { id: true },
          take: MAX_FOUND,
        });
  const ofReversals = [...refunds, ...disputes].map(({ paymentId }) => paymentId);
  return unique([...idsOf(exact), ...ofReversals, ...byDonor, ...idsOf(ofLinks)]);
}

/** Below this length, a beginning matches too much to help. */
const SHORTEST = 3;
/** The last of all characters: what begins with a text is not after the text followed by it. */
const LAST = '\u{10FFFF}';

/**
 * Ids whose text is the one searched for, in any case; where there are none, those whose text begins with it.
 * @param select what lies between two texts, both included, character by character: an index serves that in a statement that
 * is planned once for any text, as it does not serve LIKE
 */
async function wholeOrBeginning(
  text: string,
  select: (from: string, to: string) => Promise<Found[]>,
): Promise<string[]> {
  const whole = text.toLowerCase();
  const found = await select(whole, whole);
  if (found.length > 0 || text.length < SHORTEST) return idsOf(found);
  return idsOf(await select(whole, whole + LAST));
}

function unique(ids: string[]): string[] {
  return [...new Set(ids)];
}
