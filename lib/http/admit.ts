import type { Contract } from '#lib/contract.ts';
import { type Caller, findCaller, type JoinedLookup } from '#lib/hot-queries/find-caller.ts';
import { isProblem, Problem } from '#lib/problems/problem.ts';
import { countCall } from './rate-limit.ts';
import { type HttpRequest, isAddressIn } from './request.ts';

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
  return countRefusals(request, limits, async () => {
    const admission = await identify(request, lookup);
    if (!admission.caller.permissions.has(permission))
      throw new Problem('forbidden', `This key lacks the permission ${permission}.`);
    return admission;
  });
}

/**
 * The caller of a request to an endpoint that any valid key can call.
 * @throws Problem `unauthorized`, `forbidden` by the allowlist, or `rate_limit_exceeded` in their place.
 */
export function authenticate(request: HttpRequest, limits: Record<string, string>): Promise<Admission<unknown>> {
  return countRefusals(request, limits, () => identify(request, null));
}

/**
 * Counts a refused request for its address (ruling 64); a valid key passes after any number of them, so that nobody can lock out
 * others at the same address.
 */
async function countRefusals<Admitted>(
  { address }: HttpRequest,
  limits: Record<string, string>,
  work: () => Promise<Admitted>,
): Promise<Admitted> {
  try {
    return await work();
  } catch (error) {
    if (isProblem(error)) await countCall('failed_auth', address ?? 'unknown', limits);
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
