import { findAccount } from '#lib/accounts/account.ts';
import { db } from '#lib/db.ts';
import { email, text } from '#lib/fields.ts';
import { listBankAccounts, reviewBankAccount } from '#lib/withdrawals/bank-accounts.ts';
import { isWithdrawalRefusal } from '#lib/withdrawals/refusal.ts';
import type { Command } from './commands.ts';
import { optional, required, UsageError } from './flags.ts';

/** An operator acts as staff: the audit log names the console. */
const OPERATOR = { accountId: 'console', role: 'staff' } as const;

export const BANK_ACCOUNT_COMMANDS: Readonly<Record<string, Command>> = {
  'bank-account list': {
    flags: ['owner'],
    audited: false,
    prepare: (flags) => {
      required(flags, 'owner');
      const address = optional(flags, 'owner', email) ?? '';
      return async () => {
        const owner = await findAccount(db(), address);
        if (!owner) throw new UsageError('--owner: no account has this address.');
        const accounts = await listBankAccounts(OPERATOR, owner.id);
        return accounts.map(({ id, bankName, maskedNumber, currency, state }) => ({
          ...{ id, bank_name: bankName, number: maskedNumber, currency, state },
        }));
      };
    },
  },
  'bank-account verify': {
    flags: ['id'],
    // The domain writes the entry, with what it was done to.
    audited: false,
    prepare: (flags) => {
      required(flags, 'id');
      const id = optional(flags, 'id', text(100, 1)) ?? '';
      return async (now) => {
        try {
          const { state } = await reviewBankAccount(OPERATOR, id, 'verified', null, now);
          return { id, state };
        } catch (error) {
          throw isWithdrawalRefusal(error) ? new UsageError(`--id: ${error.message}`) : error;
        }
      };
    },
  },
};
