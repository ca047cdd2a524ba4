import { Agent, get, type IncomingMessage } from 'node:http';
import { text } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';

/** What a finished read told: when it began and ended, in milliseconds of one clock. */
type Read = { id: string; status: string; began: number; ended: number };

/**
 * Checks the reads of links for linearizability as they come. The status of a link is a register that is written once, from
 * `open` to its end. So once a read has told an end, every read that begins after that one ended must tell the same.
 */
export function createRegisters() {
  const ends = new Map<string, { status: string; toldBy: number }>();
  const failures: string[] = [];
  let reads = 0;
  return {
    add({ id, status, began, ended }: Read): void {
      reads++;
      const end = ends.get(id);
      if (end && status !== end.status && (status !== 'open' || began > end.toldBy))
        failures.push(`${id} was ${end.status}, and ${status} in a read that began ${began - end.toldBy} ms later`);
      if (status !== 'open' && (!end || ended < end.toldBy)) ends.set(id, { status, toldBy: ended });
    },
    /** The end that was told, if any. */
    endOf: (id: string) => ends.get(id)?.status,
    failures,
    count: () => reads,
  };
}
export type Registers = ReturnType<typeof createRegisters>;

/** Polls links in turn, over all servers, until it is stopped. Ids can be added meanwhile. */
export async function pollAll(
  { baseUrl, key, ids }: { baseUrl: string; key: string; ids: readonly string[] },
  registers: Registers,
  signal: AbortSignal,
): Promise<void> {
  const agent = new Agent({ keepAlive: true });
  for (let next = 0; !signal.aborted; next++) {
    const id = ids[next % Math.max(ids.length, 1)];
    if (id === undefined) {
      await sleep(50);
      continue;
    }
    const began = performance.now();
    const isPublic = next % 3 === 0;
    const path = `/v1/checkout_links/${id}${isPublic ? '/public' : ''}`;
    // A server that was killed in the middle told nothing.
    const answer = await read(baseUrl + path, isPublic ? {} : { 'x-api-key': key }, agent).catch(() => null);
    if (answer?.status === 200)
      registers.add({
        id,
        status: (JSON.parse(answer.body) as { status: string }).status,
        began,
        ended: performance.now(),
      });
    else await sleep(20);
  }
  agent.destroy();
}

/** `fetch` would take twice the processor time, which the donors need. */
async function read(url: string, headers: Record<string, string>, agent: Agent) {
  const { promise, resolve, reject } = Promise.withResolvers<IncomingMessage>();
  get(url, { headers, agent }, resolve).on('error', reject);
  const response = await promise;
  return { status: response.statusCode, body: await text(response) };
}
