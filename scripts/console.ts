import { parseArgs } from 'node:util';
import { audit } from '#lib/audit.ts';
import { disconnect, transaction } from '#lib/db.ts';
import { loadEnv } from '#lib/env.ts';
import { stopSender } from '#lib/jobs/queue.ts';
import { logOnStandardError } from '#lib/log.ts';
import { COMMANDS } from './console/commands.ts';
import { UsageError } from './console/flags.ts';
import { provideDataKey } from './data-key.ts';
import { migrate } from './migrate.ts';
import { ensureDatabase } from './postgres.ts';

/**
 * The operator console (decisions.md): `NOUN VERB [--flag value]…` prints one JSON document, or one line on stderr. It
 * is an operator's audited override.
 */
async function main(): Promise<void> {
  const [noun = '', verb = '', ...rest] = process.argv.slice(2);
  const name = `${noun} ${verb}`.trim();
  const command = COMMANDS[name];
  if (!command)
    throw new UsageError(`Unknown command "${name}". There are: ${Object.keys(COMMANDS).join(', ')}.`);
  const flags = readFlags(name, command.flags, rest);
  const act = command.prepare(flags);
  const settings = loadEnv();
  const database = await ensureDatabase(settings);
  try {
    await provideDataKey(settings);
    process.env.DATABASE_URL = database.url;
    // Reads the environment, which is complete from here on.
    logOnStandardError();
    await migrate(database);
    const result = await act(new Date());
    if (command.audited)
      await transaction((tx) =>
        audit(tx, {
          actor: 'console',
          action: name,
          subject: subjectOf(result),
          data: command.auditData?.(flags) ?? {},
        }),
      );
    process.stdout.write(`${JSON.stringify(result)}\n`);
  } finally {
    await stopSender();
    await disconnect();
    await database.stop();
  }
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
  const { id, key } = (typeof result === 'object' && result !== null ? result : {}) as Record<
    string,
    unknown
  >;
  return String(id ?? key ?? '');
}

main().catch((error: unknown) => {
  const message = error instanceof Error ? error.message : String(error);
  process.stderr.write(`${error instanceof UsageError ? message : message.replaceAll('\n', ' ')}\n`);
  process.exitCode = 1;
});
