import { log } from '#lib/log.ts';
import { unavailable } from '#lib/problems/problem.ts';
import { isGatewayError } from '#lib/rails/port.ts';

/**
 * Runs work that needs a gateway; a gateway that fails becomes a 503 the caller can retry (decisions.md 5).
 * @throws Problem `internal_error` (503) with Retry-After.
 */
export async function needingGateway<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (!isGatewayError(error)) throw error;
    log().warn({ err: error, failure: error.failure, code: error.code }, 'a gateway did not serve us');
    throw unavailable('The payment gateway', error);
  }
}
