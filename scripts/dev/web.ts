import { AsyncLocalStorage } from 'node:async_hooks';
import type { RequestListener, Server } from 'node:http';
import { resolve } from 'node:path';
import type { Duplex } from 'node:stream';
import next from 'next';
import { freshModules } from './fresh-modules.ts';
import { FRONT_DOOR } from './sources.ts';
import { watchPaths } from './watch.ts';

const ROOT = resolve(import.meta.dirname, '../..');

/** Of what one process keeps for all its copies of `lib`. */
const KEPT = /^fundraising\./;

/** server.ts and, of what it loads, what lets go of connections. */
type Round = {
  server: typeof import('#server.ts');
  env: typeof import('#lib/env.ts');
  db: typeof import('#lib/db.ts');
  queue: typeof import('#lib/jobs/queue.ts');
};

const beginRound = freshModules(ROOT);

/** Reads server.ts with all that it imports, as they are now. */
async function load(): Promise<Round> {
  const read = beginRound();
  return {
    server: await read('server.ts'),
    env: await read('lib/env.ts'),
    db: await read('lib/db.ts'),
    queue: await read('lib/jobs/queue.ts'),
  };
}

/** The listener of a server that takes up changes of the front door; what it makes of a request is the newest door's matter. */
function followChanges(server: Server, first: Round, pages: RequestListener): void {
  let current = first;
  let wanted = 0;
  const reload = async () => {
    const mine = ++wanted;
    const round = await load();
    if (mine !== wanted) return;
    letGo(current);
    current = round;
    const door = round.server.frontDoor(round.env.env(), pages);
    server.removeAllListeners('request');
    for (const listener of door.listeners('request')) server.on('request', listener as RequestListener);
  };
  const sayWhy = (error: Error) =>
    console.error(`${inOurFiles(error)}\nThe API stays as it was until this is mended.`);
  watchPaths(ROOT, FRONT_DOOR, () => void reload().catch(sayWhy));
}

/** What an error says and where, without Node's own part of the way there. */
function inOurFiles(error: Error): string {
  const lines = (error.stack ?? error.message).split('\n');
  const ours = lines.filter((line) => !/^ +at .*(node:internal|scripts\/dev\/)|^ +at node:/.test(line));
  return ours.join('\n').replaceAll(/\?round=\d+/g, '');
}

/** What was kept was made by the sources as they were: whoever asks next makes it anew. */
function letGo({ db, queue }: Round): void {
  for (const end of [queue.stopSender, db.disconnect])
    end().catch((error: Error) => console.error(`A connection could not be closed: ${error.message}`));
  for (const symbol of Object.getOwnPropertySymbols(globalThis)) {
    // What hands the values of a request from one copy of `lib` to the other has to stay the same one.
    const isHandedOn = Reflect.get(globalThis, symbol) instanceof AsyncLocalStorage;
    if (KEPT.test(symbol.description ?? '') && !isHandedOn) Reflect.deleteProperty(globalThis, symbol);
  }
}

/** Browsers keep a connection on which they are told of changes; a server that stops would wait for it. */
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
  followChanges(server, first, (request, response) => void pages(request, response));
  endUpgradesOnStop(server);
  return { handle: pages, close: () => app.close() };
});
