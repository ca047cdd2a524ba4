import { sanitiseBranding } from '#lib/clients/branding.ts';
import { clientOfLook } from '#lib/clients/service-client.ts';
import { timestamp } from '#lib/clock.ts';
import { db } from '#lib/db.ts';
import type { Currency } from '#lib/money.ts';
import type { Cause, Client } from '#prisma/generated/client.ts';
import type { PublicLinkReply } from './contract.ts';
import { type FoundLink, linkNotFound } from './find.ts';
import { linkStatus } from './status.ts';

/** A cause and the client whose look a link wears. */
export type LinkSurroundings = { cause: Cause; client: Client };

/** Reads the cause of a link and the client whose look it wears (decisions.md 50). */
export async function surroundings(link: FoundLink): Promise<LinkSurroundings> {
  const row = await db().checkoutLink.findUnique({
    where: { id: link.id },
    select: { cause: { include: { client: true } }, client: true },
  });
  if (!row) throw linkNotFound();
  return { cause: row.cause, client: clientOfLook(row.client, row.cause.client) };
}

/** The public view of a link (spec 2.2): what anyone who holds the link's id may see. */
export function presentPublicLink(
  link: FoundLink,
  { cause, client }: LinkSurroundings,
  now: Date,
): PublicLinkReply {
  const branding = sanitiseBranding(client);
  return {
    id: link.id,
    status: linkStatus(link, now),
    amount: link.amount,
    currency: link.currency as Currency,
    expires_at: timestamp(link.expiresAt),
    cause: { key: cause.key, name: cause.title, image: cause.coverImageUrl ?? '' },
    ...(link.approved ? { amount_paid: link.approved.amount, payment_id: link.approved.id } : {}),
    ...(branding ? { branding } : {}),
  };
}
