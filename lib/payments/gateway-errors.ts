import { log } from '#lib/log.ts';
import { unavailable } from '#lib/problems/problem.ts';
import { isGatewayError } from '#lib/rails/port/errors.ts';

/**
 * Runs work that calls a gateway. A GatewayError becomes a 503 that the caller can retry (ruling 5).
 * @throws Problem `internal_error` (503) with Retry-After.
 */
export async function mapGatewayErrors<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (!isGatewayError(error)) throw error;
    log().warn({ err: error, failure: error.failure, code: error.code }, 'a gateway call failed');
    throw unavailable('The payment gateway', error);
  }
}
