import { DuplicateMember, JsonError, readJson } from '#lib/json.ts';
import { Problem, validationFailed } from '#lib/problems/problem.ts';
import type { ApiRequest } from './api-request.ts';

/** A body as `readJson` reads it, or what is wrong with one that it cannot read. */
export type ReadBody = { value: unknown; unreadable?: Unreadable };

/** A body that is empty, no JSON, or has a member twice. It breaks a rule like any other, and is known again by its bytes (decisions.md 65). */
export type Unreadable = { fault: Problem; bytes: Uint8Array };

/**
 * Reads a JSON body of at most so many bytes. An empty body is a broken rule, another media type is 415 (decisions.md 18).
 * @throws Problem `unsupported_media_type`; `validation_failed` for a body that is too large or was cut off.
 */
export async function readBody(
  { header, take }: Pick<ApiRequest, 'header' | 'take'>,
  maxBytes: number,
): Promise<ReadBody> {
  const ofOurType = isJson(header('content-type'));
  // Of another type nothing is kept beyond what tells whether there is a body at all.
  const bytes = await take(ofOurType ? maxBytes : 0).catch(() => {
    throw wholeBody('The body ended before it was complete.');
  });
  if (bytes === null) throw ofOurType ? tooLarge(maxBytes) : unsupported();
  try {
    if (bytes.length === 0) throw new JsonError('The body must not be empty.');
    return { value: readJson(decode(bytes)) };
  } catch (error) {
    if (error instanceof JsonError) return { value: undefined, unreadable: { fault: faultOf(error), bytes } };
    throw error;
  }
}

function faultOf(error: JsonError): Problem {
  if (error instanceof DuplicateMember)
    return validationFailed([{ field: error.field, message: error.message }]);
  return wholeBody(error.message);
}

/** One broken rule about the body as a whole. */
export function wholeBody(message: string): Problem {
  return validationFailed([{ field: '', message }]);
}

function isJson(mediaType: string | null): boolean {
  if (mediaType === null) return false;
  const [type = '', ...parameters] = mediaType.toLowerCase().split(';');
  const charset = parameters.map((p) => p.trim()).find((p) => p.startsWith('charset='));
  return (
    type.trim() === 'application/json' && (charset === undefined || /^charset="?utf-?8"?$/.test(charset))
  );
}

const UTF8 = new TextDecoder('utf-8', { fatal: true });

function decode(bytes: Uint8Array): string {
  try {
    return UTF8.decode(bytes);
  } catch {
    throw new JsonError('The body is not valid UTF-8.');
  }
}

function tooLarge(maxBytes: number): Problem {
  return wholeBody(`The body is larger than ${maxBytes / 1024} KiB.`);
}

function unsupported(): Problem {
  return new Problem('unsupported_media_type', 'Send the body as application/json.');
}
