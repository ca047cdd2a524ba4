import type { Insert } from '#lib/insert.ts';
import type { FoundLink } from './find.ts';

/** What a link is minted with, by column; what donors and time add later is null until then. */
const COLUMNS = [
  ['id', 'text'],
  ['client_id', 'text'],
  ['cause_key', 'text'],
  ['amount', 'bigint'],
  ['currency', 'text'],
  ['fee_percent', 'numeric'],
  ['email', 'text'],
  ['external_reference', 'text'],
  ['callback_url', 'text'],
  ['success_url', 'text'],
  ['cancel_url', 'text'],
  ['anonymous', 'boolean'],
  ['metadata', 'text'],
  ['created_at', 'timestamptz'],
  ['expires_at', 'timestamptz'],
] as const;

/** The row of a link that was just minted. SQL rather than Prisma: minting is the busiest of what writes. */
export function linkRow(link: FoundLink): Insert {
  return {
    name: 'mint-link',
    table: 'checkout_links',
    columns: COLUMNS,
    values: [
      ...[link.id, link.clientId, link.causeKey, link.amount, link.currency, link.feePercent],
      ...[link.email, link.externalReference, link.callbackUrl, link.successUrl, link.cancelUrl],
      ...[link.anonymous, link.metadata, link.createdAt, link.expiresAt],
    ],
  };
}
