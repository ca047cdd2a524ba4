import { z } from 'zod';
import { db, type Tx, transaction } from '#lib/db.ts';
import { readerOf } from '#lib/i18n/reader.ts';
import { log } from '#lib/log.ts';
import { approveRefund, rejectRefund } from '#lib/payments/refunds/approve-refund.ts';
import { performRefund } from '#lib/payments/refunds/perform-refund.ts';
import { requestRefund } from '#lib/payments/refunds/request-refund.ts';
import { lockRefund } from '#lib/payments/refunds/resolve-failed-refunds.ts';
import { type AuditedAction, audit } from '#lib/policy/audit.ts';
import { partsOf } from '#lib/policy/authorise.ts';
import { DomainError } from '#lib/problems/domain-error.ts';
import { isGatewayError } from '#lib/rails/port/errors.ts';
import { type ActionResult, dashboardAction, REASON } from '../action.ts';
import { readRefund } from '../staff/read-refund.ts';
import { reviewOfRefund, reviewOfRefusedRefund } from '../staff/reviews.ts';

/**
 * Refunds a payment, all or a part of it, through its gateway (ruling 46). The request is stored first; if the gateway
 * fails, a job retries. A large refund needs approval.
 */
export const refundPaymentAction = dashboardAction({
  name: 'payment.refund',
  input: z.object({
    amount: z.string(),
    reason: REASON,
    key: z.string().min(1).max(255),
    seen: z.string().regex(/^\d{1,18}$/),
  }),
  find: async (tx, { id }) =>
    typeof id === 'string' ? tx.payment.findUnique({ where: { id }, select: { id: true, currency: true } }) : null,
  data: ({ amount, reason }) => ({ amount, reason }),
  auditedBy: 'domain',
  review: (tx, { input, resource: { id, currency }, locale, headers }) => {
    const amountMinor = readRefund(input.amount, currency, readerOf(locale, headers.get('accept-language')));
    return reviewOfRefund(tx, id, { amountMinor, seenMinor: BigInt(input.seen) });
  },
  run: async ({ actor, input, resource: { id: paymentId, currency }, locale, headers, now }) => {
    const amountMinor = readRefund(input.amount, currency, readerOf(locale, headers.get('accept-language')));
    const { reason, key } = input;
    const seenMinor = BigInt(input.seen);
    const entry = (refund: string): AuditedAction => ({
      actor: actor.id,
      action: 'payment.refund',
      subject: paymentId,
      data: { refund, amount: input.amount, reason },
    });
    const requested = await requestRefund(
      { paymentId, amountMinor, reason, key, seenMinor, requestedBy: actor.id },
      now,
      (tx, made) =>
        audit(tx, made.kind === 'waits' ? entry(made.approval.id) : { ...entry(made.refund.id), outcome: 'started' }),
    );
    if (requested.kind === 'waits') {
      if (requested.approval.decidedAt) throw new DomainError('already_decided');
      return { notice: 'refundAwaits' };
    }
    const { id } = requested.refund;
    const result = await carryOut(id, now);
    await transaction((tx) => auditOnce(tx, id, entry(id)));
    return result;
  },
});

/** Says in the audit log what became of a refund, unless the same form has said so before. Under the link's lock. */
async function auditOnce(tx: Tx, refund: string, entry: AuditedAction): Promise<void> {
  await lockRefund(tx, refund);
  const { subject, action } = entry;
  const said = { subject, action, outcome: 'done', data: { path: ['refund'], equals: refund } };
  if ((await tx.auditEntry.count({ where: said })) === 0) await audit(tx, entry);
}

async function carryOut(refundId: string, now: Date): Promise<ActionResult> {
  await performRefund(refundId, now).catch((error: unknown) => {
    // The refund is stored, and its job retries.
    log().warn({ err: error, refund: refundId }, 'a refund could not be finished at once');
  });
  const { state } = await db().refund.findUniqueOrThrow({ where: { id: refundId }, select: { state: true } });
  if (state === 'failed') throw new DomainError('refund_failed');
  return { notice: state === 'succeeded' ? 'refundDone' : 'refundPending' };
}

async function findApproval(tx: Tx, { id }: Record<string, unknown>) {
  if (typeof id !== 'string') return null;
  const found = await tx.refundApproval.findUnique({
    where: { id },
    select: { id: true, paymentId: true, requestedBy: true },
  });
  return found && { ...found, parties: { asked: found.requestedBy } };
}

/** Approves a refund that another staff member requested. */
export const approveRefundAction = dashboardAction({
  name: 'refund.approve',
  input: z.object({}),
  find: findApproval,
  auditedBy: 'domain',
  run: async ({ actor, resource: waiting, now }) => {
    const refund = await approveRefund(waiting, actor.id, now).catch((error: unknown) => {
      throw isGatewayError(error) ? new DomainError('gateway_unavailable', { cause: error }) : error;
    });
    return carryOut(refund.id, now);
  },
});

/** Rejects a refund that another staff member requested. */
export const rejectRefundAction = dashboardAction({
  name: 'refund.reject',
  input: z.object({ note: REASON }),
  find: findApproval,
  auditedBy: 'domain',
  data: ({ note }) => ({ note }),
  review: async (tx, { actor, resource: { id, requestedBy: asked } }) => ({
    ...(await reviewOfRefusedRefund(tx, id)),
    isOwn: (await partsOf(tx, 'refund.approve', actor.id, { asked })).has('asked'),
  }),
  run: async ({ actor, input, resource: waiting, now }) => {
    await rejectRefund(waiting, actor.id, input.note, now);
    return { notice: 'refundEnded' };
  },
});
