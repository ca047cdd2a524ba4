import type { Tx } from '#lib/db.ts';

/** Cancels attempts that are being started: their starters see this and cancel what they created at the gateway. */
export async function cancelStartingAttempts(tx: Tx, linkIds: string[], now: Date): Promise<void> {
  await tx.payment.updateMany({
    where: { linkId: { in: linkIds }, state: 'starting' },
    data: { state: 'canceled', settledAt: now },
  });
}
