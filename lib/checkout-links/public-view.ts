import { sanitiseBranding } from '#lib/clients/branding.ts';
import { timestamp } from '#lib/clock.ts';
import type { Currency } from '#lib/money.ts';
import type { PublicLinkReply } from './contract.ts';
import type { PolledLink } from './find.ts';
import { linkStatus } from './status.ts';
import type { LinkSurroundings } from './surroundings.ts';

/** The public view of a link (spec 2.2): what anyone who holds the link's id may see. */
export function presentPublicLink(link: PolledLink, { cause, look }: LinkSurroundings): PublicLinkReply {
  const branding = sanitiseBranding(look);
  return {
    id: link.id,
    status: linkStatus(link),
    amount: link.amount,
    currency: link.currency as Currency,
    expires_at: timestamp(link.expiresAt),
    cause: { key: cause.key, name: cause.title, image: cause.coverImageUrl ?? '' },
    ...(link.approved ? { amount_paid: link.approved.amount, payment_id: link.approved.id } : {}),
    ...(branding ? { branding } : {}),
  };
}
