import { z } from 'zod';
import { donorEmailOf } from '#lib/people/donor.ts';
import { eraseCreator } from '#lib/people/erase-creator.ts';
import { eraseDonor } from '#lib/people/erase-donor.ts';
import { isStorableText } from '#lib/storable-text.ts';
import { type ActionResult, dashboardAction, REASON } from '../action.ts';
import { reviewOfErasedCreator, reviewOfErasedDonor } from '../staff/reviews.ts';

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
  ifGone: erasedDonor,
  review: (tx, { input, resource: { email } }) => reviewOfErasedDonor(tx, input.id, email),
  async act(tx, { actor, input: { id, reason }, resource: { email }, now }) {
    await eraseDonor(tx, email, { by: actor.id, reason }, now);
    return erasedDonor({ id });
  },
});

function erasedDonor({ id }: Record<string, unknown>): ActionResult {
  return { to: `/dashboard/staff/payments/${encodeURIComponent(String(id))}`, notice: 'donorErased' };
}

/** Erases the holder of a creator's account, and leads to the account, which stays. */
export const eraseCreatorAction = dashboardAction({
  name: 'creator.erase',
  auditedBy: 'domain',
  input: z.object({ id: z.string(), reason: REASON }),
  async find(tx, { id }) {
    if (typeof id !== 'string' || !isStorableText(id)) return null;
    const account = await tx.account.findUnique({ where: { id } });
    return account && { ownerId: account.id };
  },
  review: (tx, { input: { id }, now }) => reviewOfErasedCreator(tx, id, now),
  async act(tx, { actor, input: { id, reason }, now }) {
    await eraseCreator(tx, id, { by: actor.id, reason }, now);
    return { notice: 'creatorErased' };
  },
});
