import { env } from '#lib/env.ts';
import { writeJson } from '#lib/json.ts';
import { PROBLEMS, problemPath } from '#lib/problems/catalogue.ts';
import { isProblem, Problem } from '#lib/problems/problem.ts';

/** An answer before it becomes a Response: what is sent, recorded and replayed. */
export type Answer = { status: number; body: string; headers: Record<string, string> };

/** A success answer. */
export function jsonAnswer(status: number, value: unknown): Answer {
  return { status, body: writeJson(value), headers: { 'Content-Type': 'application/json' } };
}

/** A problem document (RFC 9457; spec section 7) for the request path `instance`. */
export function problemAnswer(problem: Problem, instance: string): Answer {
  const body = {
    type: env().publicBaseUrl + problemPath(problem.code),
    title: PROBLEMS[problem.code].title,
    status: problem.status,
    detail: problem.message,
    code: problem.code,
    instance,
    errors: problem.errors,
    status_detail: problem.statusDetail,
  };
  return {
    status: problem.status,
    body: writeJson(body),
    headers: {
      'Content-Type': 'application/problem+json',
      ...(problem.retryAfterSeconds === undefined
        ? {}
        : { 'Retry-After': String(problem.retryAfterSeconds) }),
      ...(problem.allow ? { Allow: problem.allow.join(', ') } : {}),
      ...(problem.status === 401 ? { 'WWW-Authenticate': 'Bearer' } : {}),
    },
  };
}

/** The answer for whatever was thrown: a problem as it is, anything else as `internal_error` that gives nothing away. */
export function asProblem(error: unknown, isUnavailable: (error: unknown) => boolean): Problem {
  if (isProblem(error)) return error;
  if (isUnavailable(error))
    return new Problem('internal_error', 'The database cannot serve this at the moment. Please retry.', {
      status: 503,
      retryAfterSeconds: 5,
      cause: error,
    });
  return new Problem(
    'internal_error',
    'An unexpected error happened. It has been logged under the X-Request-Id.',
    {
      cause: error,
    },
  );
}
