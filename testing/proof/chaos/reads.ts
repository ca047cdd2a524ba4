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
export function pollAll(
  { baseUrl, key, ids }: { baseUrl: string; key: string; ids: readonly string[] },
  registers: Registers,
  signal: AbortSignal,
): Promise<void> {
  const read = async (id: string) => {
    const began = performance.now();
    const isPublic = reads++ % 3 === 0;
    const path = `/v1/checkout_links/${id}${isPublic ? '/public' : ''}`;
    const response = await fetch(baseUrl + path, { headers: isPublic ? {} : { 'x-api-key': key } });
    if (response.status !== 200) return void (await response.arrayBuffer());
    const { status } = (await response.json()) as { status: string };
    registers.add({ id, status, began, ended: performance.now() });
  };
  let reads = 0;
  return (async () => {
    for (let next = 0; !signal.aborted; next++) {
      const id = ids[next % Math.max(ids.length, 1)];
      if (id === undefined) await sleep(50);
      // A server that was killed in the middle told nothing.
      else await read(id).catch(() => sleep(20));
    }
  })();
}
