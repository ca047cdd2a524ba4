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

/** Marks a difference of a reconciliation, with the amounts that the page showed, as known and explained. */
export const acknowledgeDifferenceAction = dashboardAction({
  name: 'reconciliation.acknowledge',
  auditedBy: 'domain',
  // The account, and the name of one of its differences.
  input: z.object({ difference: z.string().regex(/^[\w-]+ .+$/, 'required'), reason: REASON }),
  find: NO_RESOURCE,
  subject: ({ difference }) => String(difference),
  data: ({ reason }) => ({ reason }),
  act: async (tx, { actor, input: { difference, reason }, now }) => {
    const [gateway = '', ...name] = difference.split(' ');
    await acknowledgeDifference(tx, { gateway, difference: name.join(' '), reason, by: actor.id }, now);
    return { notice: 'differenceAcknowledged' };
  },
});
