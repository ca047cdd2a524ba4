import { z } from 'zod';
import { snapshot, transaction } from '#lib/db.ts';
import { checkLedger } from '#lib/ledger/check.ts';
import { recordCheck } from '#lib/ledger/record-check.ts';
import { ACTOR_ALONE, dashboardAction } from '../action.ts';

/** Checks the ledger now, and keeps what was found. */
export const checkLedgerAction = dashboardAction({
  name: 'ledger.check',
  input: z.object({}),
  find: ACTOR_ALONE,
  subject: () => 'ledger',
  run: async ({ now }) => {
    const differences = await snapshot(checkLedger);
    await transaction((tx) => recordCheck(tx, differences, now));
    return { notice: 'ledgerChecked' };
  },
});
