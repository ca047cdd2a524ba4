import { Problem } from '#lib/problems/problem.ts';

/** The problem of a link that does not exist or belongs to another client, which must look the same. */
export function linkNotFound(): Problem {
  return new Problem('checkout_link_not_found', 'No checkout link has this id.');
}
