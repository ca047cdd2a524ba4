import { fundedCauseAlong } from '#lib/causes/find.ts';
import { mintLinkContract } from '#lib/checkout-links/contract.ts';
import { linkRow } from '#lib/checkout-links/link-row.ts';
import { causeNamedIn, planLink } from '#lib/checkout-links/mint.ts';
import { presentLink } from '#lib/checkout-links/present.ts';
import { writingEndpoint } from '#lib/http/endpoint.ts';

export const POST = writingEndpoint(
  mintLinkContract,
  (_params, body) => fundedCauseAlong(causeNamedIn(body?.value)),
  ({ caller, found, body, now }) => {
    const link = planLink(caller, found, body, now);
    return { reply: presentLink(link), row: linkRow(link) };
  },
);
