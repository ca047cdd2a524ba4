import type { z } from 'zod';
import { DuplicateMember, dotted, JsonError, NumberLiteral, readJson } from '#lib/json.ts';
import { type FieldError, Problem, validationFailed } from '#lib/problems/problem.ts';
import type { HttpRequest } from './request.ts';

/** The result of `readJson`: the body, or why it cannot be read. */
export type ReadBody = { value: unknown; unreadable?: Unreadable };

/**
 * A body that is empty, too large, not JSON, or has a duplicate member. It is refused as invalid, and an Idempotency-Key
 * stores it by its bytes (ruling 65), which are null if there are too many to be kept.
 */
type Unreadable = { problem: Problem; bytes: Uint8Array | null };

const NOT_AN_OBJECT = 'The body must be a JSON object.';

/**
 * Reads a JSON body of at most so many bytes. An empty body is invalid, another media type or a content coding is 415 (ruling 18).
 * @throws Problem `unsupported_media_type`; `validation_failed` for an incomplete body.
 */
export async function readBody(
  { header, readBytes }: Pick<HttpRequest, 'header' | 'readBytes'>,
  maxBytes: number,
): Promise<ReadBody> {
  const refusal = refusalOf(header('content-type'), header('content-encoding'));
  // A body of another type is not stored: only whether there is one matters.
  const bytes = await readBytes(refusal === undefined ? maxBytes : 0).catch(() => {
    throw wholeBody('The body ended before it was complete.');
  });
  if (bytes === null && refusal !== undefined) throw new Problem('unsupported_media_type', refusal);
  if (bytes === null) return { value: undefined, unreadable: { problem: tooLarge(maxBytes), bytes } };
  try {
    if (bytes.length === 0) throw new JsonError('The body must not be empty.');
    return { value: readJson(decode(bytes)) };
  } catch (error) {
    if (error instanceof JsonError) return { value: undefined, unreadable: { problem: problemOf(error), bytes } };
    throw error;
  }
}

/**
 * Parses the body by its schema.
 * @throws Problem `validation_failed` naming every invalid field.
 */
export function parseBody<Schema extends z.ZodType>(schema: Schema, { value, unreadable }: ReadBody): z.output<Schema> {
  if (unreadable) throw unreadable.problem;
  if (value instanceof NumberLiteral) throw wholeBody(NOT_AN_OBJECT);
  const parsed = schema.safeParse(value);
  if (parsed.success) return parsed.data;
  const isNoObject = parsed.error.issues.some(({ path, code }) => path.length === 0 && code === 'invalid_type');
  throw isNoObject ? wholeBody(NOT_AN_OBJECT) : validationFailed(fieldErrorsOf(parsed.error, value));
}

function problemOf(error: JsonError): Problem {
  if (error instanceof DuplicateMember) return validationFailed([{ field: error.field, message: error.message }]);
  return wholeBody(error.message);
}

/** An error about the whole body. */
function wholeBody(message: string): Problem {
  return validationFailed([{ field: '', message }]);
}

/** Why a body of this type and content coding is not read, for the caller; undefined if it is. */
function refusalOf(mediaType: string | null, coding: string | null): string | undefined {
  const [type = '', ...parameters] = (mediaType ?? '').toLowerCase().split(';');
  if (type.trim() !== 'application/json') return 'Send the body as application/json.';
  const charset = parameters.map((p) => p.trim()).find((p) => p.startsWith('charset='));
  if (charset !== undefined && !/^charset="?utf-?8"?$/.test(charset)) return 'Send the body in UTF-8.';
  if (coding !== null && !/^(identity)?$/i.test(coding)) return 'Send the body uncompressed, without Content-Encoding.';
  return undefined;
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

/** One error for each rule that a body breaks, with dotted field names. */
function fieldErrorsOf(error: z.ZodError, value: unknown): FieldError[] {
  const notObjects = new Set<string>();
  return error.issues.flatMap((issue) => {
    // Zod takes a NumberLiteral for an object and misses its members.
    const end = issue.path.findIndex((_, i) => valueAt(value, issue.path.slice(0, i)) instanceof NumberLiteral);
    if (end !== -1) {
      const field = dotted(issue.path.slice(0, end));
      if (notObjects.has(field)) return [];
      notObjects.add(field);
      return [{ field, message: 'must be an object' }];
    }
    // An unknown field is reported like an invalid one.
    if (issue.code === 'unrecognized_keys')
      return issue.keys.map((key) => ({
        field: dotted([...issue.path, key]),
        message: 'is not a field of this request',
      }));
    const isMissing = issue.path.length > 0 && valueAt(value, issue.path) === undefined;
    return [{ field: dotted(issue.path), message: isMissing ? 'is required' : issue.message }];
  });
}

function valueAt(value: unknown, path: readonly PropertyKey[]): unknown {
  let found = value;
  for (const key of path) {
    if (typeof found !== 'object' || found === null || !Object.hasOwn(found, key)) return undefined;
    found = found[key as keyof typeof found];
  }
  return found;
}
