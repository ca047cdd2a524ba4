import type { Tx } from '#lib/db.ts';
import type { CheckoutLink } from '#prisma/generated/client.ts';

/** A link held under its row lock until the transaction ends, and whether an approved payment completed it. */
export type LockedLink = CheckoutLink & { isPaid: boolean };

/** Locks a link: whatever changes its attempts or its end goes through here, one after the other. */
export async function lockLink(tx: Tx, id: string): Promise<LockedLink | null> {
  await tx.$queryRaw`SELECT 1 FROM checkout_links WHERE id = ${id} FOR UPDATE`;
  const link = await tx.checkoutLink.findUnique({ where: { id } });
  if (!link) return null;
  const approved = await tx.payment.findFirst({
    where: { linkId: id, state: 'approved' },
    select: { id: true },
  });
  return { ...link, isPaid: approved !== null };
}

/** Whether a locked link can still take a payment at an instant. */
export function isOpen(link: LockedLink, now: Date): boolean {
  return !link.isPaid && !link.cancelledAt && !link.expiredAt && now.getTime() <= link.expiresAt.getTime();
}
