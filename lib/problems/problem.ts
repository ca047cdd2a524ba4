import { PROBLEMS, type ProblemCode } from './catalogue.ts';
import { DomainError } from './domain-error.ts';

/** An error in the input: the field in dotted form, `""` for the whole body, or the header's name (ruling 29). */
export type FieldError = { field: string; message: string };

type ProblemOptions = {
  /** The status, if it differs from the catalogue's because the specification gives a code two (404 or 422, 500 or 503). */
  status?: number;
  errors?: FieldError[];
  statusDetail?: string;
  /** Whole seconds after which a retry makes sense. */
  retryAfterSeconds?: number;
  allow?: string[];
  cause?: unknown;
};

const MARK = Symbol.for('fundraising.problem');

/**
 * A DomainError that the API can answer with: its code is documented, and its detail is public. Only the HTTP edge turns it
 * into an RFC 9457 document. The internal error is its `cause`, which is only logged.
 */
export class Problem extends DomainError<ProblemCode> {
  readonly [MARK] = true;
  readonly status: number;
  readonly errors: FieldError[] | undefined;
  readonly statusDetail: string | undefined;
  readonly retryAfterSeconds: number | undefined;
  readonly allow: string[] | undefined;

  constructor(code: ProblemCode, detail: string, options: ProblemOptions = {}) {
    super(code, { message: detail, cause: options.cause });
    this.name = 'Problem';
    this.status = options.status ?? PROBLEMS[code].status;
    this.errors = options.errors;
    this.statusDetail = options.statusDetail;
    this.retryAfterSeconds = options.retryAfterSeconds;
    this.allow = options.allow;
  }
}

/** Whether a thrown value is a Problem, recognised by its mark: one process may load this file twice. */
export function isProblem(error: unknown): error is Problem {
  return typeof error === 'object' && error !== null && MARK in error;
}

/** The most errors that a response names; a body can have tens of thousands, and the response must not outgrow it. */
const MAX_ERRORS = 100;

/** The problem of invalid fields; it says how many are not named. `all` must not be empty. */
export function validationFailed(all: FieldError[]): Problem {
  const errors = all.slice(0, MAX_ERRORS);
  const named = errors.map((error) => error.field).filter((field) => field !== '');
  const unnamed = all.length - errors.length;
  const more = unnamed > 0 ? `, and ${unnamed} more ${unnamed === 1 ? 'error' : 'errors'}` : '';
  const detail =
    named.length > 0 ? `Not valid: ${[...new Set(named)].join(', ')}${more}.` : (errors[0]?.message ?? 'Not valid.');
  return new Problem('validation_failed', detail, { errors });
}

/** The problem of an unreachable dependency: 503, to be retried (ruling 5). */
export function unavailable(what: string, cause: unknown, retryAfterSeconds = 5): Problem {
  return new Problem('internal_error', `${what} cannot be reached at the moment. Nothing was lost; please retry.`, {
    status: 503,
    retryAfterSeconds,
    cause,
  });
}
