import { ACCOUNT_COMMANDS } from './accounts.ts';
import { BACKUP_COMMANDS } from './backups.ts';
import { CAUSE_COMMANDS } from './causes.ts';
import { CLIENT_COMMANDS } from './clients.ts';
import type { Command } from './command.ts';
import { DATA_COMMANDS } from './data.ts';
import { LEDGER_COMMANDS } from './ledger.ts';
import { LINK_COMMANDS } from './links.ts';
import { PASSKEY_COMMANDS } from './passkeys.ts';
import { PEOPLE_COMMANDS } from './people.ts';
import { RECONCILE_COMMANDS } from './reconcile.ts';

/** Every command of the operator console (ruling 71), by NOUN VERB. */
export const COMMANDS: Readonly<Record<string, Command>> = {
  ...CLIENT_COMMANDS,
  ...ACCOUNT_COMMANDS,
  ...PASSKEY_COMMANDS,
  ...PEOPLE_COMMANDS,
  ...CAUSE_COMMANDS,
  ...LINK_COMMANDS,
  ...LEDGER_COMMANDS,
  ...RECONCILE_COMMANDS,
  ...DATA_COMMANDS,
  ...BACKUP_COMMANDS,
};
