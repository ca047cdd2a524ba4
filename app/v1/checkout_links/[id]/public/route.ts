import { readPublicLinkContract } from '#lib/checkout-links/contract.ts';
import { endpoint } from '#lib/http/endpoint.ts';
import { loadPublicLink } from '#lib/payments/views/load-checkout.ts';

export const GET = endpoint(readPublicLinkContract, {
  run: ({ params, now }) => loadPublicLink(params.id, now),
});
