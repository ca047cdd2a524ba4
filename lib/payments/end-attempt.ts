import { now as readClock } from '#lib/clock.ts';
import { log } from '#lib/log.ts';
import type { RemoteAttempt } from '#lib/rails/port.ts';
import { railByGateway } from '#lib/rails/registry.ts';
import type { Payment } from '#prisma/generated/client.ts';
import { isUndecided } from './own-money.ts';
import { handleOf } from './review.ts';
import { settle } from './settle.ts';

/** What is taken for the word of an account that this deployment has no keys of any more, and that nobody can ask. */
const NOBODY_TO_ASK: RemoteAttempt = { standing: 'canceled', money: [], declines: [] };

/**
 * Ends an attempt at its gateway and records what became of it. Asks before it cancels: what succeeded in time is kept. An
 * attempt at an account that was removed is taken for called off, so that its link can be told; should money of it be heard
 * of later, it goes back.
 * @param options with `sparesProcessing`, a payment that was made and is being decided is left to be decided
 * @returns what the gateway says of it afterwards, undecided where it would not be called off; undefined where nothing was
 * started there.
 * @throws GatewayError
 */
export async function endAttempt(
  attempt: Payment,
  { sparesProcessing = false } = {},
): Promise<RemoteAttempt | undefined> {
  const handle = handleOf(attempt);
  if (!handle) return undefined;
  const rail = railByGateway(attempt.gateway);
  if (!rail) {
    log().error({ payment: attempt.id, gateway: attempt.gateway }, 'an attempt at an account without keys');
    await settle(attempt.id, NOBODY_TO_ASK, readClock);
    return NOBODY_TO_ASK;
  }
  const found = await rail.lookUp(handle);
  const isSpared = sparesProcessing && found.standing === 'processing';
  const remote = isUndecided(found, attempt.id) && !isSpared ? await rail.cancel(handle) : found;
  await settle(attempt.id, remote, readClock);
  return remote;
}
