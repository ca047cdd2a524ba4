import { acceptance } from '#lib/causes/states.ts';
import { amountToPay, type FoundLink, linkNotFound } from '#lib/checkout-links/find.ts';
import { linkStatus } from '#lib/checkout-links/status.ts';
import { db } from '#lib/db.ts';
import { Problem, validationFailed } from '#lib/problems/problem.ts';
import type { AmountBounds, CardRail } from '#lib/rails/port.ts';
import { cardRailFor } from '#lib/rails/registry.ts';
import type { Cause } from '#prisma/generated/client.ts';
import { noteCaller } from './card-callers.ts';
import { cardPause } from './card-testing.ts';
import { declineLock } from './declines.ts';
import { findSettledLink } from './end-link.ts';

/** A link that can take a card payment now, with the account that serves it. */
export type Payable = { link: FoundLink; rail: CardRail; amountMajor: number };

/**
 * Checks everything that must hold before a card intent is made or handed out (spec 4.3; decisions.md 4, 24, 27), and
 * notes who asks.
 * @param network who asks (lib/payments/card-callers.ts)
 * @throws Problem `checkout_link_not_found`, `checkout_link_not_payable`, `cause_not_accepting_payments`,
 * `validation_failed` naming `amount`, `rate_limit_exceeded`, or 503.
 */
export async function findPayable(linkId: string, now: Date, network: string | undefined): Promise<Payable> {
  const link = await findSettledLink(linkId, now);
  if (!link) throw linkNotFound();
  refuseEnded(link);
  const cause = await findAcceptingCause(link, now);
  const rail = cardRailFor(cause.country);
  const bounds = rail?.bounds(link.currency) ?? null;
  if (!rail || !bounds)
    throw new Problem('cause_not_accepting_payments', `No card processor here can collect ${link.currency}.`);
  const amountMajor = amountToPay(link);
  refuseOutOfBounds(amountMajor, bounds, link.currency);
  // Before it is refused: staff see on the link what keeps a donor from paying it.
  await noteCaller(link.id, network, now);
  await refuseTesting(link, network, now);
  return { link, rail, amountMajor };
}

const WHERE_DECLINED = {
  link: 'on this link',
  network: 'from this network',
  cause: 'for this cause',
} as const;

/** @throws Problem `rate_limit_exceeded` while a link, its cause or who asks is locked against card testing. */
async function refuseTesting(link: FoundLink, network: string | undefined, now: Date): Promise<void> {
  const lockedSeconds = await declineLock(link, now);
  const pause = await cardPause(link.causeKey, network, now);
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

/** The cause of a link. @throws Problem `cause_not_accepting_payments` while it takes no payments (decisions.md 4). */
export async function findAcceptingCause(link: Pick<FoundLink, 'causeKey'>, now: Date): Promise<Cause> {
  const cause = await db().cause.findUniqueOrThrow({ where: { key: link.causeKey } });
  if (acceptance(cause, now) !== 'accepting')
    throw new Problem('cause_not_accepting_payments', 'This cause cannot currently receive contributions.');
  return cause;
}

/** @throws Problem `checkout_link_not_payable` when a link has ended. */
export function refuseEnded(link: FoundLink): void {
  const status = linkStatus(link);
  if (status !== 'open') throw notPayable(status);
}

export function notPayable(status: 'completed' | 'expired' | 'cancelled'): Problem {
  return new Problem('checkout_link_not_payable', `This checkout link is ${status}.`, {
    statusDetail: status,
  });
}

/** The problem of an open link that another browser is paying (decisions.md 60). */
export function paidElsewhere(): Problem {
  return new Problem('checkout_link_not_payable', 'Another browser is paying this checkout link.', {
    statusDetail: 'open',
  });
}

/** @throws Problem `validation_failed` naming `amount`, when a method does not take it. Whole major units. */
export function refuseOutOfBounds(amountMajor: number, { min, max }: AmountBounds, currency: string): void {
  if (amountMajor < min) throw amountRefused(`must be at least ${min} ${currency} with this method`);
  if (amountMajor > max) throw amountRefused(`must be at most ${max} ${currency} with this method`);
}

export function amountRefused(message: string): Problem {
  return validationFailed([{ field: 'amount', message }]);
}
