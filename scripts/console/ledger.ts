import { snapshot } from '#lib/db.ts';
import { checkLedger } from '#lib/ledger/check.ts';
import { type Difference, mayHaveMore } from '#lib/ledger/difference.ts';
import { type Command, UsageError } from './command.ts';

/** An error is one line, so it lists no more differences. */
const MAX_LISTED = 10;

export const LEDGER_COMMANDS: Readonly<Record<string, Command>> = {
  'ledger check': {
    flags: [],
    prepare: () => async () => {
      const found = await snapshot(checkLedger);
      if (found.length === 0) return { agrees: true };
      throw new UsageError(`The ledger does not agree: ${listOf(found)}.`);
    },
  },
};

/** The first differences, and how many more there are. */
export function listOf(found: readonly Difference[]): string {
  const further = found.length - MAX_LISTED;
  const more = further > 0 ? [`and ${mayHaveMore(found) ? 'at least ' : ''}${further} more`] : [];
  return [...found.slice(0, MAX_LISTED).map(describe), ...more].join('; ');
}

/** The subject, its cause, and the expected and found value: minor units, or a count. */
function describe(difference: Difference): string {
  const { about, kind, subject, causeKey, currency, account, expectedMinor, foundMinor } = difference;
  const of = causeKey && causeKey !== subject ? ` of cause ${causeKey}` : '';
  const where = [kind, account, currency].filter(Boolean).join(' ');
  const by = BigInt(foundMinor) - BigInt(expectedMinor);
  return `${about} ${subject}${of}: ${where && `${where} `}is ${foundMinor}, not ${expectedMinor} (by ${by})`;
}
