import { snapshot } from '#lib/db.ts';
import { checkLedger, type Difference } from '#lib/ledger/check.ts';
import type { Command } from './commands.ts';
import { UsageError } from './flags.ts';

/** So many differences are told on the one line that a mistake has. */
const TOLD = 10;

export const LEDGER_COMMANDS: Readonly<Record<string, Command>> = {
  'ledger check': {
    flags: [],
    audited: false,
    prepare: () => async () => {
      const found = await snapshot(checkLedger);
      if (found.length === 0) return { agrees: true };
      const more = found.length > TOLD ? `; and ${found.length - TOLD} more` : '';
      throw new UsageError(
        `The ledger does not agree: ${found.slice(0, TOLD).map(describe).join('; ')}${more}.`,
      );
    },
  },
};

/** What differs, of which cause, and by how much: minor units, or how many. */
function describe(difference: Difference): string {
  const { about, subject, causeKey, currency, account, expectedMinor, foundMinor } = difference;
  const of = causeKey && causeKey !== subject ? ` of cause ${causeKey}` : '';
  const where = [account, currency].filter(Boolean).join(' ');
  const by = BigInt(foundMinor) - BigInt(expectedMinor);
  return `${about} ${subject}${of}: ${where && `${where} `}is ${foundMinor}, not ${expectedMinor} (by ${by})`;
}
