import { type FoundLink, linkNotFound } from '#lib/checkout-links/find.ts';
import { db } from '#lib/db.ts';
import { findUnaskedLink } from '#lib/payments/end-link.ts';
import { methodsOf } from '#lib/payments/methods.ts';
import { cardRailFor, redirectRailsFor } from '#lib/rails/registry.ts';

/** A link and the gateways that it can be paid at: whether by card, and the accounts of banks and wallets. */
export type DeckLink = { link: FoundLink; hasCards: boolean; local: string[] };

/** Finds a link for the deck. @throws Problem `checkout_link_not_found` */
export async function findDeckLink(ref: string, now: Date): Promise<DeckLink> {
  const link = await findUnaskedLink(ref, now);
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
