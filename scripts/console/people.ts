import { transaction } from '#lib/db.ts';
import { email } from '#lib/fields.ts';
import { eraseDonor } from '#lib/people/erase-donor.ts';
import { exportDonor } from '#lib/people/export-donor.ts';
import { isDomainError } from '#lib/problems/domain-error.ts';
import { type Command, type Flags, optional, reasonOf, required, UsageError } from './command.ts';

export const PEOPLE_COMMANDS: Readonly<Record<string, Command>> = {
  'donor export': {
    flags: ['email'],
    prepare: (flags) => {
      const address = addressOf(flags);
      return (now) => named(() => transaction((tx) => exportDonor(tx, address, 'console', now)));
    },
  },
  'donor erase': {
    flags: ['email', 'reason'],
    prepare: (flags) => {
      const address = addressOf(flags);
      const reason = reasonOf(flags);
      return (now) => named(() => transaction((tx) => eraseDonor(tx, address, { by: 'console', reason }, now)));
    },
  },
};

function addressOf(flags: Flags): string {
  required(flags, 'email');
  return optional(flags, 'email', email) ?? '';
}

/** Turns what the domain refuses into a mistake that names the flag. */
async function named<Result>(act: () => Promise<Result>): Promise<Result> {
  try {
    return await act();
  } catch (error) {
    if (isDomainError(error)) throw new UsageError(`--email: ${error.message}`);
    throw error;
  }
}
