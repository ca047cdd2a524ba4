import { z } from 'zod';
import { CURRENCIES } from '#lib/currencies.ts';
import type { Tx } from '#lib/db.ts';
import { readZone } from '#lib/time-zone.ts';
import {
  cancelBatch,
  createBatchWithin,
  markBatchNotSent,
  markBatchSent,
  startBatch,
} from '#lib/withdrawals/batches.ts';
import { dashboardAction, NO_RESOURCE, REASON } from '../action.ts';
import { reviewOfBatch } from '../staff/reviews.ts';

async function findBatch(tx: Tx, { id }: Record<string, unknown>) {
  return typeof id === 'string' ? tx.payoutBatch.findUnique({ where: { id }, select: { id: true } }) : null;
}

/** Puts the approved withdrawals in a currency into a batch. */
export const createBatchAction = dashboardAction({
  name: 'batch.create',
  creates: true,
  input: z.object({ currency: z.enum(CURRENCIES) }),
  find: NO_RESOURCE,
  auditedBy: 'domain',
  act: async (tx, { actor, input: { currency }, now }) => {
    const id = await createBatchWithin(tx, actor, currency, now);
    return { to: `/dashboard/staff/withdrawals/batches/${id}`, notice: 'batchCreated' };
  },
});

/** Cancels a batch that nobody has started to send. */
export const cancelBatchAction = dashboardAction({
  name: 'batch.cancel',
  input: z.object({}),
  find: findBatch,
  auditedBy: 'domain',
  run: async ({ actor, resource: { id }, now }) => {
    await cancelBatch(actor, id, now);
    return { notice: 'batchCancelled' };
  },
});

/** Starts to send all withdrawals of a batch. */
export const startBatchAction = dashboardAction({
  name: 'batch.start_sending',
  input: z.object({}),
  find: findBatch,
  auditedBy: 'domain',
  review: (tx, { resource: { id }, now }) => reviewOfBatch(tx, id, { step: 'start_sending', now }),
  run: async ({ actor, resource: { id }, now }) => {
    const { sending, putBack } = await startBatch(actor, id, now);
    if (sending === 0) return { notice: 'batchEmptied' };
    return { notice: putBack === 0 ? 'batchStarted' : 'batchPutBack' };
  },
});

/** The day on which something was sent, as a form writes it (`2026-12-03`), and the time zone of the form. */
export const SENT_DAY = {
  day: z.string().min(1),
  zone: z
    .string()
    .optional()
    .transform((zone) => readZone(zone) ?? 'UTC'),
};

/** Records that the bank has sent a batch. */
export const markBatchSentAction = dashboardAction({
  name: 'batch.mark_sent',
  input: z.object(SENT_DAY),
  find: findBatch,
  auditedBy: 'domain',
  review: (tx, { input: sent, resource: { id }, now }) => reviewOfBatch(tx, id, { step: 'mark_sent', sent, now }),
  run: async ({ actor, input: sent, resource: { id }, now }) => {
    await markBatchSent(actor, id, sent, now);
    return { notice: 'batchSent' };
  },
});

/** Records that the bank has sent nothing of a batch. */
export const markBatchNotSentAction = dashboardAction({
  name: 'batch.mark_not_sent',
  input: z.object({ note: REASON }),
  find: findBatch,
  auditedBy: 'domain',
  review: (tx, { resource: { id }, now }) => reviewOfBatch(tx, id, { step: 'mark_not_sent', now }),
  run: async ({ actor, input: { note }, resource: { id }, now }) => {
    await markBatchNotSent(actor, id, note, now);
    return { notice: 'batchNotSent' };
  },
});
