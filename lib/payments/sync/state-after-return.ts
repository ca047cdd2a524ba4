import type { Tx } from '#lib/db.ts';
import { oneOf } from '#lib/one-of.ts';
import { PAYMENT_STATES, type PaymentState } from '#lib/payments/states.ts';
import type { Payment } from '#prisma/generated/client.ts';
import { stateAfterReturn } from './reversals.ts';

/** The state in which a payment owes what comes back of it. Under the link's lock. */
export async function findStateAfterReturn(
  tx: Tx,
  { id: paymentId, state }: Pick<Payment, 'id' | 'state'>,
): Promise<PaymentState> {
  const known = oneOf(PAYMENT_STATES, state);
  if (stateAfterReturn(known, true) === known) return known;
  return stateAfterReturn(known, (await tx.writeOff.count({ where: { paymentId, outcome: 'written_off' } })) > 0);
}
