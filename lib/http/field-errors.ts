import type { z } from 'zod';
import type { FieldError } from '#lib/problems/problem.ts';

/**
 * What a schema found wrong with a body, for the caller: one error a broken rule, fields in dotted form.
 * @param value the body as it was given to the schema
 */
export function fieldErrorsOf(error: z.ZodError, value: unknown): FieldError[] {
  return error.issues.flatMap((issue) => {
    // An unknown field is named itself, as a field that breaks a rule is.
    if (issue.code === 'unrecognized_keys')
      return issue.keys.map((key) => ({
        field: [...issue.path, key].join('.'),
        message: 'is not a field of this request',
      }));
    const isMissing = issue.path.length > 0 && valueAt(value, issue.path) === undefined;
    return [{ field: issue.path.join('.'), message: isMissing ? 'is required' : issue.message }];
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
