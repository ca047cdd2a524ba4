import { ACCOUNT_COMMANDS } from './accounts.ts';
import { CAUSE_COMMANDS } from './causes.ts';
import { CLIENT_COMMANDS } from './clients.ts';
import { DATA_COMMANDS } from './data.ts';
import type { Flags } from './flags.ts';
import { LEDGER_COMMANDS } from './ledger.ts';
import { LINK_COMMANDS } from './links.ts';
import { PASSKEY_COMMANDS } from './passkeys.ts';
import { RECONCILE_COMMANDS } from './reconcile.ts';

/** A console command: the flags it takes; `prepare` checks them all before anything is touched. */
export type Command = {
  flags: readonly string[];
  /** Whether it changes something, and so leaves an entry in the audit log. */
  audited: boolean;
  /** What that entry says beside the command: what the console overrides. Without secrets. */
  auditData?(flags: Flags): Record<string, unknown>;
  prepare(flags: Flags): (now: Date) => Promise<unknown>;
};

/** Every command of decisions.md, "The operator console", by NOUN VERB. */
export const COMMANDS: Readonly<Record<string, Command>> = {
  ...CLIENT_COMMANDS,
  ...ACCOUNT_COMMANDS,
  ...PASSKEY_COMMANDS,
  ...CAUSE_COMMANDS,
  ...LINK_COMMANDS,
  ...LEDGER_COMMANDS,
  ...RECONCILE_COMMANDS,
  ...DATA_COMMANDS,
};
