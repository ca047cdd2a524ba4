import fc from 'fast-check';
import { openApiCheck } from '../testing/openapi-check.ts';
import { faultOf } from './judge.ts';
import { requestsTo } from './requests.ts';
import { asCurl, send, type WireRequest } from './wire.ts';
import type { World } from './world.ts';

/** What is wrong with the answer to a request, and that request as small as it could be made. */
export type Fault = { said: string; curl: string };

export type Outcome = {
  sent: number;
  /** How often each status was answered; 0 where the connection ended without an answer. */
  statuses: Map<number, number>;
  faults: Fault[];
};

/** Requests under way at once: as many as keep two cores busy. */
const LANES = 8;
/** More of them say nothing new: it is time to mend. */
const MANY_FAULTS = 12;
/** As much of an address as tells which one it is. */
const ADDRESS_CHARS = 120;

/**
 * Sends hostile requests; for the same seed and world the same ones. A lane that has found a fault goes on with other requests.
 * @param progress told now and then how many have been sent
 */
export async function fuzz(
  world: World,
  { seed, requests }: { seed: number; requests: number },
  progress: (sent: number) => void = () => {},
): Promise<Outcome> {
  const check = openApiCheck(world.openApi);
  const arbitrary = requestsTo(world);
  const outcome: Outcome = { sent: 0, statuses: new Map(), faults: [] };
  const property = fc.asyncProperty(arbitrary, async (request) => {
    const answer = await send(world.baseUrl, request);
    outcome.sent += 1;
    const status = answer?.status ?? 0;
    outcome.statuses.set(status, (outcome.statuses.get(status) ?? 0) + 1);
    if (outcome.sent % 5000 === 0) progress(outcome.sent);
    const fault = await faultOf(request, answer, check);
    if (fault !== undefined) throw new Error(fault);
  });
  const perLane = Math.ceil(requests / LANES);
  const work = async (lane: number) => {
    for (let done = 0; done < perLane && outcome.faults.length < MANY_FAULTS; ) {
      const found = await fc.check(property, { seed: seed + lane + done * LANES, numRuns: perLane - done });
      done += found.numRuns;
      if (found.counterexample) keep(outcome.faults, world, found.counterexample[0], found.errorInstance);
    }
  };
  await Promise.all(Array.from({ length: LANES }, (_, lane) => work(lane)));
  return outcome;
}

/** Keeps a fault, unless the same has been found with another request of its kind. */
function keep(faults: Fault[], { baseUrl }: World, request: WireRequest, error: unknown): void {
  const what = error instanceof Error ? error.message : String(error);
  const address = `${request.method} ${request.target.split('?', 1)[0]}`.slice(0, ADDRESS_CHARS);
  const said = `${address}: ${what}`;
  if (!faults.some((fault) => fault.said === said)) faults.push({ said, curl: asCurl(baseUrl, request) });
}
