import { JsonError, readJson } from '#lib/json.ts';
import { Problem, validationFailed } from '#lib/problems/problem.ts';
import type { ApiRequest } from './api-request.ts';

/** 256 KiB (decisions.md 30): the largest metadata in its most escaped form must fit. */
const MAX_BODY_BYTES = 256 * 1024;

/** A body as `readJson` reads it. */
export type ReadBody = { value: unknown };

/**
 * Reads a JSON body. An empty body is a broken rule, another media type is 415 (decisions.md 18).
 * @throws Problem `unsupported_media_type` or `validation_failed`.
 */
export async function readBody({ header, take }: Pick<ApiRequest, 'header' | 'take'>): Promise<ReadBody> {
  const ofOurType = isJson(header('content-type'));
  // Of another type nothing is kept beyond what tells whether there is a body at all.
  const bytes = await take(ofOurType ? MAX_BODY_BYTES : 0).catch(() => {
    throw wholeBody('The body ended before it was complete.');
  });
  if (bytes === null) throw ofOurType ? tooLarge() : unsupported();
  if (bytes.length === 0) throw wholeBody('The body must not be empty.');
  const text = decode(bytes);
  try {
    return { value: readJson(text) };
  } catch (error) {
    if (error instanceof JsonError) throw wholeBody(error.message);
    throw error;
  }
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
    throw wholeBody('The body is not valid UTF-8.');
  }
}

function tooLarge(): Problem {
  return wholeBody(`The body is larger than ${MAX_BODY_BYTES / 1024} KiB.`);
}

function unsupported(): Problem {
  return new Problem('unsupported_media_type', 'Send the body as application/json.');
}
