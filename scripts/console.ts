import { lineOf, UsageError } from './console/command.ts';
import { openDatabase } from './console/open-database.ts';
import { readCommand } from './console/read-command.ts';
import { onStopSignal } from './signals.ts';

/** Otherwise a check that finds nothing wrong may be one of nothing, and what is not found may be in another database. */
let note = '';

/**
 * The operator console (ruling 71): `NOUN VERB [--flag value]…` prints one JSON document on stdout, or one line on stderr
 * and exits 1. It is an operator's audited override.
 */
async function main(): Promise<void> {
  const run = readCommand(process.argv.slice(2));
  const interruption = Promise.withResolvers<never>();
  // It may come before anybody waits for it.
  interruption.promise.catch(() => {});
  let isInterrupted = false;
  const interrupt = () => {
    isInterrupted = true;
    interruption.reject(new UsageError('Interrupted before it had ended.'));
  };
  onStopSignal(interrupt, () => process.exit(1));
  const database = await openDatabase();
  if (database.madeIn !== null)
    note = `There was no database in ${database.madeIn}: this one is new. That of the servers is found with their environment.`;
  try {
    const result = isInterrupted ? undefined : run(new Date());
    process.stdout.write(`${JSON.stringify(await Promise.race([interruption.promise, result]))}\n`);
    if (note !== '') process.stderr.write(`${note}\n`);
  } finally {
    // A server that was started for this command is stopped with it, and undoes what is not committed.
    await (isInterrupted ? database.stop() : database.close());
  }
}

// Awaited: should nothing be left to wait for, the exit code is not 0.
await main().catch((error: unknown) => {
  process.stderr.write(`${lineOf(error)}${note && ` (${note})`}\n`);
  // What was interrupted may still be at work.
  process.exit(1);
});
