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
  const command = Object.hasOwn(COMMANDS, name) ? COMMANDS[name] : undefined;
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
  const { tokens } = parse();
  const given: Record<string, string> = {};
  for (const token of tokens) {
    if (token.kind !== 'option' || token.value === undefined) continue;
    if (Object.hasOwn(given, token.name)) throw new UsageError(`${name}: --${token.name} is given twice.`);
    given[token.name] = token.value;
  }
  return given;

  function parse() {
    try {
      return parseArgs({ args, options, strict: true, allowPositionals: false, tokens: true });
    } catch (error) {
      const message = error instanceof Error ? error.message : String(error);
      const reason = (message.split(ADVICE)[0] ?? '').replace(/\s+/g, ' ').replace(/\.$/, '');
      const takes = flags.length > 0 ? `: ${flags.map((flag) => `--${flag}`).join(', ')}` : ' no flags';
      throw new UsageError(`${name}: ${reason}. It takes${takes}.`);
    }
  }
}

/** Where Node goes on to say how a program can take such arguments. */
const ADVICE = /\.\s+(?:This command does not take|To specify a|Did you forget)/;

function subjectOf(result: unknown): string {
  const { id, key } = (typeof result === 'object' && result !== null ? result : {}) as Record<string, unknown>;
  return String(id ?? key ?? '');
}
