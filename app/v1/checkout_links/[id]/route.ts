import { readLinkContract } from '#lib/checkout-links/contract.ts';
import { linkNotFound } from '#lib/checkout-links/not-found.ts';
import { presentLink } from '#lib/checkout-links/present.ts';
import { linkLookup } from '#lib/hot-queries/find-link.ts';
import { endpoint } from '#lib/http/endpoint.ts';
import { withCurrentStatus } from '#lib/payments/sync/end-link.ts';

export const GET = endpoint(readLinkContract, {
  load: ({ id }) => linkLookup(id),
  run: async ({ loaded, now }) => {
    if (!loaded) throw linkNotFound();
    return presentLink(await withCurrentStatus(loaded, now));
  },
});
