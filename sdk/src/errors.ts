import type { Problem, UnpaidCheckoutLink } from './contract.ts';

/** The stable codes of the API’s errors. A later version may add codes: have a `default` when you switch over them. */
export type ProblemCode = Problem['code'];

/** The API refused a request, or could not serve it after all retries. */
export class PartnerApiError extends Error {
  override readonly name = 'PartnerApiError';
  /** Branch on this. */
  readonly code: ProblemCode;
  /** The HTTP status. */
  readonly status: number;
  /** Identifies the response in the service’s log. Quote it when you ask about an error. */
  readonly requestId: string | undefined;
  /** The whole answer. Its `code` narrows it: a `validation_failed` has `errors`. */
  readonly problem: Problem;
  /** The Idempotency-Key of a `create`. After a 429 or 5xx, call again with it: the work is done once. */
  readonly idempotencyKey: string | undefined;
  /** After so many seconds the same call may succeed, if the answer said so. */
  readonly retryAfter: number | undefined;

  constructor(problem: Problem, requestId?: string, idempotencyKey?: string, retryAfter?: number) {
    super(`${problem.code}: ${problem.detail}`);
    this.code = problem.code;
    this.status = problem.status;
    this.requestId = requestId;
    this.problem = problem;
    this.idempotencyKey = idempotencyKey;
    this.retryAfter = retryAfter;
  }
}

/** The API did not answer after all retries, or something else did, such as a proxy. */
export class PartnerConnectionError extends Error {
  override readonly name = 'PartnerConnectionError';
  /** The HTTP status of what answered; undefined if nothing did. Then `cause` is the error of the last attempt. */
  readonly status: number | undefined;
  /** The Idempotency-Key of a `create`, whose outcome is unknown. Call again with it: the work is done once. */
  readonly idempotencyKey: string | undefined;
  /** After so many seconds the same call may succeed, if what answered said so. */
  readonly retryAfter: number | undefined;

  constructor(
    message: string,
    options: { status?: number; cause?: unknown; retryAfter?: number | undefined },
    idempotencyKey?: string,
  ) {
    super(message, { cause: options.cause });
    this.status = options.status;
    this.idempotencyKey = idempotencyKey;
    this.retryAfter = options.retryAfter;
  }
}

/** A link was waited for, and ended without a donation or was still open after `timeoutMs`. */
export class LinkNotCompletedError extends Error {
  override readonly name = 'LinkNotCompletedError';
  /** The link as it was last read. Its `status` is `expired` or `cancelled`, or `open` after `timeoutMs`. */
  readonly link: UnpaidCheckoutLink;

  constructor(link: UnpaidCheckoutLink) {
    super(`The checkout link ${link.id} is ${link.status}`);
    this.link = link;
  }
}
