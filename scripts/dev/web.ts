import { AsyncLocalStorage } from 'node:async_hooks';
import type { RequestListener, Server } from 'node:http';
import { resolve } from 'node:path';
import type { Duplex } from 'node:stream';
import next from 'next';
import { moduleReloader } from './reload-modules.ts';
import { FRONT_DOOR } from './sources.ts';
import { watchPaths } from './watch.ts';

const ROOT = resolve(import.meta.dirname, '../..');

/** Symbols of what one process shares among all copies of `lib`. */
const SHARED_SYMBOL = /^fundraising\./;

/** server.ts and those of its modules that hold connections. */
type Modules = {
  server: typeof import('#server.ts');
  env: typeof import('#lib/env.ts');
  db: typeof import('#lib/db.ts');
  queue: typeof import('#lib/jobs/enqueue.ts');
};

const newGeneration = moduleReloader(ROOT);

/** Loads the current sources of server.ts and of all that it imports. */
async function load(): Promise<Modules> {
  const read = newGeneration();
  return {
    server: await read('server.ts'),
    env: await read('lib/env.ts'),
    db: await read('lib/db.ts'),
    queue: await read('lib/jobs/enqueue.ts'),
  };
}

/** Replaces the request listeners of the server when the sources of the front door change. */
function reloadOnChange(server: Server, first: Modules, pages: RequestListener): void {
  let current = first;
  let latest = 0;
  const reload = async () => {
    const mine = ++latest;
    const generation = await load();
    if (mine !== latest) return;
    release(current);
    current = generation;
    const door = generation.server.frontDoor(generation.env.env(), pages);
    server.removeAllListeners('request');
    for (const listener of door.listeners('request')) server.on('request', listener as RequestListener);
  };
  const report = (error: Error) =>
    console.error(`${ownStack(error)}\nThe API stays as it was until this is mended.`);
  watchPaths(ROOT, FRONT_DOOR, () => void reload().catch(report));
}

/** The stack of an error without the lines of Node and of this folder. */
function ownStack(error: Error): string {
  const lines = (error.stack ?? error.message).split('\n');
  const ours = lines.filter((line) => !/^ +at .*(node:internal|scripts\/dev\/)|^ +at node:/.test(line));
  return ours.join('\n').replaceAll(/\?generation=\d+/g, '');
}

/** Closes the connections of old modules and drops what they share, so that the new ones create it again. */
function release({ db, queue }: Modules): void {
  for (const end of [queue.stopSender, db.disconnect])
    end().catch((error: Error) => console.error(`A connection could not be closed: ${error.message}`));
  for (const symbol of Object.getOwnPropertySymbols(globalThis)) {
    // Carries values of a request from one copy of `lib` to another, so it must stay the same object.
    const carriesRequests = Reflect.get(globalThis, symbol) instanceof AsyncLocalStorage;
    if (SHARED_SYMBOL.test(symbol.description ?? '') && !carriesRequests)
      Reflect.deleteProperty(globalThis, symbol);
  }
}

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

const first = await load();
await first.server.start(async (_, server) => {
  const app = next({ dev: true, dir: ROOT, httpServer: server });
  await app.prepare();
  const pages = app.getRequestHandler();
  reloadOnChange(server, first, (request, response) => void pages(request, response));
  endUpgradesOnStop(server);
  return { handle: pages, close: () => app.close() };
});
