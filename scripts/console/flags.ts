import type { z } from 'zod';

/** A mistake of whoever typed the command: one clear line, naming the flag. */
export class UsageError extends Error {}

export type Flags = Readonly<Record<string, string>>;

/** The value of a flag that must be given. @throws UsageError */
export function required(flags: Flags, name: string): string {
  const value = flags[name];
  if (value === undefined || value === '') throw new UsageError(`--${name} is missing.`);
  return value;
}

/** A flag's value as a schema reads it; undefined where the flag is not given. @throws UsageError */
export function optional<S extends z.ZodType>(
  flags: Flags,
  name: string,
  schema: S,
): z.output<S> | undefined {
  const value = flags[name];
  if (value === undefined) return undefined;
  const parsed = schema.safeParse(value);
  if (parsed.success) return parsed.data;
  throw new UsageError(`--${name} ${parsed.error.issues[0]?.message ?? 'is not valid'}.`);
}

/** A flag's value as a list: parts between commas, blanks around them dropped. */
export function list(value: string | undefined): string[] {
  return (value ?? '').split(',').flatMap((part) => (part.trim() === '' ? [] : [part.trim()]));
}

/** An object without the members that are undefined. */
export function given<T extends object>(members: { [K in keyof T]: T[K] | undefined }): Partial<T> {
  return Object.fromEntries(Object.entries(members).filter(([, value]) => value !== undefined)) as Partial<T>;
}
