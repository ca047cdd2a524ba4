import { z } from 'zod';
import { resendReceipt } from '#lib/receipts/resend-receipt.ts';
import { isStorableText } from '#lib/storable-text.ts';
import { dashboardAction } from '../action.ts';

/**
 * Mails the receipt of a donation to its donor once more. Whether an anonymous donor left an address is not said to the
 * creator.
 */
export const resendReceiptAction = dashboardAction({
  name: 'receipt.resend',
  creates: true,
  auditedBy: 'domain',
  input: z.object({ id: z.string() }),
  async find(tx, { id }) {
    if (typeof id !== 'string' || !isStorableText(id)) return null;
    const found = await tx.payment.findUnique({
      where: { id, state: 'approved' },
      select: {
        donorEmail: true,
        donorAnonymous: true,
        link: { select: { anonymous: true, cause: { select: { ownerId: true } } } },
      },
    });
    if (!found) return null;
    const { donorEmail, donorAnonymous, link } = found;
    const showsAddress = donorEmail !== null && !(donorAnonymous ?? link.anonymous ?? false);
    return { ownerId: link.cause.ownerId, showsAddress };
  },
  async act(tx, { actor: { id, role }, input, resource, now }) {
    await resendReceipt(tx, { id: id, role }, input.id, now);
    return { notice: resource.showsAddress ? 'receiptResent' : 'receiptResentIfAddress' };
  },
});
