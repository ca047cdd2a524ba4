/**
 * How a call to a gateway failed. `unreachable`: no answer, so that the gateway may or may not have acted. `failed`: an
 * error that is not about this request, such as an internal error, a key that is being rotated, or an insufficient balance.
 * `refused`: the gateway rejected this request. `refused_for_good`: a refund that it will never make (refund-refusals.ts).
 */
export type GatewayFailure = 'unreachable' | 'failed' | 'refused' | 'refused_for_good';

/** A call to a gateway that did not succeed. `code` is the gateway's own error code. */
export class GatewayError extends Error {
  readonly failure: GatewayFailure;
  readonly code: string;
  constructor(failure: GatewayFailure, code: string, cause: unknown) {
    super(`gateway ${failure}: ${code}`, { cause });
    this.name = 'GatewayError';
    this.failure = failure;
    this.code = code;
  }
}

/** Whether an error is a GatewayError. Checks its data, not its class: one process may load this file twice. */
export function isGatewayError(error: unknown): error is GatewayError {
  return error instanceof Error && error.name === 'GatewayError' && 'failure' in error;
}

/** Whether a gateway has answered that it knows no such object: Stripe's `resource_missing`, or Mercado Pago's status 404. */
export function isUnknownObject(error: unknown): boolean {
  return isGatewayError(error) && error.failure === 'refused' && /^(resource_missing$|404\b)/.test(error.code);
}

/**
 * The result of a side question about an object that was read; the failure's code, if the question failed. It decides
 * nothing about the object itself.
 */
export async function answerOrCode<T>(question: Promise<T>): Promise<{ answer: T } | { answer: null; code: string }> {
  try {
    return { answer: await question };
  } catch (error) {
    if (!isGatewayError(error)) throw error;
    return { answer: null, code: error.code };
  }
}

/**
 * The answer to a question that has to be answered before a change is asked for.
 * @throws GatewayError `unreachable`, also if the question is refused: that says nothing about the change
 */
export async function requireAnswer<T>(question: Promise<T>): Promise<T> {
  try {
    return await question;
  } catch (error) {
    if (!isGatewayError(error)) throw error;
    throw new GatewayError('unreachable', error.code, error);
  }
}

/** The code of a GatewayError: an answer that does not have the documented shape, or is incomplete. */
export const UNREADABLE = 'answer_unreadable';

/** An event whose signature is missing or wrong, or that cannot be read. */
export class InvalidEvent extends Error {
  constructor(message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = 'InvalidEvent';
  }
}

/** Whether an error is an InvalidEvent. Checks its data, not its class, as `isGatewayError` does. */
export function isInvalidEvent(error: unknown): error is InvalidEvent {
  return error instanceof Error && error.name === 'InvalidEvent';
}
