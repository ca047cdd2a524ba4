import { z } from 'zod';
import type { Tx } from '#lib/db.ts';
import { visibleLine } from '#lib/fields.ts';
import { type Reader, readerOf } from '#lib/i18n/reader.ts';
import { recordReturned } from '#lib/payments/refunds/record-returned.ts';
import { recordSentByHand } from '#lib/payments/refunds/record-sent-by-hand.ts';
import { closeFailedRefund, retryRefund } from '#lib/payments/refunds/resolve-failed-refunds.ts';
import { approveWriteOff, rejectWriteOff, requestWriteOff } from '#lib/payments/refunds/write-off.ts';
import { instantIn, readZone } from '#lib/time-zone.ts';
import { dashboardAction, REASON } from '../action.ts';
import { rejectField } from '../form-errors.ts';
import { readRefund } from '../staff/read-refund.ts';
import { reviewOfClosedRefund, reviewOfReturn, reviewOfTransfer } from '../staff/reviews.ts';

const QUEUE = '/dashboard/staff/refunds';

async function findRefund(tx: Tx, { id }: Record<string, unknown>) {
  if (typeof id !== 'string') return null;
  const found = await tx.refund.findUnique({
    where: { id },
    select: { id: true, paymentId: true, payment: { select: { currency: true } } },
  });
  return found && { id: found.id, paymentId: found.paymentId, currency: found.payment.currency };
}

/** Minor units, as the page has shown them. */
const SEEN = z.string().regex(/^\d{1,18}$/);

/** Refunds unmatched funds again, after their refunds have failed. */
export const retryRefundAction = dashboardAction({
  name: 'refund.retry',
  input: z.object({}),
  find: findRefund,
  act: async (tx, { resource: { id, paymentId }, now }) => {
    await retryRefund(tx, id, now);
    return {
      to: QUEUE,
      notice: 'refundRetried',
      audit: { subject: paymentId, data: { refund: id } },
    };
  },
});

/** Closes a failed refund for which nothing is sent; the audit log says why. */
export const closeRefundAction = dashboardAction({
  name: 'refund.close',
  input: z.object({ note: REASON }),
  find: findRefund,
  review: (tx, { resource: { id } }) => reviewOfClosedRefund(tx, id),
  act: async (tx, { actor, input: { note }, resource: { id, paymentId }, now }) => {
    await closeFailedRefund(tx, id, actor.id, now);
    return {
      to: QUEUE,
      notice: 'refundSeenTo',
      audit: {
        subject: paymentId,
        data: { refund: id, before: { resolvedAt: null }, after: { resolvedAt: now }, note },
      },
    };
  },
});

const transfer = z.object({
  amount: z.string(),
  reference: z
    .string()
    .transform((typed) => typed.trim().replace(/\s+/g, ' '))
    .pipe(visibleLine(100)),
  sent_on: z.string().min(1),
  zone: z.string().default('UTC'),
  reason: REASON,
  seen: SEEN,
});

/** Whether a text is a day that there is, such as `2026-11-25`. */
function isDay(text: string): boolean {
  return /^\d{4}-\d{2}-\d{2}$/.test(text) && instantIn('UTC', text) !== undefined;
}

/** What a form says of a transfer. @throws InvalidForm */
function readTransfer(
  { amount, reference, reason, sent_on: day, zone, seen }: z.infer<typeof transfer>,
  currency: string,
  reader: Reader,
) {
  return {
    reference,
    reason,
    timeZone: readZone(zone) ?? 'UTC',
    seenMinor: BigInt(seen),
    sentOn: isDay(day) ? day : rejectField('sent_on', 'date'),
    amountMinor: readRefund(amount, currency, reader),
  };
}

/** Records what was sent to the donor by bank transfer, in place of a failed refund. */
export const recordTransferAction = dashboardAction({
  name: 'refund.record_transfer',
  input: transfer,
  find: findRefund,
  review: (tx, { input, resource: { id, currency }, locale, headers, now }) =>
    reviewOfTransfer(tx, id, readTransfer(input, currency, readerOf(locale, headers.get('accept-language'))), now),
  auditedBy: 'domain',
  act: async (tx, { actor, input, resource: { id, currency }, locale, headers, now }) => {
    const reader = readerOf(locale, headers.get('accept-language'));
    const sent = { refundId: id, recordedBy: actor.id, ...readTransfer(input, currency, reader) };
    await recordSentByHand(tx, sent, now);
    return { notice: sent.amountMinor > sent.seenMinor ? 'refundSentBeyond' : 'refundSentByHand' };
  },
});

/** @throws InvalidForm where none was chosen of several */
async function findTransfer(tx: Tx, { id }: Record<string, unknown>) {
  if (id === '') rejectField('id', 'required');
  if (typeof id !== 'string') return null;
  return tx.manualRefund.findUnique({ where: { id }, select: { id: true } });
}

const returned = z.object({
  returned_on: z.string().min(1),
  zone: z.string().default('UTC'),
  reason: REASON,
});

/** What a form says of a transfer that came back. @throws InvalidForm */
function readReturned({ returned_on: day, zone, reason }: z.infer<typeof returned>) {
  const returnedOn = isDay(day) ? day : rejectField('returned_on', 'date');
  return { returnedOn, reason, timeZone: readZone(zone) ?? 'UTC' };
}

/** Records that a donor's bank returned such a transfer. */
export const recordReturnAction = dashboardAction({
  name: 'refund.record_return',
  input: returned,
  find: findTransfer,
  review: (tx, { input, resource: { id }, now }) => reviewOfReturn(tx, id, readReturned(input), now),
  auditedBy: 'domain',
  act: async (tx, { actor, input, resource: { id }, now }) => {
    const sent = { transferId: id, recordedBy: actor.id, ...readReturned(input) };
    const { refundId } = await recordReturned(tx, sent, now);
    const { resolvedAt } = await tx.refund.findUniqueOrThrow({ where: { id: refundId } });
    return { notice: resolvedAt === null ? 'transferReturned' : 'transferReturnedExtra' };
  },
});

/** Requests to give up giving unmatched funds back. */
export const requestWriteOffAction = dashboardAction({
  name: 'refund.write_off',
  input: z.object({ reason: REASON, seen: SEEN }),
  find: findRefund,
  auditedBy: 'domain',
  act: async (tx, { actor, input: { reason, seen }, resource: { id }, now }) => {
    const request = { refundId: id, reason, seenMinor: BigInt(seen), requestedBy: actor.id };
    const { outcome } = await requestWriteOff(tx, request, now);
    return { notice: outcome === null ? 'writeOffAwaits' : 'writtenOff' };
  },
});

async function findWriteOff(tx: Tx, { id }: Record<string, unknown>) {
  if (typeof id !== 'string') return null;
  const found = await tx.writeOff.findUnique({
    where: { id },
    select: { id: true, paymentId: true, requestedBy: true },
  });
  return found && { ...found, parties: { asked: found.requestedBy } };
}

/** Approves a write-off that another staff member requested. */
export const approveWriteOffAction = dashboardAction({
  name: 'write_off.approve',
  input: z.object({}),
  find: findWriteOff,
  auditedBy: 'domain',
  act: async (tx, { actor, resource: { id }, now }) => {
    await approveWriteOff(tx, id, actor.id, now);
    return { notice: 'writtenOff' };
  },
});

/** Rejects a write-off that another staff member requested; its requester takes it back in the same way. */
export const rejectWriteOffAction = dashboardAction({
  name: 'write_off.reject',
  input: z.object({ note: REASON }),
  find: findWriteOff,
  auditedBy: 'domain',
  act: async (tx, { actor, input: { note }, resource: { id }, now }) => {
    await rejectWriteOff(tx, id, actor.id, note, now);
    return { notice: 'writeOffEnded' };
  },
});
