import { timestamp } from '#lib/clock.ts';
import { env } from '#lib/env.ts';
import { JsonText } from '#lib/json.ts';
import type { Currency } from '#lib/money.ts';
import type { LinkReply } from './contract.ts';
import type { PolledLink } from './find.ts';
import { linkStatus } from './status.ts';

/** The address of the hosted checkout of a link. */
export function checkoutUrl(id: string): string {
  return `${env().publicBaseUrl}/checkout?ref=${encodeURIComponent(id)}`;
}

/** The checkout link resource (spec 2.1), field by field: what is absent is left out, never null. */
export function presentLink(link: PolledLink): LinkReply {
  const approved = link.approved ?? undefined;
  return {
    id: link.id,
    object: 'checkout_link',
    url: checkoutUrl(link.id),
    status: linkStatus(link),
    cause: link.causeKey,
    amount: link.amount,
    currency: link.currency as Currency,
    fee_percent: link.feePercent,
    expires_at: timestamp(link.expiresAt),
    created_at: timestamp(link.createdAt),
    amount_paid: approved?.amount,
    currency_paid: approved?.currency as Currency | undefined,
    payment_id: approved?.id,
    completed_at: approved && timestamp(approved.succeededAt),
    anonymous: link.anonymous ?? undefined,
    callback_url: link.callbackUrl ?? undefined,
    success_url: link.successUrl ?? undefined,
    cancel_url: link.cancelUrl ?? undefined,
    email: link.email ?? undefined,
    external_reference: link.externalReference ?? undefined,
    metadata: link.metadata === null ? undefined : new JsonText(link.metadata),
  };
}
