import { sanitiseBranding } from '#lib/clients/branding.ts';
import { timestamp } from '#lib/clock.ts';
import type { Currency } from '#lib/currencies.ts';
import { env } from '#lib/env.ts';
import type { LinkContext, PolledLink } from '#lib/hot-queries/find-link.ts';
import { JsonText } from '#lib/json.ts';
import type { LinkReply, PublicLinkReply } from './contract.ts';
import { linkStatus, unpaidStatus } from './status.ts';

/** The URL of a link's hosted checkout. */
export function checkoutUrl(id: string): string {
  return `${env().publicBaseUrl}/checkout?ref=${encodeURIComponent(id)}`;
}

/** The checkout link resource (specification 2.1), field by field: a missing value is absent, never null. */
export function presentLink(link: PolledLink): LinkReply {
  return {
    id: link.id,
    object: 'checkout_link',
    url: checkoutUrl(link.id),
    ...presentStatus(link),
    cause: link.causeKey,
    amount: link.amount,
    currency: link.currency as Currency,
    fee_percent: link.feePercent,
    expires_at: timestamp(link.expiresAt),
    created_at: timestamp(link.createdAt),
    anonymous: link.anonymous ?? undefined,
    callback_url: link.callbackUrl ?? undefined,
    success_url: link.successUrl ?? undefined,
    cancel_url: link.cancelUrl ?? undefined,
    email: link.email ?? undefined,
    external_reference: link.externalReference ?? undefined,
    metadata: link.metadata === null ? undefined : new JsonText(link.metadata),
  };
}

/** The status, and if it is `completed` what was paid. */
function presentStatus(link: PolledLink) {
  const { approved } = link;
  if (!approved) return { status: unpaidStatus(link) };
  return {
    status: 'completed' as const,
    amount_paid: approved.amount,
    currency_paid: approved.currency as Currency,
    payment_id: approved.id,
    completed_at: timestamp(approved.succeededAt),
  };
}

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
