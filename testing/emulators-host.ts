import { readSettings } from '#emulators/env.ts';
import { type RunningEmulators, startEmulators } from '#emulators/server.ts';

/** What a test process asks for: emulators under a number, with an environment, or their end. */
export type HostRequest = { number: number; environment?: Record<string, string | undefined> };
/** The answer, once it is done. */
export type HostReply = { number: number; port: number; smtpPort: number };

/*
 * The emulators of one test process, those of each service by their number. They have nothing in common but this process,
 * which has loaded their sources once; it ends with its parent.
 */

const running = new Map<number, RunningEmulators>();

async function answer({ number, environment }: HostRequest): Promise<HostReply> {
  if (environment) {
    const { port, smtpPort } = await start(number, environment);
    return { number, port, smtpPort };
  }
  await running.get(number)?.close();
  running.delete(number);
  return { number, port: 0, smtpPort: 0 };
}

async function start(number: number, environment: Record<string, string | undefined>): Promise<RunningEmulators> {
  const started = await startEmulators(readSettings(environment));
  running.set(number, started);
  return started;
}

process.on('message', (request: HostRequest) => void answer(request).then((reply) => process.send?.(reply)));
process.on('disconnect', () => process.exit());
