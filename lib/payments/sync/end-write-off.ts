import type { Tx } from '#lib/db.ts';
import type { PaymentState } from '#lib/payments/states.ts';
import { audit } from '#lib/policy/audit.ts';

/**
 * Ends the write-off of unmatched funds that waits for a second person, once nothing is left to write off: all of them were sent
 * by hand or refunded, or a bank has taken them. Under the link's lock.
 */
export async function endWriteOff(tx: Tx, paymentId: string, state: PaymentState, now: Date): Promise<void> {
  if (state !== 'refunded' && state !== 'charged_back') return;
  const waiting = await tx.writeOff.findFirst({ where: { paymentId, decidedAt: null } });
  if (!waiting) return;
  const { id, amountMinor, reason, requestedBy } = waiting;
  await tx.writeOff.update({ where: { id }, data: { decidedAt: now, outcome: 'refused' } });
  await audit(tx, {
    actor: 'service',
    action: 'write_off.reject',
    subject: paymentId,
    data: { writeOff: id, amountMinor: String(amountMinor), reason, requestedBy, note: `The payment is ${state}.` },
  });
}
