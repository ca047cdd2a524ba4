import { now as readClock } from '#lib/clock.ts';
import { log } from '#lib/log.ts';
import { isUnknownObject } from '#lib/rails/port/errors.ts';
import type { RemoteAttempt } from '#lib/rails/port/payment.ts';
import { railByGateway } from '#lib/rails/registry.ts';
import type { Payment } from '#prisma/generated/client.ts';
import { applyGatewayState } from './apply-gateway-state.ts';
import { mustCancelAtGateway } from './decisions.ts';
import { attemptHandle } from './sync-payment.ts';

/** Recorded for attempts at a gateway account that this deployment no longer has keys for, or that the account does not know. */
const COUNTED_AS_CANCELED: RemoteAttempt = { status: 'canceled', money: [], declines: [] };
/**
 * For so long after an attempt was started it is in doubt while its gateway does not know it, in milliseconds: the keys of
 * another account may have been configured by mistake.
 */
const DOUBT_MS = 24 * 3600 * 1000;

/**
 * Ends an attempt at its gateway and records the outcome. Retrieves it before cancelling: a payment that succeeded in time
 * is kept. An attempt at an account that was removed, or that has not known it for a day, counts as cancelled, so that its
 * link can end; money that arrives later is refunded.
 * @param options `keepProcessing` does not cancel a payment that the donor has made and the gateway is still deciding
 * @returns the attempt as the gateway reports it afterwards, undecided if it could not be cancelled; undefined if nothing
 * was started there.
 * @throws GatewayError
 */
export async function endAttempt(
  attempt: Payment,
  { keepProcessing = false } = {},
): Promise<RemoteAttempt | undefined> {
  const handle = attemptHandle(attempt);
  if (!handle) return undefined;
  const rail = railByGateway(attempt.gateway);
  if (!rail) {
    log().error(
      { payment: attempt.id, gateway: attempt.gateway },
      'an attempt at a gateway account that has no keys here',
    );
    await applyGatewayState(attempt, COUNTED_AS_CANCELED, readClock);
    return COUNTED_AS_CANCELED;
  }
  const found = await rail.retrieve(handle).catch((error: unknown) => {
    if (!isUnknownObject(error) || readClock().getTime() - attempt.createdAt.getTime() < DOUBT_MS) throw error;
    log().error({ payment: attempt.id, gateway: attempt.gateway }, 'an attempt that its gateway account does not know');
    return COUNTED_AS_CANCELED;
  });
  const remote = mustCancelAtGateway(found, attempt.id, keepProcessing) ? await rail.cancel(handle) : found;
  await applyGatewayState(attempt, remote, readClock);
  return remote;
}
