import type { Server } from 'node:http';
import { resolve } from 'node:path';
import type { Duplex } from 'node:stream';
import next from 'next';
import { start } from '#server.ts';

const ROOT = resolve(import.meta.dirname, '../..');

/** Browsers hold a WebSocket for hot reloading; a server that stops would wait for it. */
function endUpgradesOnStop(server: Server): void {
  const upgraded = new Set<Duplex>();
  server.on('upgrade', (_, socket) => {
    upgraded.add(socket);
    socket.once('close', () => upgraded.delete(socket));
  });
  for (const event of ['SIGTERM', 'SIGINT', 'disconnect'] as const)
    process.once(event, () => {
      for (const socket of upgraded) socket.destroy();
    });
}

await start(async (_, server) => {
  const app = next({ dev: true, dir: ROOT, httpServer: server });
  await app.prepare();
  endUpgradesOnStop(server);
  return { handle: app.getRequestHandler(), close: () => app.close() };
});
