import { randomUUID } from 'node:crypto';
import type { ServerResponse } from 'node:http';
import { log } from '#lib/log.ts';
import type { Problem } from '#lib/problems/problem.ts';
import { loggedPath } from './logged-path.ts';
import { asProblem, onWriteHead } from './response.ts';

type LoggedRequest = { method: string; path: string };

/**
 * Answers one request, whatever its entrance: an error becomes a problem, which `refuse` answers; a failure of ours and the
 * request are logged under one id, which `finish` adds to the answer.
 * @param details what else the request's log line says, once the answer is known
 */
export async function answerRequest<Answer extends { status: number }>(
  { method, path }: LoggedRequest,
  work: () => Promise<Answer>,
  refuse: (problem: Problem) => Answer,
  finish: (answer: Answer, requestId: string) => Answer,
  details: () => Record<string, unknown> = () => ({}),
): Promise<Answer> {
  const requestId = randomUUID();
  const answer = await work().catch((error: unknown) => {
    const problem = asProblem(error);
    // 501 is announced (specification 4.7).
    if (problem.status >= 500 && problem.status !== 501)
      log().error({ err: problem.cause ?? problem, requestId }, 'request failed');
    return refuse(problem);
  });
  const finished = finish(answer, requestId);
  logRequest({ method, path }, requestId, finished.status, details());
  return finished;
}

/** Logs a request that was answered. */
export function logRequest(
  { method, path }: LoggedRequest,
  requestId: string,
  status: number,
  details: Record<string, unknown> = {},
): void {
  log().info({ requestId, method, path: loggedPath(path), status, ...details }, 'request');
}

/** Gives every answer an id that has none when its head is sent (ruling 29). What fails with it is logged under that id. */
export function identifyAnswer({ method, path }: LoggedRequest, response: ServerResponse): void {
  onWriteHead(response, (status) => {
    if (response.hasHeader('X-Request-Id')) return status;
    const requestId = randomUUID();
    response.setHeader('X-Request-Id', requestId);
    if (status >= 500) logRequest({ method, path }, requestId, status);
    return status;
  });
}
