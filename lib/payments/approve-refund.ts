import { audit } from '#lib/audit.ts';
import { type Tx, transaction } from '#lib/db.ts';
import { isSamePerson } from '#lib/same-person.ts';
import type { Payment, Refund, RefundApproval } from '#prisma/generated/client.ts';
import { lockLink } from './lock-link.ts';
import { type RefundRefusalCode, refundRefusal, writeRefund } from './request-refund.ts';
import { reviewPayment } from './review.ts';

/** `decided`: somebody was faster. `own_request`: whoever asked does not approve. Else what forbids the refund itself. */
export type ApprovalRefusal = RefundRefusalCode | 'decided' | 'own_request';
export type RefundDecided = { kind: 'approved'; refund: Refund } | { kind: 'refused'; why: ApprovalRefusal };
type Waiting = Pick<RefundApproval, 'id' | 'paymentId'>;

/**
 * Approves a refund that waits for a second person: it is then written down as any other, and performed by the same door
 * (perform-refund.ts). The payment is read back from its gateway first and every check is made again, for time has passed.
 * Under the link's lock: of two who decide at once, one does.
 * @param by the account of whoever approves
 * @throws GatewayError
 */
export async function approveRefund(waiting: Waiting, by: string, now: Date): Promise<RefundDecided> {
  await reviewPayment(waiting.paymentId, now);
  return transaction(async (tx) => {
    const { payment, approval } = await lockApproval(tx, waiting);
    const why = await refusalOf(tx, payment, approval, by);
    if (why) return { kind: 'refused', why };
    const { requestKey: key, amountMinor, reason, requestedBy } = approval;
    const request = { paymentId: payment.id, key, amountMinor, reason, requestedBy };
    const refund = await writeRefund(tx, request, now);
    await decide(tx, 'refund.approve', approval, { by, refundId: refund.id }, now);
    return { kind: 'approved', refund };
  });
}

/**
 * Ends a refund that waits: it is never made. Whoever asked may take it back in the same way.
 * @returns why not; undefined where it was done
 */
export function refuseRefund(waiting: Waiting, by: string, now: Date): Promise<'decided' | undefined> {
  return transaction(async (tx) => {
    const { approval } = await lockApproval(tx, waiting);
    if (approval.decidedAt !== null) return 'decided';
    await decide(tx, 'refund.refuse', approval, { by, refundId: null }, now);
    return undefined;
  });
}

async function lockApproval(tx: Tx, { id, paymentId }: Waiting) {
  const found = await tx.payment.findUniqueOrThrow({ where: { id: paymentId }, select: { linkId: true } });
  await lockLink(tx, found.linkId);
  const payment = await tx.payment.findUniqueOrThrow({ where: { id: paymentId } });
  return { payment, approval: await tx.refundApproval.findUniqueOrThrow({ where: { id } }) };
}

async function refusalOf(
  tx: Tx,
  payment: Payment,
  approval: RefundApproval,
  by: string,
): Promise<ApprovalRefusal | undefined> {
  if (approval.decidedAt !== null) return 'decided';
  if (await isSamePerson(tx, approval.requestedBy, by)) return 'own_request';
  return refundRefusal(tx, payment, approval);
}

type Decision = { by: string; refundId: string | null };

async function decide(
  tx: Tx,
  action: 'refund.approve' | 'refund.refuse',
  { id, paymentId, amountMinor, requestedBy, reason }: RefundApproval,
  { by, refundId }: Decision,
  now: Date,
): Promise<void> {
  await tx.refundApproval.update({ where: { id }, data: { decidedBy: by, decidedAt: now, refundId } });
  const data = { approval: id, refund: refundId, amountMinor: String(amountMinor), reason, requestedBy };
  await audit(tx, { actor: by, action, subject: paymentId, data });
}
