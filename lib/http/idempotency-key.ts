import { hash } from 'node:crypto';
import type { JoinedLookup } from '#lib/hot-queries/find-caller.ts';
import { type IdempotentRequest, type StoredResponse, storedResponseLookup } from '#lib/hot-queries/stored-response.ts';
import { NumberLiteral } from '#lib/json.ts';
import { validationFailed } from '#lib/problems/problem.ts';
import type { ReadBody } from './body.ts';
import type { HttpRequest } from './request.ts';

const MAX_KEY_LENGTH = 255;

/**
 * The request of the Idempotency-Key header; undefined without the header, or without a scope to record it in.
 * @param scope the owner of the key: a client's id, or `link:` and a link's id
 * @throws Problem `validation_failed` naming the header when the key is empty or longer than 255 characters; of the
 * body when that cannot be read either, because it is checked first (ruling 18).
 */
export function idempotentRequest(
  request: HttpRequest,
  scope: string | undefined,
  body: ReadBody,
): IdempotentRequest | undefined {
  const key = presentedKey(request);
  if (key === null) return undefined;
  if (key === '' || (key.length > MAX_KEY_LENGTH && [...key].length > MAX_KEY_LENGTH)) {
    const error = { field: 'Idempotency-Key', message: `must have 1 to ${MAX_KEY_LENGTH} characters` };
    throw body.unreadable?.problem ?? validationFailed([error]);
  }
  if (scope === undefined) return undefined;
  return { scope, key, method: request.method, path: request.path, bodyHash: hashBody(body) };
}

/** A lookup for the response stored under a caller's key; null without the header. */
export function presentedKeyLookup(request: HttpRequest): JoinedLookup<StoredResponse | null> | null {
  const key = presentedKey(request);
  return key === null ? null : storedResponseLookup(key);
}

/** HTTP passes a header's bytes one by one; most clients send non-ASCII text as UTF-8. */
function presentedKey({ header }: HttpRequest): string | null {
  const key = header('idempotency-key');
  if (key === null || /^[ -~]*$/.test(key)) return key;
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(Buffer.from(key, 'latin1'));
  } catch {
    return key;
  }
}

/**
 * Bodies are the same if they are equal as JSON values (ruling 19): key order and white space do not count. One that is not
 * JSON is compared by its bytes, after a prefix with which no JSON text begins; all that are too large are the same (ruling 65).
 */
function hashBody({ value, unreadable }: ReadBody): string {
  if (!unreadable) return hash('sha256', canonicalText(value), 'hex');
  if (unreadable.bytes === null) return hash('sha256', 'too large', 'hex');
  return hash('sha256', Buffer.concat([Buffer.from('unreadable:'), unreadable.bytes]), 'hex');
}

function canonicalText(value: unknown): string {
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  if (value instanceof NumberLiteral) return value.exact ?? JSON.stringify(value.value);
  if (Array.isArray(value)) return `[${value.map(canonicalText).join(',')}]`;
  let members = '';
  for (const key of Object.keys(value).sort())
    members += `${members === '' ? '' : ','}${JSON.stringify(key)}:${canonicalText(value[key as keyof typeof value])}`;
  return `{${members}}`;
}
