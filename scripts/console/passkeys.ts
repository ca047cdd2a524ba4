import { findAccount } from '#lib/accounts/account.ts';
import { transaction } from '#lib/db.ts';
import { email } from '#lib/fields.ts';
import { DEFAULT_LOCALE } from '#lib/i18n/locales.ts';
import { audit } from '#lib/policy/audit.ts';
import { removePasskeys } from '#lib/sessions/remove-passkeys.ts';
import { type Command, optional, reasonOf, required, UsageError } from './command.ts';

export const PASSKEY_COMMANDS: Readonly<Record<string, Command>> = {
  'passkey remove': {
    flags: ['email', 'reason'],
    prepare: (flags) => {
      required(flags, 'email');
      const address = optional(flags, 'email', email) ?? '';
      const reason = reasonOf(flags);
      return () =>
        transaction(async (tx) => {
          const account = await findAccount(tx, address);
          if (!account) throw new UsageError('--email: no account has this address.');
          const removed = await removePasskeys(tx, account, { reason, locale: DEFAULT_LOCALE });
          const data = { count: removed, reason };
          if (removed > 0) await audit(tx, { actor: 'console', action: 'passkey.reset', subject: account.id, data });
          return { id: account.id, email: account.email, removed };
        });
    },
  },
};
