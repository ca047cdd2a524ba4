import { readCauseContract } from '#lib/causes/contract.ts';
import { findCauseFor } from '#lib/causes/find.ts';
import { presentCause } from '#lib/causes/present.ts';
import { endpoint } from '#lib/http/endpoint.ts';

export const GET = endpoint(readCauseContract, {
  run: async ({ tx, caller, params }) => presentCause(tx, await findCauseFor(tx, caller.clientId, params.key), caller),
});
