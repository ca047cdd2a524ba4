import { z } from 'zod';
import { isPastExpiry } from '#lib/checkout-links/status.ts';
import type { Tx } from '#lib/db.ts';
import { canonicalEmail } from '#lib/email-key.ts';
import { type CauseOfLink, type LinkWithPayments, lockCheckoutLink } from '#lib/locks.ts';
import type { CheckoutLink, Payment } from '#prisma/generated/client.ts';

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

/** The facts of a cause that exists. @throws Error if it does not */
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

/* What a payment takes from its link: the facts that its gateway keeps with it, and its donor. */

/** The facts of a link that its gateway keeps with each payment, so that a lost link can be made again. */
export type LinkFacts = { causeKey: string; clientId: string; expiresAt: Date };

const storedFacts = z.object({ cause: z.string(), client: z.string(), expires_at: z.iso.datetime() }).transform(
  ({ cause, client, expires_at }): LinkFacts => ({
    causeKey: cause,
    clientId: client,
    expiresAt: new Date(expires_at),
  }),
);

/** The metadata of a link's payments at their gateway: names that both gateways accept, no personal data. */
export function gatewayMetadata({ causeKey, clientId, expiresAt }: LinkFacts): Record<string, string> {
  return { cause: causeKey, client: clientId, expires_at: expiresAt.toISOString() };
}

/** The facts in a payment's metadata; null if they are not all there, as of a payment that is not ours. */
export function readGatewayMetadata(metadata: unknown): LinkFacts | null {
  return storedFacts.safeParse(metadata).data ?? null;
}

type Donor = Pick<
  Payment,
  'donorName' | 'donorEmail' | 'donorAnonymous' | 'donorMessage' | 'donorLocale' | 'donorTimeZone' | 'browserHash'
>;

/** The donor of an attempt on a link: their choices, else the minted values (ruling 49). */
export function donorOf(link: CheckoutLink): Donor {
  const isAnonymous = link.donorAnonymous ?? link.anonymous ?? false;
  return {
    donorName: link.donorName || null,
    // One spelling, so that the database counts and finds donors by it.
    donorEmail: canonicalEmail(link.donorEmail ?? link.email ?? '') || null,
    donorAnonymous: isAnonymous,
    // It is shown beside the name, so it is not kept where no name is shown.
    donorMessage: (!isAnonymous && link.donorMessage) || null,
    donorLocale: link.donorLocale,
    donorTimeZone: link.donorTimeZone,
    browserHash: link.browserHash,
  };
}

/** The donor of an attempt, for another payment of the same attempt. */
export function donorOfAttempt(attempt: Payment): Donor {
  const { donorName, donorEmail, donorAnonymous, donorMessage, donorLocale, donorTimeZone, browserHash } = attempt;
  return { donorName, donorEmail, donorAnonymous, donorMessage, donorLocale, donorTimeZone, browserHash };
}
