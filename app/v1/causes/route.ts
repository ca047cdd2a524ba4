import { createCauseContract } from '#lib/causes/contract.ts';
import { createCause } from '#lib/causes/create.ts';
import { presentCause } from '#lib/causes/present.ts';
import { keyedEndpoint } from '#lib/http/endpoint.ts';

export const POST = keyedEndpoint(createCauseContract, async ({ tx, caller, body, now }) =>
  presentCause(tx, await createCause(tx, caller, body, now), caller),
);
