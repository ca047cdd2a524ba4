import { sanitiseBranding } from '#lib/clients/branding.ts';
import { timestamp } from '#lib/clock.ts';
import type { Currency } from '#lib/currencies.ts';
import type { PolledLink } from '#lib/hot-queries/find-link.ts';
import type { LinkContext } from '#lib/hot-queries/link-context.ts';
import type { PublicLinkReply } from './contract.ts';
import { linkStatus } from './status.ts';

/** The public view of a link (specification 2.2), for anyone who has the link's id. */
export function presentPublicLink(link: PolledLink, { cause, branding: owner }: LinkContext): PublicLinkReply {
  const branding = sanitiseBranding(owner);
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
