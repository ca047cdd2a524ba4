import { hash, randomUUID } from 'node:crypto';
import type { Along } from '#lib/clients/authenticate.ts';
import { now as readClock } from '#lib/clock.ts';
import type { Contract } from '#lib/contract.ts';
import { isDatabaseUnavailable } from '#lib/db.ts';
import { env } from '#lib/env.ts';
import { isIdOf } from '#lib/ids.ts';
import { log } from '#lib/log.ts';
import { type Admission, admit } from './admit.ts';
import { type Answer, asProblem, problemAnswer } from './answer.ts';
import type { ApiRequest } from './api-request.ts';
import { type ReadBody, readBody } from './body.ts';
import { deprecationHeaders, requireNotice } from './deprecation.ts';
import { type Operation, readOperation } from './operation.ts';
import { countCall } from './rate-limit.ts';

/** Path parameters; the router fills in every one that the contract's path names. */
export type Params = { id: string; key: string };
/** What answers a request of the API. It never throws: what goes wrong is an answer too. */
export type ApiHandler = (request: ApiRequest, params: Record<string, string>) => Promise<Answer>;

/** A request on its way through the pipeline. `instance` is its path, as problems name it. */
export type Exchange<Found> = {
  params: Params;
  instance: string;
  /** Who sent it; undefined where nobody can vouch for an address. */
  address: string | undefined;
  now: Date;
  requestId: string;
  /** Null where the endpoint asks for no key. */
  admission: Admission<Found> | null;
};

/** What an endpoint wants to be read in one statement with its caller, told from headers and path alone. */
export type AlongOf<Found> = (params: Params, request: ApiRequest) => Along<Found> | null;

type Work<Found> = (
  exchange: Exchange<Found>,
  body: ReadBody | undefined,
  operation: Operation | undefined,
) => Promise<Answer>;

/**
 * The pipeline: key → allowlist → permission → rate limit → media type → body → idempotency key → the work. Each step is
 * taken once the one before it has let the request through; until then nothing of the body is read.
 */
export function pipeline<Found>(
  contract: Contract,
  work: Work<Found>,
  alongOf: AlongOf<Found> = () => null,
): ApiHandler {
  if (contract.deprecation) requireNotice(contract.deprecation);
  return async (request, params) => {
    const exchange: Exchange<Found> = {
      params: { id: '', key: '', ...params },
      instance: request.path,
      address: request.address,
      now: readClock(),
      requestId: randomUUID(),
      admission: null,
    };
    const limits: Record<string, string> = {};
    try {
      exchange.admission = await admit(request, contract, alongOf(exchange.params, request), limits);
      await countCalls(contract, request, exchange, limits);
      const body = contract.body && (await readBody(request, contract.maxBodyBytes));
      const operation = body && operationOf(contract, request, exchange, body);
      return finish(contract, request, exchange, limits, await work(exchange, body, operation));
    } catch (error) {
      return finish(contract, request, exchange, limits, refusalOf(error, exchange));
    }
  };
}

async function countCalls(
  contract: Contract,
  { address }: ApiRequest,
  { admission, params }: Exchange<unknown>,
  limits: Record<string, string>,
): Promise<void> {
  if (admission) return countCall('client', admission.caller.clientId, limits);
  await countCall('address', address ?? 'unknown', limits);
  if (isOfLink(contract, params)) await countCall('link', params.id, limits);
}

/** Whether a request is one of a link's: what cannot be the id of one gets neither a counter nor a record of its own. */
function isOfLink({ idempotency }: Contract, { id }: Params): boolean {
  return idempotency === 'link' && isIdOf('checkoutLink', id);
}

/** Whose Idempotency-Keys these are. */
function operationOf(
  contract: Contract,
  request: ApiRequest,
  { params, admission }: Exchange<unknown>,
  body: ReadBody,
): Operation | undefined {
  if (isOfLink(contract, params)) return readOperation(request, `link:${params.id}`, body);
  if (contract.idempotency === 'client' && admission)
    return readOperation(request, admission.caller.clientId, body);
  return undefined;
}

function refusalOf(error: unknown, { instance, requestId }: Exchange<unknown>): Answer {
  const problem = asProblem(error, isDatabaseUnavailable);
  if (problem.status >= 500) log().error({ err: problem.cause ?? problem, requestId }, 'request failed');
  return problemAnswer(problem, instance);
}

/** Puts on an answer what every answer of the contract carries, and logs the request. */
function finish(
  contract: Contract,
  request: ApiRequest,
  { requestId, admission, instance, now }: Exchange<unknown>,
  limits: Record<string, string>,
  { status, body, headers }: Answer,
): Answer {
  const all: Record<string, string> = Object.assign(headers, limits);
  all['X-Request-Id'] = requestId;
  all['X-Content-Type-Options'] = 'nosniff';
  all['Cache-Control'] = contract.permission === null ? 'no-store' : 'private, no-store';
  if (contract.deprecation) Object.assign(all, deprecationHeaders(contract.deprecation, env().publicBaseUrl));
  const tag = contract.etag && status === 200 ? `"${hash('sha256', body, 'base64url')}"` : undefined;
  if (tag) all.ETag = tag;
  const answer =
    tag && matches(request.header('if-none-match'), tag) ? notModified(all) : { status, body, headers: all };
  log().info(
    {
      requestId,
      method: request.method,
      path: instance,
      status: answer.status,
      ms: Date.now() - now.getTime(),
      client: admission?.caller.clientId,
    },
    'request',
  );
  return answer;
}

function notModified({ 'Content-Type': _, ...headers }: Record<string, string>): Answer {
  return { status: 304, body: '', headers };
}

function matches(ifNoneMatch: string | null, tag: string): boolean {
  if (ifNoneMatch === null) return false;
  return ifNoneMatch.split(',').some((candidate) => ['*', tag, `W/${tag}`].includes(candidate.trim()));
}
