import { z } from 'zod';
import { changeRole, findAccount, provisionAccount, ROLES } from '#lib/accounts/account.ts';
import { transaction } from '#lib/db.ts';
import { email, visibleLine } from '#lib/fields.ts';
import { audit, changedFields } from '#lib/policy/audit.ts';
import { type Command, optional, required, UsageError } from './command.ts';

export const ACCOUNT_COMMANDS: Readonly<Record<string, Command>> = {
  'account create': {
    flags: ['email', 'name', 'role'],
    prepare: (flags) => {
      required(flags, 'email');
      required(flags, 'name');
      const address = optional(flags, 'email', email) ?? '';
      const name = optional(flags, 'name', visibleLine(120)) ?? '';
      const role = optional(flags, 'role', z.enum(ROLES, `must be one of ${ROLES.join(', ')}`)) ?? 'creator';
      return () =>
        transaction(async (tx) => {
          if (await findAccount(tx, address)) throw new UsageError('--email: an account with this address exists.');
          const { account } = await provisionAccount(tx, { email: address, name, role });
          await audit(tx, { actor: 'console', action: 'account.create', subject: account.id, data: {} });
          return { id: account.id, email: account.email, role: account.role };
        });
    },
  },
  'account update': {
    flags: ['email', 'role'],
    prepare: (flags) => {
      required(flags, 'email');
      required(flags, 'role');
      const address = optional(flags, 'email', email) ?? '';
      const role = optional(flags, 'role', z.enum(ROLES, `must be one of ${ROLES.join(', ')}`)) ?? 'creator';
      return async () => {
        return transaction(async (tx) => {
          const before = await findAccount(tx, address);
          const account = await changeRole(tx, address, role);
          if (!before || !account) throw new UsageError('--email: no account has this address.');
          const data = changedFields(before, account, ['role']);
          if (before.role !== account.role)
            await audit(tx, { actor: 'console', action: 'account.update', subject: account.id, data });
          return { id: account.id, email: account.email, role: account.role };
        });
      };
    },
  },
};
