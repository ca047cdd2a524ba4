import { createCauseContract } from '#lib/causes/contract.ts';
import { planCause } from '#lib/causes/create.ts';
import { presentNewCause } from '#lib/causes/present.ts';
import { endpoint } from '#lib/http/endpoint.ts';

export const POST = endpoint(createCauseContract, {
  plan: async ({ caller, body, now }) => {
    const { cause, insert } = await planCause(caller, body, now);
    return { reply: presentNewCause(cause, caller), insert };
  },
});
