import { db } from '#lib/db.ts';
import type { FoundLink } from '#lib/hot-queries/find-link.ts';
import { log } from '#lib/log.ts';
import { oneOf } from '#lib/one-of.ts';
import { PAYMENT_METHODS, type PaymentMethod } from '#lib/payment-methods.ts';
import { mapGatewayErrors } from '#lib/payments/gateway-errors.ts';
import { isUndecided } from '#lib/payments/states.ts';
import { endAttempt } from '#lib/payments/sync/end-attempt.ts';
import { isGatewayError } from '#lib/rails/port/errors.ts';
import type { Payment } from '#prisma/generated/client.ts';
import { paidInOtherBrowser } from './payable.ts';

/** An attempt that could not be cancelled before the donor pays with another method. `isPaid`: the donor has probably paid it. */
export type RemainingAttempt = { method: PaymentMethod; isPaid: boolean };

/**
 * Cancels at the gateways what a donor started with other methods, because a link is paid once. An attempt that had
 * succeeded completes the link, which the caller sees when it reads the link again; one that the gateway is deciding stays.
 * An attempt that another tab is starting right now is not waited for: if both are paid, one is refunded (ruling 42).
 * @returns the attempt that could not be cancelled, because its gateway refused or could not be reached
 */
export async function cancelOtherAttempts(
  { id: linkId, pendingRails }: Pick<FoundLink, 'id' | 'pendingRails'>,
  method: PaymentMethod,
): Promise<RemainingAttempt[]> {
  if (pendingRails.every((rail) => rail === method)) return [];
  const others = await db().payment.findMany({
    where: { linkId, state: 'pending', rail: { not: method } },
    orderBy: { createdAt: 'asc' },
  });
  const remaining: RemainingAttempt[] = [];
  for (const attempt of others) {
    const after = await cancelAttempt(attempt);
    if (after !== 'ended')
      remaining.push({ method: oneOf(PAYMENT_METHODS, attempt.rail), isPaid: after === 'processing' });
  }
  return remaining;
}

/**
 * Cancels attempts of an earlier browser, so that nothing is paid in another donor's name. An attempt that had succeeded
 * completes the link, which the caller sees when it reads the link again.
 * @throws Problem `checkout_link_not_payable` if an attempt is being decided or cannot be cancelled; 503 if its gateway
 * cannot be reached.
 */
export async function cancelEarlierAttempts(attempts: Payment[]): Promise<void> {
  for (const attempt of attempts) {
    const remote = await mapGatewayErrors(() => endAttempt(attempt, { keepProcessing: true }));
    if (remote && isUndecided(remote, attempt.id)) throw paidInOtherBrowser();
  }
}

async function cancelAttempt(attempt: Payment): Promise<'ended' | 'live' | 'processing'> {
  try {
    const remote = await endAttempt(attempt, { keepProcessing: true });
    if (!remote || !isUndecided(remote, attempt.id)) return 'ended';
    return remote.status === 'processing' ? 'processing' : 'live';
  } catch (error) {
    if (!isGatewayError(error)) throw error;
    log().warn({ err: error, payment: attempt.id }, 'a payment could not be cancelled');
    return attempt.processing ? 'processing' : 'live';
  }
}
