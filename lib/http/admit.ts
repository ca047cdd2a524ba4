import { type Caller, findCaller } from '#lib/clients/authenticate.ts';
import type { Contract } from '#lib/contract.ts';
import { Problem } from '#lib/problems/problem.ts';
import { clientAddress, isAddressIn } from './client-address.ts';
import { presentedOperationKey } from './operation.ts';

const UNAUTHORIZED_DETAIL = 'Send a valid API key in the X-API-Key header or as Authorization: Bearer.';

/**
 * The caller of a request to an endpoint that asks for a key: key, then allowlist, then permission (decisions.md 18).
 * @throws Problem `unauthorized` or `forbidden`.
 */
export async function admit(headers: Headers, contract: Contract): Promise<Caller | null> {
  if (contract.permission === null) return null;
  const operationKey = contract.idempotency === 'client' ? presentedOperationKey(headers) : null;
  const caller = await authenticate(headers, operationKey);
  if (!caller.permissions.has(contract.permission))
    throw new Problem('forbidden', `This key lacks the permission ${contract.permission}.`);
  return caller;
}

/**
 * The caller of a request, whatever its permissions, with what its Idempotency-Key has recorded.
 * @throws Problem `unauthorized`, or `forbidden` by the allowlist.
 */
export async function authenticate(headers: Headers, operationKey: string | null = null): Promise<Caller> {
  const key = presentedKey(headers);
  const caller = key === undefined ? undefined : await findCaller(key, operationKey);
  if (!caller) throw new Problem('unauthorized', UNAUTHORIZED_DETAIL);
  if (caller.allowedIps.length > 0) {
    const address = clientAddress(headers);
    if (!address || !isAddressIn(address, caller.allowedIps))
      throw new Problem('forbidden', 'This key may not be used from this address.');
  }
  return caller;
}

function presentedKey(headers: Headers): string | undefined {
  const plain = headers.get('x-api-key')?.trim() || undefined;
  const bearer = /^bearer +(.+)$/i.exec(headers.get('authorization') ?? '')?.[1]?.trim();
  if (plain !== undefined && bearer !== undefined && plain !== bearer)
    throw new Problem('unauthorized', 'X-API-Key and Authorization carry two different keys. Send one.');
  return plain ?? bearer;
}
