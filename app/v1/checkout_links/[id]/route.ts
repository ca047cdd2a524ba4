import { readLinkContract } from '#lib/checkout-links/contract.ts';
import { linkAlong, ownLink } from '#lib/checkout-links/find.ts';
import { presentLink } from '#lib/checkout-links/present.ts';
import { readingEndpoint } from '#lib/http/endpoint.ts';
import { settled } from '#lib/payments/end-link.ts';

export const GET = readingEndpoint(
  readLinkContract,
  ({ id }) => linkAlong(id),
  async ({ caller, found, now }) => presentLink(await settled(ownLink(caller.clientId, found), now), now),
);
