import { readSettings, SettingsError } from './env.ts';
import { startEmulators } from './server.ts';

/**
 * Entry point of the emulators' own process. It reports the ports it listens on to its parent (IPC message, or one JSON
 * line on standard output), and ends on SIGTERM, SIGINT or when the parent is gone.
 */
async function main(): Promise<void> {
  const running = await startEmulators(readSettings());
  let ending = false;
  const end = () => {
    if (ending) return;
    ending = true;
    void running.close().then(() => process.exit(0));
  };
  process.on('SIGTERM', end);
  process.on('SIGINT', end);
  process.on('disconnect', end);

  const ready = { ready: true, port: running.port, smtpPort: running.smtpPort };
  if (process.send === undefined) process.stdout.write(`${JSON.stringify(ready)}\n`);
  else process.send(ready);
}

main().catch((cause: unknown) => {
  if (cause instanceof SettingsError) console.error(cause.message);
  else if ((cause as NodeJS.ErrnoException).code === 'EADDRINUSE') {
    console.error(`The emulators cannot start: ${(cause as Error).message}. Set EMULATOR_PORT to a free port.`);
  } else console.error(cause);
  process.exit(1);
});
