import { z } from 'zod';
import type { Tx } from '#lib/db.ts';
import { CURRENCIES } from '#lib/money.ts';
import type { Actor } from '#lib/sessions/session.ts';
import { cancelBatch, createBatch, sendBatch } from '#lib/withdrawals/batches.ts';
import { ACTOR_ALONE, dashboardAction } from '../action.ts';

const asParty = ({ id: accountId, role }: Actor) => ({ accountId, role });

async function findBatch(tx: Tx, { id }: Record<string, unknown>) {
  return typeof id === 'string' ? tx.payoutBatch.findUnique({ where: { id }, select: { id: true } }) : null;
}

/** Puts the approved withdrawals in a currency into a batch. */
export const createBatchAction = dashboardAction({
  name: 'batch.create',
  input: z.object({ currency: z.enum(CURRENCIES) }),
  find: ACTOR_ALONE,
  auditedBy: 'domain',
  run: async ({ actor, input: { currency }, now }) => {
    const id = await createBatch(asParty(actor), currency, now);
    return { to: `/dashboard/staff/withdrawals/batches/${id}`, notice: 'batchCreated' };
  },
});

/** Cancels a batch that was not sent. */
export const cancelBatchAction = dashboardAction({
  name: 'batch.cancel',
  input: z.object({}),
  find: findBatch,
  auditedBy: 'domain',
  run: async ({ actor, resource: { id }, now }) => {
    await cancelBatch(asParty(actor), id, now);
    return { notice: 'batchCancelled' };
  },
});

/** Marks all withdrawals of a batch as paid. */
export const sendBatchAction = dashboardAction({
  name: 'batch.send',
  input: z.object({}),
  find: findBatch,
  auditedBy: 'domain',
  needsFreshSignIn: true,
  run: async ({ actor, resource: { id }, now }) => {
    const { putBack } = await sendBatch(asParty(actor), id, now);
    return { notice: putBack === 0 ? 'batchSent' : 'batchPutBack' };
  },
});
