import { randomInt } from 'node:crypto';
import { createServer } from 'node:net';

/**
 * Ports that no system takes for an outgoing connection, or for a server that asks for any: those are from 32768 on. So a port
 * stays free until its caller listens there.
 */
const FIRST = 20_000;
const BEYOND = 32_000;

/** A loopback port that is free now, and that no process takes by chance. */
export async function freePort(): Promise<number> {
  for (;;) {
    const port = randomInt(FIRST, BEYOND);
    if (await isFree(port)) return port;
  }
}

/** Whether a loopback port is free now. */
export function isFree(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const server = createServer();
    server.once('error', () => resolve(false));
    server.listen(port, '127.0.0.1', () => server.close(() => resolve(port > 0)));
  });
}
