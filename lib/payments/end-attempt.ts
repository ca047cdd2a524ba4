import { now as readClock } from '#lib/clock.ts';
import type { RemoteAttempt } from '#lib/rails/port.ts';
import type { Payment } from '#prisma/generated/client.ts';
import { isUndecided } from './own-money.ts';
import { handleOf, railOf } from './review.ts';
import { settle } from './settle.ts';

/**
 * Ends an attempt at its gateway and records what became of it. Asks before it cancels: what succeeded in time is kept.
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
  const rail = railOf(attempt);
  const found = await rail.lookUp(handle);
  const isSpared = sparesProcessing && found.standing === 'processing';
  const remote = isUndecided(found, attempt.id) && !isSpared ? await rail.cancel(handle) : found;
  await settle(attempt.id, remote, readClock);
  return remote;
}
