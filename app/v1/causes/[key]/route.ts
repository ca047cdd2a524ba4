import { readCauseContract } from '#lib/causes/contract.ts';
import { findCauseFor } from '#lib/causes/find.ts';
import { presentCause } from '#lib/causes/present.ts';
import { keyedEndpoint } from '#lib/http/endpoint.ts';

export const GET = keyedEndpoint(readCauseContract, async ({ tx, caller, params }) =>
  presentCause(tx, await findCauseFor(tx, caller.clientId, params.key), caller),
);
