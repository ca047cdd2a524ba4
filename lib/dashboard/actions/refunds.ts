import { z } from 'zod';
import { db, type Tx } from '#lib/db.ts';
import { log } from '#lib/log.ts';
import { type ApprovalRefusal, approveRefund, refuseRefund } from '#lib/payments/approve-refund.ts';
import { performRefund } from '#lib/payments/perform-refund.ts';
import { requestRefund } from '#lib/payments/request-refund.ts';
import { isGatewayError } from '#lib/rails/port.ts';
import { dashboardAction, type Outcome, refuse } from '../action.ts';
import type { FaultCode } from '../page-view.ts';
import { readMinor } from '../staff/amounts.ts';

const WHY_NOT: Record<ApprovalRefusal, [code: FaultCode, field: string]> = {
  not_counted: ['refundNotCounted', ''],
  disputed: ['refundDisputed', ''],
  under_way: ['refundUnderWay', ''],
  waits: ['refundWaits', ''],
  decided: ['decidedAlready', ''],
  own_request: ['ownRequest', ''],
  stale: ['refundStale', ''],
  over_left: ['refundOverLeft', 'amount'],
};

/**
 * Gives back a payment, or a part of it, through its gateway (decisions.md 46). The request is written down first; what
 * the gateway cannot do now, a job does later. A large one waits for a second member of staff.
 */
export const refundPaymentAction = dashboardAction({
  name: 'payment.refund',
  needsFreshSignIn: true,
  input: z.object({
    amount: z.string(),
    reason: z.string().trim().min(1).max(500),
    key: z.string().min(1).max(255),
    seen: z.string().regex(/^\d{1,18}$/),
  }),
  find: async (tx, { id }) =>
    typeof id === 'string'
      ? tx.payment.findUnique({ where: { id }, select: { id: true, currency: true } })
      : null,
  data: ({ amount, reason }) => ({ amount, reason }),
  run: async ({ actor, input, resource: { id: paymentId, currency }, now }) => {
    const amountMinor = readMinor(input.amount, currency);
    if (amountMinor === undefined) return refuse('refundAmount', 'amount');
    const { reason, key } = input;
    const seenMinor = BigInt(input.seen);
    const requested = await requestRefund(
      { paymentId, amountMinor, reason, key, seenMinor, requestedBy: actor.id },
      now,
    );
    if (requested.kind === 'missing') return refuse('refused');
    if (requested.kind === 'refused') return refuse(...WHY_NOT[requested.why]);
    if (requested.kind === 'waits')
      return requested.approval.decidedAt ? refuse('decidedAlready') : { notice: 'refundAwaits' };
    return carryOut(requested.refund.id, now);
  },
});

async function carryOut(refundId: string, now: Date): Promise<Outcome> {
  await performRefund(refundId, now).catch((error: unknown) => {
    // It is written down, and its job tries again.
    log().warn({ err: error, refund: refundId }, 'a refund could not be finished at once');
  });
  const { state } = await db().refund.findUniqueOrThrow({ where: { id: refundId }, select: { state: true } });
  if (state === 'failed') return refuse('refundRefused');
  return { notice: state === 'succeeded' ? 'refundDone' : 'refundPending' };
}

async function findApproval(tx: Tx, { id }: Record<string, unknown>) {
  if (typeof id !== 'string') return null;
  const found = await tx.refundApproval.findUnique({
    where: { id },
    select: { id: true, paymentId: true, requestedBy: true },
  });
  return found && { ...found, requesterId: found.requestedBy };
}

/** Lets a refund be made that another member of staff asked for. */
export const approveRefundAction = dashboardAction({
  name: 'refund.approve',
  needsFreshSignIn: true,
  input: z.object({}),
  find: findApproval,
  auditedBy: 'domain',
  run: async ({ actor, resource: waiting, now }) => {
    const decided = await approveRefund(waiting, actor.id, now).catch((error: unknown) => {
      if (isGatewayError(error)) return refuse('gatewayAway');
      throw error;
    });
    if (decided.kind === 'refused') return refuse(...WHY_NOT[decided.why]);
    return carryOut(decided.refund.id, now);
  },
});

/** Ends it instead. */
export const refuseRefundAction = dashboardAction({
  name: 'refund.refuse',
  input: z.object({}),
  find: findApproval,
  auditedBy: 'domain',
  run: async ({ actor, resource: waiting, now }) => {
    const why = await refuseRefund(waiting, actor.id, now);
    if (why) return refuse(...WHY_NOT[why]);
    return { notice: 'refundEnded' };
  },
});
