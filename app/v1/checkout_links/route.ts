import { findFundedCause } from '#lib/causes/find.ts';
import { mintLinkContract } from '#lib/checkout-links/contract.ts';
import { linkRow } from '#lib/checkout-links/link-row.ts';
import { planLink } from '#lib/checkout-links/mint.ts';
import { presentLink } from '#lib/checkout-links/present.ts';
import { writingEndpoint } from '#lib/http/endpoint.ts';

export const POST = writingEndpoint(mintLinkContract, async ({ caller, body, now }) => {
  const link = planLink(caller, await findFundedCause(body.cause), body, now);
  return { reply: presentLink(link), row: linkRow(link) };
});
