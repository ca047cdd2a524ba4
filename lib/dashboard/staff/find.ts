import { db } from '#lib/db.ts';
import { canonicalEmail, emailSpellings } from '#lib/email-key.ts';
import { gatewayNames } from '#lib/rails/registry.ts';
import { readReceiptNumber } from '#lib/receipts/receipt-number.ts';
import { findCauseKeys } from './causes.ts';
import { exactOrPrefix } from './exact-or-prefix.ts';

/** The most that a search finds: what is not among them needs a better hint. */
const MAX_FOUND = 500;

type Found = { id: string };
const idsOf = (found: readonly Found[]) => found.map(({ id }) => id);

/**
 * Links by our id, the partner's reference, or the email that the partner sent or the donor typed: the whole of it, else its
 * beginning. Each has its index.
 */
export async function findLinkIds(text: string): Promise<string[]> {
  // Links keep an address as it was minted or typed.
  const spellings = emailSpellings(text);
  const [exact, byEmail] = await Promise.all([
    db().checkoutLink.findMany({
      where: { OR: [{ id: text }, { externalReference: text }] },
      select: { id: true },
      take: MAX_FOUND,
    }),
    exactOrPrefix(
      text,
      (end) => db().$queryRaw<Found[]>`
        SELECT link.id FROM unnest(${spellings}::text[]) AS spelled JOIN checkout_links link
            ON lower(link.email) ~>=~ lower(spelled) AND lower(link.email) ~<=~ lower(spelled || ${end})
            OR lower(link.donor_email) ~>=~ lower(spelled) AND lower(link.donor_email) ~<=~ lower(spelled || ${end})
         LIMIT ${MAX_FOUND}`,
    ),
  ]);
  return unique(idsOf([...exact, ...byEmail]));
}

/**
 * Payments by our id, a receipt number, the gateway's id of what was started, of the money, of a refund, a dispute or an
 * event, by the donor's email or name, and all of the links that match.
 */
async function findPaymentIds(text: string): Promise<string[]> {
  const receiptNumber = readReceiptNumber(text);
  const email = canonicalEmail(text);
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
    exactOrPrefix(
      text,
      (end) => db().$queryRaw<Found[]>`
        SELECT id FROM payments
         WHERE lower(donor_email) ~>=~ lower(${email}) AND lower(donor_email) ~<=~ lower(${email + end})
            OR lower(receipt_email) ~>=~ lower(${email}) AND lower(receipt_email) ~<=~ lower(${email + end})
            OR search_key(donor_name) ~>=~ search_key(${text}) AND search_key(donor_name) ~<=~ (search_key(${text}) || ${end})
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
  return unique([...idsOf(exact), ...ofReversals, ...idsOf([...byDonor, ...ofLinks])]);
}

/** The payments that match: by what `findPaymentIds` finds, else all of the one cause that matches by its title, key or owner. */
export async function paymentsMatching(text: string): Promise<{ id: { in: string[] } } | { causeKey: string }> {
  const ids = await findPaymentIds(text);
  const [causeKey, ...others] = ids.length > 0 ? [] : unique(await findCauseKeys(text));
  return causeKey === undefined || others.length > 0 ? { id: { in: ids } } : { causeKey };
}

function unique(ids: string[]): string[] {
  return [...new Set(ids)];
}
