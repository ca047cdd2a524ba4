import type { z } from 'zod';
import { isDatabaseUnavailable } from '#lib/database-errors.ts';
import { toOneLine, visibleText } from '#lib/fields.ts';
import { withoutKeys } from '#lib/log.ts';
import type { AuditAction } from '#lib/policy/audit.ts';

/** A mistake in the command line. The message is one line that names the flag. */
export class UsageError extends Error {}

/** What went wrong, in one line for the person at the terminal, whatever was typed that it repeats. */
export function lineOf(error: unknown): string {
  const line = withoutKeys(toOneLine(messageOf(error)).replace(INVISIBLE, ''));
  return line.replace(LONG_WORD, (word) => `${word.slice(0, MAX_WORD)}…`);
}

/** Characters that change the order of what is around them, or hide in it. */
const INVISIBLE = /\p{Cf}/gu;
/** The longest repeated word, in characters: longer than the name of a file can be. */
const MAX_WORD = 300;
const LONG_WORD = new RegExp(`\\S{${MAX_WORD + 1},}`, 'g');

function messageOf(error: unknown): string {
  if (error instanceof UsageError) return error.message;
  if (!(error instanceof Error)) return String(error);
  const lines = error.message.split('\n').filter((line) => line.trim() !== '');
  const isOfClient = error.name.startsWith('PrismaClient');
  if ((isOfClient || lines.length === 0) && isDatabaseUnavailable(error))
    return 'The database cannot be reached, or did not answer in time. Try again once it answers.';
  // Before its last line, the database client shows the code that asked.
  return (isOfClient ? lines.slice(-1) : lines).join(' ').trim() || error.name;
}

export type Flags = Readonly<Record<string, string>>;

/** A console command. `prepare` validates all flags before anything is changed, and throws UsageError. */
export type Command = {
  flags: readonly string[];
  /**
   * Of a command that is more than one transaction: one entry of the audit log before it starts, and one once it has ended. Any
   * other writes its own, in the transaction of its change.
   */
  audits?: AuditAction;
  prepare(flags: Flags): (now: Date) => Promise<unknown>;
};

/** The value of a flag that must be given. @throws UsageError */
export function required(flags: Flags, name: string): string {
  const value = flags[name];
  if (value === undefined || value === '') throw new UsageError(`--${name} is missing.`);
  return value;
}

/** A flag's value as a schema reads it; undefined where the flag is not given. @throws UsageError */
export function optional<S extends z.ZodType>(flags: Flags, name: string, schema: S): z.output<S> | undefined {
  const value = flags[name];
  if (value === undefined) return undefined;
  const parsed = schema.safeParse(value);
  if (parsed.success) return parsed.data;
  throw new UsageError(`--${name} ${parsed.error.issues[0]?.message ?? 'is not valid'}.`);
}

/** As `optional`, of a value that can be taken away: null where the flag is given empty. @throws UsageError */
export function clearable<S extends z.ZodType>(flags: Flags, name: string, schema: S): z.output<S> | null | undefined {
  return flags[name] === '' ? null : optional(flags, name, schema);
}

/** Why an operator does something, for the audit log. @throws UsageError */
export function reasonOf(flags: Flags): string {
  required(flags, 'reason');
  return optional(flags, 'reason', visibleText(500)) ?? '';
}

/** A flag's value as a list: parts between commas, blanks around them dropped. */
export function list(value: string | undefined): string[] {
  return (value ?? '').split(',').flatMap((part) => (part.trim() === '' ? [] : [part.trim()]));
}

/** An object without the members that are undefined. */
export function given<T extends object>(members: { [K in keyof T]: T[K] | undefined }): Partial<T> {
  return Object.fromEntries(Object.entries(members).filter(([, value]) => value !== undefined)) as Partial<T>;
}
