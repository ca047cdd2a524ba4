import { z } from 'zod';
import { snapshot, transaction } from '#lib/db.ts';
import { checkLedger } from '#lib/ledger/check.ts';
import { recordCheck } from '#lib/ledger/record-check.ts';
import { acknowledgeDifference } from '#lib/reconciliation/acknowledge.ts';
import { dashboardAction, NO_RESOURCE, REASON } from '../action.ts';

/** Checks the ledger now, and stores the result. */
export const checkLedgerAction = dashboardAction({
  name: 'ledger.check',
  input: z.object({}),
  find: NO_RESOURCE,
  subject: () => 'ledger',
  run: async ({ now }) => {
    const differences = await snapshot(checkLedger);
    await transaction((tx) => recordCheck(tx, differences, now));
    return { notice: 'ledgerChecked' };
  },
});

/** Marks a difference of a reconciliation as known and explained. */
export const acknowledgeDifferenceAction = dashboardAction({
  name: 'reconciliation.acknowledge',
  auditedBy: 'domain',
  // The subject is last, because a gateway's id can be any text.
  input: z.object({ difference: z.string().regex(/^[\w-]+ \w+ .+$/, 'required'), reason: REASON }),
  find: NO_RESOURCE,
  subject: ({ difference }) => String(difference),
  data: ({ reason }) => ({ reason }),
  act: async (tx, { actor, input: { difference, reason }, now }) => {
    const [gateway = '', about = '', ...subject] = difference.split(' ');
    const wish = { gateway, about, subject: subject.join(' '), reason, by: actor.id };
    await acknowledgeDifference(tx, wish, now);
    return { notice: 'differenceAcknowledged' };
  },
});
