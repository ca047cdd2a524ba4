import { createCauseContract, readCauseContract } from '#lib/causes/contract.ts';
import { mintLinkContract, readLinkContract, readPublicLinkContract } from '#lib/checkout-links/contract.ts';
import type { Contract } from '#lib/contract.ts';
import { createIntentContract } from '#lib/payments/contract.ts';

/** Every endpoint of the API, in the order of the specification: what OpenAPI and the documentation are made from. */
export const CONTRACTS: readonly Contract[] = [
  mintLinkContract,
  readLinkContract,
  readPublicLinkContract,
  createIntentContract,
  createCauseContract,
  readCauseContract,
];

/** Codes that any endpoint can answer with, whatever its contract says besides. */
export function sharedProblems(contract: Contract): Contract['problems'] {
  return [
    ...(contract.permission === null
      ? []
      : ([
          ['unauthorized', 401],
          ['forbidden', 403],
        ] as const)),
    ['rate_limit_exceeded', 429],
    ['internal_error', 500],
    ['internal_error', 503],
  ];
}
