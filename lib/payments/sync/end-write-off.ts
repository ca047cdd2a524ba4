import type { Tx } from '#lib/db.ts';
import { keptMinorOf } from '#lib/ledger/payment-postings.ts';
import { audit } from '#lib/policy/audit.ts';
import type { Payment } from '#prisma/generated/client.ts';

/**
 * Ends the write-off of unmatched funds that waits for a second person, once something else is left of them than it is for: they were
 * sent by hand or refunded, all or a part, or a bank has taken them, or some came back. What a bank may still give back it waits for.
 * Under the link's lock.
 * @param payment as it is now
 */
export async function endWriteOff(tx: Tx, payment: Payment, now: Date): Promise<void> {
  const { id: paymentId, state } = payment;
  const waiting = await tx.writeOff.findFirst({ where: { paymentId, decidedAt: null } });
  if (!waiting) return;
  const { id, amountMinor, reason, requestedBy } = waiting;
  const leftMinor = keptMinorOf(payment.amountMinor ?? 0n, { ...payment, disputedMinor: 0n });
  if (leftMinor === amountMinor) return;
  const note = leftMinor === 0n ? `The payment is ${state}.` : 'What is left of the payment has changed.';
  await tx.writeOff.update({ where: { id }, data: { decidedAt: now, outcome: 'refused' } });
  await audit(tx, {
    actor: 'service',
    action: 'write_off.reject',
    subject: paymentId,
    data: { writeOff: id, amountMinor: String(amountMinor), reason, requestedBy, note },
  });
}
