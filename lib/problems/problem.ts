import { PROBLEMS, type ProblemCode } from './catalogue.ts';

/** One broken rule: the field in dotted form, `""` for the body as a whole, or the header's name (decisions.md 29). */
export type FieldError = { field: string; message: string };

type ProblemOptions = {
  /** Differs from the catalogue's status where the specification gives a code two (404 or 422, 500 or 503). */
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
 * A failure that the caller is told about: a code with a detail fit for the public. The domain throws it; only the
 * HTTP edge turns it into an RFC 9457 answer. What went wrong inside travels as `cause` and reaches the log alone.
 */
export class Problem extends Error {
  readonly [MARK] = true;
  readonly code: ProblemCode;
  readonly status: number;
  readonly errors: FieldError[] | undefined;
  readonly statusDetail: string | undefined;
  readonly retryAfterSeconds: number | undefined;
  readonly allow: string[] | undefined;

  constructor(code: ProblemCode, detail: string, options: ProblemOptions = {}) {
    super(detail, { cause: options.cause });
    this.name = 'Problem';
    this.code = code;
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

/** An answer names this many broken rules; a body can break tens of thousands, and an answer must not outgrow it. */
const MAX_ERRORS = 100;

/** The problem of broken fields. `all` must not be empty. */
export function validationFailed(all: FieldError[]): Problem {
  const errors = all.slice(0, MAX_ERRORS);
  const named = errors.map((error) => error.field).filter((field) => field !== '');
  const detail =
    named.length > 0 ? `Not valid: ${[...new Set(named)].join(', ')}.` : (errors[0]?.message ?? 'Not valid.');
  return new Problem('validation_failed', detail, { errors });
}

/** The problem of something we need being out of reach: 503, to be retried (decisions.md 5). */
export function unavailable(what: string, cause: unknown, retryAfterSeconds = 5): Problem {
  return new Problem(
    'internal_error',
    `${what} cannot be reached at the moment. Nothing was lost; please retry.`,
    {
      status: 503,
      retryAfterSeconds,
      cause,
    },
  );
}
