import { mintLinkContract } from '#lib/checkout-links/contract.ts';
import { mintLink } from '#lib/checkout-links/mint.ts';
import { presentLink } from '#lib/checkout-links/present.ts';
import { keyedEndpoint } from '#lib/http/endpoint.ts';

export const POST = keyedEndpoint(mintLinkContract, async ({ tx, caller, body, now }) =>
  presentLink(await mintLink(tx, caller, body, now), now),
);
