import { readLinkContract } from '#lib/checkout-links/contract.ts';
import { linkAlong, linkNotFound } from '#lib/checkout-links/find.ts';
import { presentLink } from '#lib/checkout-links/present.ts';
import { readingEndpoint } from '#lib/http/endpoint.ts';
import { settledPoll } from '#lib/payments/end-link.ts';

export const GET = readingEndpoint(
  readLinkContract,
  ({ id }) => linkAlong(id),
  async ({ found, now }) => {
    if (!found) throw linkNotFound();
    return presentLink(await settledPoll(found, now));
  },
);
