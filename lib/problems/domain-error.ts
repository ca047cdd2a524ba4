import type { ProblemCode } from './catalogue.ts';
import { REFUSALS, type RefusalCode } from './refusals.ts';

/** Every reason for which the domain refuses something. */
export type ErrorCode = ProblemCode | RefusalCode;

type DomainErrorOptions = {
  /** The field of the input to correct, if it is one. */
  field?: string | undefined;
  /** For the log: by default the text of the catalogue. */
  message?: string;
  cause?: unknown;
};

const MARK = Symbol.for('fundraising.domain_error');

/**
 * The only way in which the domain refuses. It is thrown with a code of a catalogue, and only the edge turns it into text:
 * lib/http/response.ts a Problem, for the API; lib/dashboard/form-errors.ts any, for forms.
 */
export class DomainError<Code extends ErrorCode = ErrorCode> extends Error {
  readonly [MARK] = true;
  readonly code: Code;
  readonly field: string | undefined;

  constructor(code: Code, { field, message, cause }: DomainErrorOptions = {}) {
    super(message ?? textOf(code), { cause });
    this.name = 'DomainError';
    this.code = code;
    this.field = field;
  }
}

function textOf(code: ErrorCode): string {
  return code in REFUSALS ? REFUSALS[code as RefusalCode] : code;
}

/** Whether a thrown value is a DomainError, recognised by its mark: one process may load this file twice. */
export function isDomainError(error: unknown): error is DomainError {
  return typeof error === 'object' && error !== null && MARK in error;
}
