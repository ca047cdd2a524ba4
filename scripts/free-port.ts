import { createServer } from 'node:net';

/** A loopback port that is free now. */
export function freePort(): Promise<number> {
  return listenOnce(0);
}

/** Whether a loopback port is free now. */
export function isFree(port: number): Promise<boolean> {
  return listenOnce(port).then(
    () => port > 0,
    () => false,
  );
}

function listenOnce(port: number): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer();
    server.once('error', reject);
    server.listen(port, '127.0.0.1', () => {
      const address = server.address();
      server.close(() => resolve(typeof address === 'object' && address ? address.port : 0));
    });
  });
}
