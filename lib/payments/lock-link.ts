import { isPastExpiry } from '#lib/checkout-links/status.ts';
import type { Tx } from '#lib/db.ts';
import { type CauseOfLink, type LinkWithPayments, lockCheckoutLink } from '#lib/locks.ts';

/**
 * A link under its row lock until the transaction ends, with its cause and all its payments, and whether one of them
 * completed it.
 */
export type LockedLink = LinkWithPayments & { isPaid: boolean };

/** Locks a link. Everything that changes its attempts or ends it does this first. */
export async function lockLink(tx: Tx, id: string): Promise<LockedLink | null> {
  const link = await lockCheckoutLink(tx, id);
  return link && { ...link, isPaid: link.payments.some(({ state }) => state === 'approved') };
}

/** The number of the next attempt of a locked link on a rail. */
export function nextAttempt({ payments }: LockedLink, rail: string): number {
  return Math.max(0, ...payments.filter((one) => one.rail === rail).map(({ attempt }) => attempt)) + 1;
}

/** The facts of a cause that its payments are recorded with. */
export type CauseFacts = Pick<CauseOfLink, 'title' | 'country' | 'feeModel'>;

export function findCauseFacts(tx: Tx, { causeKey }: { causeKey: string }): Promise<CauseFacts> {
  return tx.cause.findUniqueOrThrow({
    where: { key: causeKey },
    select: { title: true, country: true, feeModel: true },
  });
}

/** Whether a locked link can still take a payment at an instant. */
export function isPayable(
  link: Pick<LockedLink, 'isPaid' | 'cancelledAt' | 'expiredAt' | 'expiresAt'>,
  now: Date,
): boolean {
  return !link.isPaid && !link.cancelledAt && !link.expiredAt && !isPastExpiry(link, now);
}
