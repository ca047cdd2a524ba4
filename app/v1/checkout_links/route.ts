import { mintLinkContract } from '#lib/checkout-links/contract.ts';
import { planLink } from '#lib/checkout-links/mint.ts';
import { presentLink } from '#lib/checkout-links/present.ts';
import { findCauseForMinting, linkInsert } from '#lib/hot-queries/mint-link.ts';
import { endpoint } from '#lib/http/endpoint.ts';

export const POST = endpoint(mintLinkContract, {
  plan: async ({ caller, body, now }) => {
    const link = planLink(caller, await findCauseForMinting(body.cause), body, now);
    return { reply: presentLink(link), insert: linkInsert(link) };
  },
});
