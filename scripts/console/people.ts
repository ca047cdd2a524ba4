import { findAccount } from '#lib/accounts/account.ts';
import { type Tx, transaction } from '#lib/db.ts';
import { email } from '#lib/fields.ts';
import { eraseCreator } from '#lib/people/erase-creator.ts';
import { eraseDonor } from '#lib/people/erase-donor.ts';
import { exportCreator } from '#lib/people/export-creator.ts';
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
  'creator export': {
    flags: ['email'],
    prepare: (flags) => {
      const address = addressOf(flags);
      return (now) =>
        named(() => transaction(async (tx) => exportCreator(tx, await accountAt(tx, address), 'console', now)));
    },
  },
  'creator erase': {
    flags: ['email', 'reason'],
    prepare: (flags) => {
      const address = addressOf(flags);
      const by = { by: 'console', reason: reasonOf(flags) };
      return (now) => named(() => transaction(async (tx) => eraseCreator(tx, await accountAt(tx, address), by, now)));
    },
  },
};

/** The account of `--email`. @throws UsageError */
async function accountAt(tx: Tx, address: string): Promise<string> {
  const account = await findAccount(tx, address);
  if (!account) throw new UsageError('--email: no account has this address.');
  return account.id;
}

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
