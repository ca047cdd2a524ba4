import { type Along, type Caller, findCaller } from '#lib/clients/authenticate.ts';
import type { Contract } from '#lib/contract.ts';
import { isProblem, Problem } from '#lib/problems/problem.ts';
import type { ApiRequest } from './api-request.ts';
import { isAddressIn } from './client-address.ts';
import { countCall } from './rate-limit.ts';

const UNAUTHORIZED_DETAIL = 'Send a valid API key in the X-API-Key header or as Authorization: Bearer.';

/** The caller, and what was read in one statement with it. */
export type Admission<Found> = { caller: Caller; found: Found | null };

/**
 * The caller of a request to an endpoint that asks for a key: key, then allowlist, then permission (decisions.md 18), all
 * from headers alone.
 * @param along what the endpoint wants to be read with its caller
 * @param limits headers that say where a rate limit stands
 * @throws Problem `unauthorized`, `forbidden` or `rate_limit_exceeded`.
 */
export async function admit<Found>(
  request: ApiRequest,
  { permission }: Contract,
  along: Along<Found> | null,
  limits: Record<string, string>,
): Promise<Admission<Found> | null> {
  if (permission === null) return null;
  const admission = await authenticate(request, along, limits);
  if (!admission.caller.permissions.has(permission))
    throw new Problem('forbidden', `This key lacks the permission ${permission}.`);
  return admission;
}

/**
 * The caller of a request, whatever its permissions, with what is read along. A failure counts against the address; a
 * valid key passes however many there were, so that nobody locks out who shares it.
 * @throws Problem `unauthorized`, `forbidden` by the allowlist, or `rate_limit_exceeded` in their place.
 */
export async function authenticate<Found>(
  request: ApiRequest,
  along: Along<Found> | null,
  limits: Record<string, string>,
): Promise<Admission<Found>> {
  try {
    return await identify(request, along);
  } catch (error) {
    if (isProblem(error)) await countCall('failed_auth', request.address ?? 'unknown', limits);
    throw error;
  }
}

async function identify<Found>(request: ApiRequest, along: Along<Found> | null): Promise<Admission<Found>> {
  const key = presentedKey(request);
  const known = key === undefined ? undefined : await findCaller(key, along);
  if (!known) throw new Problem('unauthorized', UNAUTHORIZED_DETAIL);
  const { allowedIps } = known.caller;
  if (allowedIps.length > 0 && !(request.address && isAddressIn(request.address, allowedIps)))
    throw new Problem('forbidden', 'This key may not be used from this address.');
  return known;
}

function presentedKey({ header }: ApiRequest): string | undefined {
  const plain = header('x-api-key')?.trim() || undefined;
  const bearer = /^bearer +(.+)$/i.exec(header('authorization') ?? '')?.[1]?.trim();
  if (plain !== undefined && bearer !== undefined && plain !== bearer)
    throw new Problem('unauthorized', 'X-API-Key and Authorization carry two different keys. Send one.');
  return plain ?? bearer;
}
