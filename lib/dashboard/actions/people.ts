import { z } from 'zod';
import { donorEmailOf } from '#lib/people/donor.ts';
import { eraseDonor } from '#lib/people/erase-donor.ts';
import { isStorableText } from '#lib/storable-text.ts';
import { dashboardAction, REASON } from '../action.ts';
import { reviewOfErasedDonor } from '../staff/consequences.ts';

/** Erases the donor of a payment, who is everybody with its address, and leads to the payment, which stays. */
export const eraseDonorAction = dashboardAction({
  name: 'donor.erase',
  auditedBy: 'domain',
  input: z.object({ id: z.string(), reason: REASON }),
  async find(tx, { id }) {
    if (typeof id !== 'string' || !isStorableText(id)) return null;
    const payment = await tx.payment.findUnique({ where: { id } });
    const email = payment && donorEmailOf(payment);
    return email ? { email } : null;
  },
  review: (tx, { input, resource: { email } }) => reviewOfErasedDonor(tx, input.id, email),
  async act(tx, { actor, input: { id, reason }, resource: { email }, now }) {
    await eraseDonor(tx, email, { by: actor.id, reason }, now);
    return { to: `/dashboard/staff/payments/${encodeURIComponent(id)}`, notice: 'donorErased' };
  },
});
