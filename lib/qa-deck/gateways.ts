import { linkNotFound } from '#lib/checkout-links/not-found.ts';
import { db } from '#lib/db.ts';
import type { FoundLink } from '#lib/hot-queries/find-link.ts';
import { methodsOf } from '#lib/payments/attempts/methods.ts';
import { findLinkWithoutGateway } from '#lib/payments/sync/end-link.ts';
import { cardRailFor, redirectRailsFor } from '#lib/rails/registry.ts';

/** A link and its gateways: whether it can be paid by card, and the accounts of banks and wallets. */
export type DeckLink = { link: FoundLink; hasCards: boolean; local: string[] };

/** Finds a link for the deck. @throws Problem `checkout_link_not_found` */
export async function findDeckLink(ref: string, now: Date): Promise<DeckLink> {
  const link = await findLinkWithoutGateway(ref, now);
  if (!link) throw linkNotFound();
  const { country } = await db().cause.findUniqueOrThrow({
    where: { key: link.causeKey },
    select: { country: true },
  });
  const methods = methodsOf(country, link.currency);
  const local = redirectRailsFor(country)
    .filter(({ kind }) => methods.includes(kind))
    .map(({ gateway }) => gateway);
  return { link, hasCards: methods.includes('card') && cardRailFor(country) !== undefined, local };
}
