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
export function presentLink(link: PolledLink, now: Date): LinkReply {
  return {
    id: link.id,
    object: 'checkout_link',
    url: checkoutUrl(link.id),
    status: linkStatus(link, now),
    cause: link.causeKey,
    amount: link.amount,
    currency: link.currency as Currency,
    fee_percent: link.feePercent,
    expires_at: timestamp(link.expiresAt),
    created_at: timestamp(link.createdAt),
    ...(link.approved
      ? {
          amount_paid: link.approved.amount,
          currency_paid: link.approved.currency as Currency,
          payment_id: link.approved.id,
          completed_at: timestamp(link.approved.succeededAt),
        }
      : {}),
    ...(link.anonymous === null ? {} : { anonymous: link.anonymous }),
    ...(link.callbackUrl === null ? {} : { callback_url: link.callbackUrl }),
    ...(link.successUrl === null ? {} : { success_url: link.successUrl }),
    ...(link.cancelUrl === null ? {} : { cancel_url: link.cancelUrl }),
    ...(link.email === null ? {} : { email: link.email }),
    ...(link.externalReference === null ? {} : { external_reference: link.externalReference }),
    ...(link.metadata === null ? {} : { metadata: new JsonText(link.metadata) }),
  };
}
