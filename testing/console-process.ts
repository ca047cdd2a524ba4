import { openDatabase } from '#scripts/console/open-database.ts';
import { readCommand } from '#scripts/console/read-command.ts';

/**
 * Entry of a process that runs console commands one after the other for a test: starting the console costs a second of
 * processor time each. Ends with its parent.
 */
export type ConsoleRequest = { id: number; args: string[] };
/** The console's JSON document on stdout, or its line on stderr. */
export type ConsoleReply = { id: number } & ({ result: string } | { error: string });

const { close } = await openDatabase();

async function answer({ id, args }: ConsoleRequest): Promise<ConsoleReply> {
  try {
    return { id, result: JSON.stringify(await readCommand(args)(new Date())) };
  } catch (error) {
    return { id, error: error instanceof Error ? error.message : String(error) };
  }
}

process.on('message', async (request: ConsoleRequest) => {
  const reply = await answer(request);
  process.send?.(reply);
});
process.once('disconnect', async () => {
  await close();
  process.exit(0);
});
