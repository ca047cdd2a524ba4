import { JsonError, readJson } from '#lib/json.ts';
import { Problem, validationFailed } from '#lib/problems/problem.ts';

/** 256 KiB (decisions.md 30): the largest metadata in its most escaped form must fit. */
const MAX_BODY_BYTES = 256 * 1024;

/** A body as read: the value, and the text for comparing it with an earlier one. */
export type ReadBody = { value: unknown; text: string };

/**
 * Reads a JSON body. An empty body is a broken rule, another media type is 415 (decisions.md 18).
 * @throws Problem `unsupported_media_type` or `validation_failed`.
 */
export async function readBody(request: Request): Promise<ReadBody> {
  const ofOurType = isJson(request.headers.get('content-type'));
  // Of another type nothing is read beyond what tells whether there is a body at all.
  const bytes = await readBytes(request, ofOurType ? tooLarge : unsupported, ofOurType ? MAX_BODY_BYTES : 0);
  if (bytes.length === 0) throw wholeBody('The body must not be empty.');
  const text = decode(bytes);
  try {
    const value = readJson(text);
    return { value, text };
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

function decode(bytes: Uint8Array): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
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

/** Reads at most `limit` bytes: what is beyond it is never held in memory. @throws Problem as `beyond` makes it. */
async function readBytes(request: Request, beyond: () => Problem, limit: number): Promise<Uint8Array> {
  if (Number(request.headers.get('content-length') ?? 0) > limit) throw beyond();
  if (!request.body) return new Uint8Array();
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of request.body) {
    size += chunk.length;
    if (size > limit) throw beyond();
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}
