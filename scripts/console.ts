import { UsageError } from './console/command.ts';
import { openDatabase } from './console/open-database.ts';
import { readCommand } from './console/read-command.ts';

/**
 * The operator console (ruling 71): `NOUN VERB [--flag value]…` prints one JSON document on stdout, or one line on stderr
 * and exits 1. It is an operator's audited override.
 */
async function main(): Promise<void> {
  const run = readCommand(process.argv.slice(2));
  const close = await openDatabase();
  try {
    process.stdout.write(`${JSON.stringify(await run(new Date()))}\n`);
  } finally {
    await close();
  }
}

main().catch((error: unknown) => {
  const message = error instanceof Error ? error.message : String(error);
  process.stderr.write(`${error instanceof UsageError ? message : message.replaceAll('\n', ' ')}\n`);
  process.exitCode = 1;
});
