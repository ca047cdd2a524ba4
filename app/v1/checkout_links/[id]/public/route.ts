import { readPublicLinkContract } from '#lib/checkout-links/contract.ts';
import { publicEndpoint } from '#lib/http/endpoint.ts';
import { loadPublicLink } from '#lib/payments/load-checkout.ts';

export const GET = publicEndpoint(readPublicLinkContract, ({ params, now }) =>
  loadPublicLink(params.id, now),
);
