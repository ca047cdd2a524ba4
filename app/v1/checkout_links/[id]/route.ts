import { readLinkContract } from '#lib/checkout-links/contract.ts';
import { presentLink } from '#lib/checkout-links/present.ts';
import { keyedEndpoint } from '#lib/http/endpoint.ts';
import { findSettledLinkFor } from '#lib/payments/end-link.ts';

export const GET = keyedEndpoint(readLinkContract, async ({ caller, params, now }) =>
  presentLink(await findSettledLinkFor(caller.clientId, params.id, now), now),
);
