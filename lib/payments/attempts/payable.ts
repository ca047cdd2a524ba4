import { acceptance } from '#lib/causes/states.ts';
import { linkNotFound } from '#lib/checkout-links/not-found.ts';
import { linkStatus } from '#lib/checkout-links/status.ts';
import type { FoundLink } from '#lib/hot-queries/find-link.ts';
import { type CallerNetworks, recordCaller } from '#lib/payments/card-testing/callers.ts';
import { cardPause, declineLock } from '#lib/payments/card-testing/decline-limits.ts';
import { findCurrentLink } from '#lib/payments/sync/end-link.ts';
import { Problem, validationFailed } from '#lib/problems/problem.ts';
import type { AmountBounds, CardRail } from '#lib/rails/port/rail.ts';
import { cardRailFor } from '#lib/rails/registry.ts';
import type { Cause } from '#prisma/generated/client.ts';

/** A link that accepts a card payment now, with its gateway account. */
type Payable = { link: FoundLink; rail: CardRail; amountMajor: number };

/**
 * Checks every condition for creating or returning a payment intent (specification 4.3; rulings 4, 24, 27), and stores the
 * caller's network.
 * @param networks of the caller (lib/payments/card-testing/callers.ts)
 * @throws Problem `checkout_link_not_found`, `checkout_link_not_payable`, `cause_not_accepting_payments`,
 * `validation_failed` naming `amount`, `rate_limit_exceeded`, or 503.
 */
export async function findPayableLink(
  linkId: string,
  now: Date,
  networks: CallerNetworks | undefined,
): Promise<Payable> {
  const link = await findCurrentLink(linkId, now);
  if (!link) throw linkNotFound();
  requireOpenLink(link);
  requireAccepting(link, now);
  const rail = cardRailFor(link.cause.country);
  const bounds = rail?.bounds(link.currency) ?? null;
  if (!rail || !bounds)
    throw new Problem('cause_not_accepting_payments', `No card processor here can collect ${link.currency}.`);
  const amountMajor = amountToPay(link);
  requireWithinBounds(amountMajor, bounds, link.currency);
  // Stored before a refusal, so that staff can see on the link why a donor cannot pay.
  await recordCaller(link.id, networks, now);
  await requireNoCardTesting(link, networks, now);
  return { link, rail, amountMajor };
}

const WHERE_DECLINED = {
  link: 'on this link',
  network: 'from this network',
  gifts: 'for this cause',
  cause: 'for this cause',
} as const;

/** @throws Problem `rate_limit_exceeded` while a link, its cause or the caller's network is locked against card testing. */
async function requireNoCardTesting(link: FoundLink, networks: CallerNetworks | undefined, now: Date): Promise<void> {
  const lockedSeconds = await declineLock(link, now);
  const pause = link.hasPauses ? await cardPause(link, networks, now) : null;
  const pausedSeconds = pause ? Math.ceil((pause.endsAt.getTime() - now.getTime()) / 1000) : 0;
  const retryAfterSeconds = Math.max(lockedSeconds ?? 0, pausedSeconds);
  if (retryAfterSeconds === 0) return;
  const where = WHERE_DECLINED[pause && pausedSeconds === retryAfterSeconds ? pause.kind : 'link'];
  throw new Problem(
    'rate_limit_exceeded',
    `Too many declined cards ${where}. Please try again later, or pay by another method.`,
    { retryAfterSeconds },
  );
}

/** @throws Problem `cause_not_accepting_payments` while a link's cause does not accept payments (ruling 4). */
export function requireAccepting({ cause }: { cause: Pick<Cause, 'state' | 'closesAt'> }, now: Date): void {
  if (acceptance(cause, now) !== 'accepting')
    throw new Problem('cause_not_accepting_payments', 'This cause cannot currently receive contributions.');
}

/** @throws Problem `checkout_link_not_payable` when a link has ended. */
export function requireOpenLink(link: FoundLink): void {
  const status = linkStatus(link);
  if (status !== 'open') throw linkNotPayable(status);
}

export function linkNotPayable(status: 'completed' | 'expired' | 'cancelled'): Problem {
  return new Problem('checkout_link_not_payable', `This checkout link is ${status}.`, {
    statusDetail: status,
  });
}

/** The problem of an open link that another browser is paying (ruling 60). */
export function paidInOtherBrowser(): Problem {
  return new Problem('checkout_link_not_payable', 'Another browser is paying this checkout link.', {
    statusDetail: 'open',
  });
}

/** @throws Problem `validation_failed` naming `amount`, when a method does not accept it. Whole major units. */
export function requireWithinBounds(amountMajor: number, { min, max }: AmountBounds, currency: string): void {
  if (amountMajor < min) throw invalidAmount(`must be at least ${min} ${currency} with this method`);
  if (amountMajor > max) throw invalidAmount(`must be at most ${max} ${currency} with this method`);
}

export function invalidAmount(message: string): Problem {
  return validationFailed([{ field: 'amount', message }]);
}

/** The amount that the donor pays: the one they chose, else the minted one. Whole major units. */
export function amountToPay(link: { amount: number; donorAmount: number | null }): number {
  return link.donorAmount ?? link.amount;
}
