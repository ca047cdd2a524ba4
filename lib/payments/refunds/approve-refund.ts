import { type Tx, transaction } from '#lib/db.ts';
import { lockLink } from '#lib/payments/lock-link.ts';
import { reserveRefunds } from '#lib/payments/sync/reserve-refunds.ts';
import { syncPayment } from '#lib/payments/sync/sync-payment.ts';
import { audit } from '#lib/policy/audit.ts';
import { requireNoPart } from '#lib/policy/authorise.ts';
import { DomainError } from '#lib/problems/domain-error.ts';
import type { Refund, RefundApproval } from '#prisma/generated/client.ts';
import { requireRefundable, writeStaffRefund } from './request-refund.ts';

type Waiting = Pick<RefundApproval, 'id' | 'paymentId'>;

/**
 * Approves a refund that waits for a second person. It is then stored like any other and performed by perform-refund.ts.
 * The payment is synced first and every check is repeated, because time has passed. Under the link's lock: of two
 * concurrent decisions, one is made.
 * @param by the account of the approver
 * @throws DomainError `already_decided`, `own_request`, and the reasons of `requireRefundable`; GatewayError
 */
export async function approveRefund(waiting: Waiting, by: string, now: Date): Promise<Refund> {
  await syncPayment(waiting.paymentId, now);
  return transaction(async (tx) => {
    const { payment, approval } = await lockApproval(tx, waiting);
    if (approval.decidedAt !== null) throw new DomainError('already_decided');
    await requireNoPart(tx, 'refund.approve', by, { asked: approval.requestedBy });
    await requireRefundable(tx, payment, approval);
    const { requestKey: key, amountMinor, reason, requestedBy } = approval;
    const request = { paymentId: payment.id, key, amountMinor, reason, requestedBy };
    const refund = await writeStaffRefund(tx, request, now);
    await decide(tx, 'refund.approve', approval, { by, refundId: refund.id }, now);
    return refund;
  });
}

/**
 * Rejects a refund that waits: it is never made. The requester can withdraw it in the same way.
 * @param note why, for the audit log
 * @throws DomainError `already_decided`
 */
export function rejectRefund(waiting: Waiting, by: string, note: string, now: Date): Promise<void> {
  return transaction(async (tx) => {
    const { approval } = await lockApproval(tx, waiting);
    if (approval.decidedAt !== null) throw new DomainError('already_decided');
    await decide(tx, 'refund.reject', approval, { by, refundId: null, note }, now);
    await reserveRefunds(tx, approval.paymentId, now);
  });
}

async function lockApproval(tx: Tx, { id, paymentId }: Waiting) {
  const found = await tx.payment.findUniqueOrThrow({ where: { id: paymentId }, select: { linkId: true } });
  await lockLink(tx, found.linkId);
  const payment = await tx.payment.findUniqueOrThrow({ where: { id: paymentId } });
  return { payment, approval: await tx.refundApproval.findUniqueOrThrow({ where: { id } }) };
}

type Decision = { by: string; refundId: string | null; note?: string };

async function decide(
  tx: Tx,
  action: 'refund.approve' | 'refund.reject',
  { id, paymentId, amountMinor, requestedBy, reason }: RefundApproval,
  { by, refundId, note }: Decision,
  now: Date,
): Promise<void> {
  await tx.refundApproval.update({ where: { id }, data: { decidedBy: by, decidedAt: now, refundId } });
  const request = { approval: id, refund: refundId, amountMinor: String(amountMinor), reason, requestedBy };
  const data = { ...request, ...(note === undefined ? {} : { note }) };
  await audit(tx, { actor: by, action, subject: paymentId, data });
}
