import { db } from '#lib/db.ts';
import { log } from '#lib/log.ts';
import { oneOf } from '#lib/one-of.ts';
import { PAYMENT_METHODS, type PaymentMethod } from '#lib/payment-methods.ts';
import { isGatewayError } from '#lib/rails/port.ts';
import type { Payment } from '#prisma/generated/client.ts';
import { endAttempt } from './end-attempt.ts';
import { needingGateway } from './gateway-trouble.ts';
import { isUndecided } from './own-money.ts';
import { paidElsewhere } from './payable.ts';

/** A payment that goes on beside the one that a donor wants now. `isPaid`: they have paid it, as far as anybody knows. */
export type LeftOver = { method: PaymentMethod; isPaid: boolean };

/**
 * Calls off at the gateways what a donor started by other methods before they pay by this one: a link is paid once. What
 * had succeeded there completes the link, and the caller's next look finds it so; what was paid and is being decided is left. What another tab is starting at this
 * very moment is not waited for: should both be paid, one is given back (decisions.md 42).
 * @returns what could not be called off, because its gateway will not or cannot be reached
 */
export async function callOffOthers(linkId: string, method: PaymentMethod): Promise<LeftOver[]> {
  const others = await db().payment.findMany({
    where: { linkId, state: 'pending', rail: { not: method } },
    orderBy: { createdAt: 'asc' },
  });
  const left: LeftOver[] = [];
  for (const attempt of others) {
    const after = await ended(attempt);
    if (after !== 'ended')
      left.push({ method: oneOf(PAYMENT_METHODS, attempt.rail), isPaid: after === 'processing' });
  }
  return left;
}

/**
 * Calls off what the browser before this one has started, so that nothing is paid in the name of somebody else. What had
 * succeeded there completes the link, and the caller's next look finds it so.
 * @throws Problem `checkout_link_not_payable` where it was paid and is being decided, or will not be called off; 503 when its
 * gateway cannot be reached.
 */
export async function callOffEarlier(attempts: Payment[]): Promise<void> {
  for (const attempt of attempts) {
    const remote = await needingGateway(() => endAttempt(attempt, { sparesProcessing: true }));
    if (remote && isUndecided(remote, attempt.id)) throw paidElsewhere();
  }
}

async function ended(attempt: Payment): Promise<'ended' | 'live' | 'processing'> {
  try {
    const remote = await endAttempt(attempt, { sparesProcessing: true });
    if (!remote || !isUndecided(remote, attempt.id)) return 'ended';
    return remote.standing === 'processing' ? 'processing' : 'live';
  } catch (error) {
    if (!isGatewayError(error)) throw error;
    log().warn({ err: error, payment: attempt.id }, 'a payment could not be called off');
    return attempt.processing ? 'processing' : 'live';
  }
}
