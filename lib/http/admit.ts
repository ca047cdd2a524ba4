import type { Contract } from '#lib/contract.ts';
import { type Caller, findCaller, type JoinedLookup } from '#lib/hot-queries/find-caller.ts';
import { isProblem, Problem } from '#lib/problems/problem.ts';
import { isAddressIn } from './client-address.ts';
import { countCall } from './rate-limit.ts';
import type { HttpRequest } from './request.ts';

const UNAUTHORIZED_DETAIL = 'Send a valid API key in the X-API-Key header or as Authorization: Bearer.';

/** The caller, and the row of the joined lookup. */
export type Admission<Found> = { caller: Caller; found: Found | null };

/**
 * Admits a request to an endpoint with a permission: key, then allowlist, then permission (ruling 18). All three only need
 * headers.
 * @param lookup a row to read in the statement that finds the caller
 * @param limits receives the headers about a rate limit
 * @throws Problem `unauthorized`, `forbidden` or `rate_limit_exceeded`.
 */
export async function admit<Found>(
  request: HttpRequest,
  { permission }: Contract,
  lookup: JoinedLookup<Found> | null,
  limits: Record<string, string>,
): Promise<Admission<Found> | null> {
  if (permission === null) return null;
  const admission = await authenticate(request, lookup, limits);
  if (!admission.caller.permissions.has(permission))
    throw new Problem('forbidden', `This key lacks the permission ${permission}.`);
  return admission;
}

/**
 * The caller of a request, before permissions are checked. A failure counts for the address; a valid key passes after any
 * number of failures, so that nobody can lock out others at the same address.
 * @throws Problem `unauthorized`, `forbidden` by the allowlist, or `rate_limit_exceeded` in their place.
 */
export async function authenticate<Found>(
  request: HttpRequest,
  lookup: JoinedLookup<Found> | null,
  limits: Record<string, string>,
): Promise<Admission<Found>> {
  try {
    return await identify(request, lookup);
  } catch (error) {
    if (isProblem(error)) await countCall('failed_auth', request.address ?? 'unknown', limits);
    throw error;
  }
}

async function identify<Found>(request: HttpRequest, lookup: JoinedLookup<Found> | null): Promise<Admission<Found>> {
  const key = presentedKey(request);
  const known = key === undefined ? undefined : await findCaller(key, lookup);
  if (!known) throw new Problem('unauthorized', UNAUTHORIZED_DETAIL);
  const { allowedIps } = known.caller;
  if (allowedIps.length > 0 && !(request.address && isAddressIn(request.address, allowedIps)))
    throw new Problem('forbidden', 'This key may not be used from this address.');
  return known;
}

function presentedKey({ header }: HttpRequest): string | undefined {
  const plain = header('x-api-key')?.trim() || undefined;
  const bearer = /^bearer +(.+)$/i.exec(header('authorization') ?? '')?.[1]?.trim();
  if (plain !== undefined && bearer !== undefined && plain !== bearer)
    throw new Problem('unauthorized', 'X-API-Key and Authorization carry two different keys. Send one.');
  return plain ?? bearer;
}
