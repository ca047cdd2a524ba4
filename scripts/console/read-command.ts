import { parseArgs } from 'node:util';
import { transaction } from '#lib/db.ts';
import { type AuditOutcome, audit } from '#lib/policy/audit.ts';
import { UsageError } from './command.ts';
import { COMMANDS } from './commands.ts';

/**
 * Reads `NOUN VERB [--flag value]…`, before anything is touched.
 * @returns what runs the command, and records it in the audit log where it changes something
 * @throws UsageError when there is no such command, or a flag is wrong
 */
export function readCommand(args: readonly string[]): (now: Date) => Promise<unknown> {
  const [noun = '', verb = '', ...rest] = args;
  const name = `${noun} ${verb}`.trim();
  const command = COMMANDS[name];
  if (!command) throw new UsageError(`Unknown command "${name}". There are: ${Object.keys(COMMANDS).join(', ')}.`);
  const flags = readFlags(name, command.flags, rest);
  const act = command.prepare(flags);
  return async (now) => {
    const { audits: action } = command;
    if (!action) return act(now);
    const note = (subject: string, outcome: AuditOutcome) =>
      transaction((tx) => audit(tx, { actor: 'console', action, subject, data: {}, outcome }));
    await note('', 'started');
    const result = await act(now);
    await note(subjectOf(result), 'done');
    return result;
  };
}

function readFlags(name: string, flags: readonly string[], args: string[]): Record<string, string> {
  const options = Object.fromEntries(flags.map((flag) => [flag, { type: 'string' as const }]));
  try {
    const { values } = parseArgs({ args, options, strict: true, allowPositionals: false });
    return Object.fromEntries(
      Object.entries(values).filter((pair): pair is [string, string] => typeof pair[1] === 'string'),
    );
  } catch (error) {
    const reason = error instanceof Error ? error.message.split('.')[0] : String(error);
    throw new UsageError(`${name}: ${reason}. It takes: ${flags.map((flag) => `--${flag}`).join(', ')}.`);
  }
}

function subjectOf(result: unknown): string {
  const { id, key } = (typeof result === 'object' && result !== null ? result : {}) as Record<string, unknown>;
  return String(id ?? key ?? '');
}
