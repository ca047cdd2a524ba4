import { createCauseContract, readCauseContract } from '#lib/causes/contract.ts';
import { mintLinkContract, readLinkContract, readPublicLinkContract } from '#lib/checkout-links/contract.ts';
import type { Contract } from '#lib/contract.ts';
import { createIntentContract } from '#lib/payments/contract.ts';

/** Every endpoint of the API, in the order of the specification. OpenAPI and the documentation are made from this. */
export const CONTRACTS: readonly Contract[] = [
  mintLinkContract,
  readLinkContract,
  readPublicLinkContract,
  createIntentContract,
  createCauseContract,
  readCauseContract,
];

/** Statuses of malformed HTTP requests (lib/http/malformed.ts). */
const MALFORMED = [400, 408, 413, 417, 431] as const;

/** Codes of every endpoint, in addition to those of its contract. */
export function sharedProblems(contract: Contract): Contract['problems'] {
  const shared: Contract['problems'] = [
    ...MALFORMED.map((status) => ['validation_failed', status] as const),
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
  const isOwn = ([code, status]: Contract['problems'][number]) =>
    contract.problems.some((own) => own[0] === code && own[1] === status);
  return shared.filter((problem) => !isOwn(problem));
}
