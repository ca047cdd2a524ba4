import fc from 'fast-check';
import { openApiCheck } from '#testing/openapi-check.ts';
import type { AttackSurface } from './attack-surface.ts';
import { checkAnswer } from './oracle.ts';
import { requestsTo } from './requests.ts';
import { asCurl, send, type WireRequest } from './wire.ts';

/** A wrong answer: the error, and the shrunk request as a curl command. */
export type Finding = { message: string; curl: string };

export type Outcome = {
  sent: number;
  /** How often each status was answered; 0 where the connection ended without an answer. */
  statuses: Map<number, number>;
  findings: Finding[];
};

/** Requests in flight: enough to keep two cores busy. */
const CONCURRENCY = 8;
/** The run stops after this number of findings. */
const MAX_FINDINGS = 12;
/** Longest part of an address in a message, in characters. */
const ADDRESS_CHARS = 120;

/**
 * Sends hostile requests, the same ones for the same seed and surface. A worker continues after a finding.
 * @param progress called every 5000 requests with how many were sent
 */
export async function fuzz(
  surface: AttackSurface,
  { seed, requests }: { seed: number; requests: number },
  progress: (sent: number) => void = () => {},
): Promise<Outcome> {
  const check = openApiCheck(surface.openApi);
  const arbitrary = requestsTo(surface);
  const outcome: Outcome = { sent: 0, statuses: new Map(), findings: [] };
  const property = fc.asyncProperty(arbitrary, async (request) => {
    const answer = await send(surface.baseUrl, request);
    outcome.sent += 1;
    const status = answer?.status ?? 0;
    outcome.statuses.set(status, (outcome.statuses.get(status) ?? 0) + 1);
    if (outcome.sent % 5000 === 0) progress(outcome.sent);
    const finding = await checkAnswer(request, answer, check);
    if (finding !== undefined) throw new Error(finding);
  });
  const perWorker = Math.ceil(requests / CONCURRENCY);
  const work = async (worker: number) => {
    for (let done = 0; done < perWorker && outcome.findings.length < MAX_FINDINGS; ) {
      const found = await fc.check(property, {
        seed: seed + worker + done * CONCURRENCY,
        numRuns: perWorker - done,
      });
      done += found.numRuns;
      if (found.counterexample) addFinding(outcome.findings, surface, found.counterexample[0], found.errorInstance);
    }
  };
  await Promise.all(Array.from({ length: CONCURRENCY }, (_, worker) => work(worker)));
  return outcome;
}

/** Adds a finding, unless another request to the same address has led to it. */
function addFinding(findings: Finding[], { baseUrl }: AttackSurface, request: WireRequest, error: unknown): void {
  const what = error instanceof Error ? error.message : String(error);
  const address = `${request.method} ${request.target.split('?', 1)[0]}`.slice(0, ADDRESS_CHARS);
  const message = `${address}: ${what}`;
  if (!findings.some((finding) => finding.message === message))
    findings.push({ message, curl: asCurl(baseUrl, request) });
}
