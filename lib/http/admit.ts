import { type Along, type Caller, findCaller } from '#lib/clients/authenticate.ts';
import type { Contract } from '#lib/contract.ts';
import { Problem } from '#lib/problems/problem.ts';
import type { ApiRequest } from './api-request.ts';
import { isAddressIn } from './client-address.ts';
import { presentedOperationKey, type RecordedAnswer, recordAlong } from './operation.ts';

const UNAUTHORIZED_DETAIL = 'Send a valid API key in the X-API-Key header or as Authorization: Bearer.';

/** What was read together with the caller. */
export type Admission<Found> = {
  caller: Caller;
  /** What is recorded under the Idempotency-Key that came with the key, however old. */
  recorded: RecordedAnswer | null;
  found: Found | null;
};

/**
 * The caller of a request to an endpoint that asks for a key: key, then allowlist, then permission (decisions.md 18).
 * @param along what the endpoint wants to be read with its caller
 * @throws Problem `unauthorized` or `forbidden`.
 */
export async function admit<Found>(
  request: ApiRequest,
  { permission, idempotency }: Contract,
  along: Along<Found> | null,
): Promise<Admission<Found> | null> {
  if (permission === null) return null;
  const operationKey = idempotency === 'client' ? presentedOperationKey(request) : null;
  const admission = await authenticate(
    request,
    operationKey === null ? null : recordAlong(operationKey),
    along,
  );
  if (!admission.caller.permissions.has(permission))
    throw new Problem('forbidden', `This key lacks the permission ${permission}.`);
  return admission;
}

/**
 * The caller of a request, whatever its permissions, with what is read along.
 * @throws Problem `unauthorized`, or `forbidden` by the allowlist.
 */
export async function authenticate<Found>(
  request: ApiRequest,
  record: Along<RecordedAnswer | null> | null = null,
  along: Along<Found> | null = null,
): Promise<Admission<Found>> {
  const key = presentedKey(request);
  const known = key === undefined ? undefined : await findCaller(key, record, along);
  if (!known) throw new Problem('unauthorized', UNAUTHORIZED_DETAIL);
  const {
    caller,
    found: [recorded, found],
  } = known;
  if (caller.allowedIps.length > 0 && !(request.address && isAddressIn(request.address, caller.allowedIps)))
    throw new Problem('forbidden', 'This key may not be used from this address.');
  return { caller, recorded, found };
}

function presentedKey({ header }: ApiRequest): string | undefined {
  const plain = header('x-api-key')?.trim() || undefined;
  const bearer = /^bearer +(.+)$/i.exec(header('authorization') ?? '')?.[1]?.trim();
  if (plain !== undefined && bearer !== undefined && plain !== bearer)
    throw new Problem('unauthorized', 'X-API-Key and Authorization carry two different keys. Send one.');
  return plain ?? bearer;
}
