import { db } from '#lib/db.ts';
import { canonicalEmail, emailSpellings } from '#lib/email-key.ts';
import { gatewayNames } from '#lib/rails/registry.ts';
import { readReceiptNumber } from '#lib/receipts/receipt-number.ts';
import { findCauses } from './causes.ts';
import { exactOrPrefix, exactOrPrefixOfName } from './exact-or-prefix.ts';
import { type Found, foundIn, MAX_FOUND, newest } from './found.ts';

/**
 * Links by our id, the partner's reference, or the email that the partner sent or the donor typed: by the whole of it, else by
 * its beginning. Each has its index.
 */
export async function findLinks(text: string): Promise<Found> {
  // Links keep an address as it was minted or typed.
  const spellings = emailSpellings(text);
  const [exact, byEmail] = await Promise.all([
    newest`
      SELECT id, created_at FROM checkout_links WHERE id = ${text} OR external_reference = ${text}`,
    exactOrPrefix(
      text,
      (end) =>
        newest`
        SELECT link.id, link.created_at FROM unnest(${spellings}::text[]) AS spelled JOIN checkout_links link
            ON lower(link.email) ~>=~ lower(spelled) AND lower(link.email) ~<=~ lower(spelled || ${end})
            OR lower(link.donor_email) ~>=~ lower(spelled) AND lower(link.donor_email) ~<=~ lower(spelled || ${end})`,
      ({ id }) => id,
    ),
  ]);
  return foundIn(exact, byEmail);
}

/**
 * Payments by our id, a receipt's number or the end of its page's address, the gateway's id of what was started or of the money, an
 * id of a refund, a dispute or an event, ours or the gateway's, by the donor's email or name, and all of the links that match.
 */
async function findPayments(text: string): Promise<Found> {
  const receiptNumber = readReceiptNumber(text);
  const gateway = { in: gatewayNames() };
  const events = await db().gatewayEvent.findMany({
    where: { OR: [{ id: text }, { gateway, eventId: text }] },
    take: MAX_FOUND,
  });
  const references = [text, ...events.flatMap(({ reference }) => reference ?? [])];
  const [exact, refunds, disputes, byDonor, links] = await Promise.all([
    db().payment.findMany({
      where: {
        OR: [
          { id: text },
          { receiptToken: text },
          ...(receiptNumber === undefined ? [] : [{ receiptNumber }]),
          { gateway, gatewayReference: { in: references } },
          { gateway, gatewayPaymentId: { in: references } },
        ],
      },
      select: { id: true },
      take: MAX_FOUND,
    }),
    db().refund.findMany({
      where: { OR: [{ id: text }, { gatewayRefundId: text }] },
      select: { paymentId: true },
      take: MAX_FOUND,
    }),
    db().dispute.findMany({
      where: { OR: [{ id: text }, { gateway, gatewayDisputeId: text }] },
      select: { paymentId: true },
      take: MAX_FOUND,
    }),
    exactOrPrefixOfName(text, findByDonor, ({ id }) => id),
    findLinks(text),
  ]);
  const ofLinks =
    links.ids.length === 0 ? [] : await newest`SELECT id, created_at FROM payments WHERE link_id = ANY(${links.ids})`;
  const ofReversals = [...refunds, ...disputes].map(({ paymentId: id }) => ({ id }));
  const found = foundIn(exact, ofReversals, byDonor, ofLinks);
  return { ...found, isCut: found.isCut || links.isCut };
}

function findByDonor(text: string, end: string) {
  const email = canonicalEmail(text);
  return newest`
    SELECT id, created_at FROM payments
     WHERE lower(donor_email) ~>=~ lower(${email}) AND lower(donor_email) ~<=~ lower(${email + end})
        OR lower(receipt_email) ~>=~ lower(${email}) AND lower(receipt_email) ~<=~ lower(${email + end})
        OR search_key(donor_name) ~>=~ search_key(${text})
           AND search_key(donor_name) ~<=~ (search_key(${text}) || ${end})`;
}

type Matching = { where: { id: { in: string[] } } | { causeKey: string }; isCut: boolean };

/** The payments that match: by what `findPayments` finds, else all of the one cause that matches by its title, key or owner. */
export async function paymentsMatching(text: string): Promise<Matching> {
  const { ids, isCut } = await findPayments(text);
  const [causeKey, ...others] = ids.length > 0 ? [] : (await findCauses(text)).ids;
  return causeKey === undefined || others.length > 0
    ? { where: { id: { in: ids } }, isCut }
    : { where: { causeKey }, isCut: false };
}
