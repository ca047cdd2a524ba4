import { snapshot } from '#lib/db.ts';
import { checkLedger } from '#lib/ledger/check.ts';
import type { Command } from './commands.ts';
import { UsageError } from './flags.ts';

export const LEDGER_COMMANDS: Readonly<Record<string, Command>> = {
  'ledger check': {
    flags: [],
    audited: false,
    prepare: () => async () => {
      const differences = await snapshot(checkLedger);
      if (differences.length > 0)
        throw new UsageError(`The ledger does not agree: ${JSON.stringify(differences)}`);
      return { agrees: true };
    },
  },
};
