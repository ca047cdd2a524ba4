import { findAccount } from '#lib/accounts/account.ts';
import { type Tx, transaction } from '#lib/db.ts';
import { email } from '#lib/fields.ts';
import { eraseCreator } from '#lib/people/erase-creator.ts';
import { eraseDonor } from '#lib/people/erase-donor.ts';
import { exportCreator } from '#lib/people/export-creator.ts';
import { exportDonor } from '#lib/people/export-donor.ts';
import { isDomainError } from '#lib/problems/domain-error.ts';
import { type Command, type Flags, optional, reasonOf, required, UsageError } from './command.ts';

/** A person is an email address: its donor, its creator, or both. What is refused for one is done for neither. */
export const PEOPLE_COMMANDS: Readonly<Record<string, Command>> = {
  'person export': {
    flags: ['email'],
    prepare: (flags) => {
      const address = addressOf(flags);
      return (now) =>
        bothOf(address, {
          donor: (tx) => exportDonor(tx, address, 'console', now),
          creator: (tx, account) => exportCreator(tx, account, 'console', now),
        });
    },
  },
  'person erase': {
    flags: ['email', 'reason'],
    prepare: (flags) => {
      const address = addressOf(flags);
      const by = { by: 'console', reason: flags.reason === undefined ? 'The person’s request' : reasonOf(flags) };
      return (now) =>
        bothOf(address, {
          donor: (tx) => eraseDonor(tx, address, by, now),
          creator: (tx, account) => eraseCreator(tx, account, by, now),
        });
    },
  },
};

type Roles<Donor, Creator> = {
  donor: (tx: Tx) => Promise<Donor>;
  creator: (tx: Tx, accountId: string) => Promise<Creator>;
};

/** What is done for the donor and for the creator of an address; null for one that there is not. @throws UsageError */
async function bothOf<Donor, Creator>(address: string, { donor, creator }: Roles<Donor, Creator>) {
  try {
    return await transaction(async (tx) => {
      const ofDonor = await donor(tx).catch(nullIfNobody);
      const account = await findAccount(tx, address);
      const ofCreator = account && (await creator(tx, account.id).catch(nullIfNobody));
      if (!ofDonor && !ofCreator) throw new UsageError('--email: nothing is stored of this address.');
      return { donor: ofDonor, creator: ofCreator };
    });
  } catch (error) {
    if (isDomainError(error)) throw new UsageError(`--email: ${error.message}`);
    throw error;
  }
}

function nullIfNobody(error: unknown): null {
  if (isDomainError(error) && (error.code === 'donor_not_found' || error.code === 'creator_not_found')) return null;
  throw error;
}

function addressOf(flags: Flags): string {
  required(flags, 'email');
  return optional(flags, 'email', email) ?? '';
}
