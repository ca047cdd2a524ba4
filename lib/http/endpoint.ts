import { hash } from 'node:crypto';
import type { z } from 'zod';
import { now as readClock } from '#lib/clock.ts';
import type { Contract } from '#lib/contract.ts';
import { isUniqueViolation } from '#lib/database-errors.ts';
import { db, type Tx } from '#lib/db.ts';
import { env } from '#lib/env.ts';
import type { Caller, JoinedLookup } from '#lib/hot-queries/find-caller.ts';
import { insertRows } from '#lib/hot-queries/insert-rows.ts';
import type { IdempotentRequest } from '#lib/hot-queries/stored-response.ts';
import { isIdOf } from '#lib/ids.ts';
import type { RowInsert } from '#lib/row-insert.ts';
import { type Admission, admit } from './admit.ts';
import { parseBody, type ReadBody, readBody } from './body.ts';
import { deprecationHeaders, requireNotice } from './deprecation.ts';
import { isKnownTag } from './etag.ts';
import { claimInOneStatement, claimWithRow, once, replayStored } from './idempotency.ts';
import { idempotentRequest, presentedKeyLookup } from './idempotency-key.ts';
import { countCall } from './rate-limit.ts';
import type { HttpRequest } from './request.ts';
import { answerRequest, cacheControl, type HttpResponse, jsonResponse, problemResponse } from './response.ts';
import { type ApiRoute, apiRoute } from './routes.ts';

/** Path parameters; the router sets every one in the contract's path. */
type Params = { id: string; key: string };

/** The input of a handler. */
type Call<Body> = {
  params: Params;
  body: Body;
  now: Date;
  /** The caller; absent if the contract has no permission. */
  readonly caller: Caller;
};

/** The work of an endpoint on our own database. */
type Handler<Body, Reply, Loaded> =
  | {
      /** A row that is read in the statement that finds the caller. */
      load?: (params: Params) => JoinedLookup<Loaded>;
      /** Returns the body of the response. For a contract without a body: it only reads. */
      run(call: Call<Body> & { tx: Tx; loaded: Loaded | null }): Promise<Reply>;
    }
  | {
      /**
       * Returns the rows to insert, and writes nothing: rows and response are written in one statement. Runs again if
       * another request inserted one of them meanwhile.
       */
      plan(call: Call<Body>): Promise<{ reply: Reply; insert: RowInsert }>;
    };

/** The work of an endpoint at a gateway, which must not run in a transaction. */
type GatewayHandler<Body, Reply> = {
  /** Returns the body of the response, and the data that an Idempotency-Key stores of it. */
  run(call: { params: Params; body: Body; address: string | undefined }): Promise<{ reply: Reply; remember: string }>;
  /** Makes the body of the response again. */
  replay(call: { params: Params; remembered: string }): Promise<Reply>;
};

/** A route on our own database. With a body it creates something, once per Idempotency-Key. */
export function endpoint<B extends z.ZodType, R extends z.ZodType, Loaded = null>(
  contract: Contract<B, R>,
  handler: Handler<z.output<B>, z.input<R>, Loaded>,
): ApiRoute {
  if ('run' in handler)
    return pipeline(contract, handler.load, async (exchange) => {
      const loaded = exchange.admission?.found ?? null;
      const reply = await handler.run(Object.assign(callOf(contract, exchange), { tx: db(), loaded }));
      return jsonResponse(contract.status, reply);
    });

  return pipeline(
    contract,
    (_params, request) => presentedKeyLookup(request),
    async (exchange, body, request) => {
      const { admission, now } = exchange;
      const replayed = request && replayStored(request, admission?.found ?? null, now);
      if (replayed) return replayed;
      const work = async () => {
        const { reply, insert } = await handler.plan(callOf(contract, exchange, body));
        return { response: jsonResponse(contract.status, reply), insert };
      };
      return retryUniqueViolation(async () => {
        if (request) return once(request, claimInOneStatement(request, now), work);
        const { response, insert } = await work();
        await insertRows(insert);
        return response;
      });
    },
  );
}

/** Repeats work once if a row that it inserts was inserted by somebody else after it had looked: nothing was written then. */
async function retryUniqueViolation<Result>(work: () => Promise<Result>): Promise<Result> {
  try {
    return await work();
  } catch (error) {
    if (isUniqueViolation(error)) return work();
    throw error;
  }
}

/** A route that calls a gateway, once per Idempotency-Key. */
export function gatewayEndpoint<B extends z.ZodType, R extends z.ZodType>(
  contract: Contract<B, R>,
  handler: GatewayHandler<z.output<B>, z.input<R>>,
): ApiRoute {
  return pipeline(contract, undefined, async (exchange, body, request) => {
    const { params, now, address } = exchange;
    const work = async () => {
      const call = { params, address, body: callOf(contract, exchange, body).body };
      const { reply, remember } = await handler.run(call);
      return { response: jsonResponse(contract.status, reply), remember };
    };
    const replay = async (remembered: string) =>
      jsonResponse(contract.status, await handler.replay({ params, remembered }));
    return request ? once(request, claimWithRow(request, now), work, replay) : (await work()).response;
  });
}

function callOf<B extends z.ZodType>(
  contract: Contract<B>,
  { params, now, admission }: Exchange<unknown>,
  body?: ReadBody,
): Call<z.output<B>> {
  return {
    params,
    now,
    body: contract.body && body ? parseBody(contract.body, body) : (undefined as z.output<B>),
    get caller() {
      if (!admission) throw new Error(`Bug: ${contract.operationId} asks for no key`);
      return admission.caller;
    },
  };
}

/** A request in the pipeline. */
type Exchange<Found> = {
  params: Params;
  /** The caller's address; undefined if it cannot be trusted. */
  address: string | undefined;
  now: Date;
  /** Null if the contract has no permission. */
  admission: Admission<Found> | null;
  /** The headers about the caller's rate limit. */
  limits: Record<string, string>;
};

/**
 * The pipeline of every request: key → allowlist → permission → rate limit → media type → body → idempotency key → work
 * (rulings 18, 64). A step that refuses ends it, and the body is not read before its step.
 * @param lookupOf returns the lookup to join to the caller's statement, from path and headers
 */
function pipeline<Found>(
  contract: Contract,
  lookupOf: ((params: Params, request: HttpRequest) => JoinedLookup<Found> | null) | undefined,
  work: (
    exchange: Exchange<Found>,
    body: ReadBody | undefined,
    idempotent: IdempotentRequest | undefined,
  ) => Promise<HttpResponse>,
): ApiRoute {
  if (contract.deprecation) requireNotice(contract.deprecation);
  return apiRoute(async (request, pathParams) => {
    const params = { id: '', key: '', ...pathParams };
    const now = readClock();
    const exchange: Exchange<Found> = { params, address: request.address, now, admission: null, limits: {} };
    const pass = async () => {
      const lookup = lookupOf?.(params, request) ?? null;
      exchange.admission = await admit(request, contract, lookup, exchange.limits);
      await countCalls(contract, exchange);
      const body = contract.body && (await readBody(request, contract.maxBodyBytes));
      const idempotent =
        body && contract.idempotency ? idempotentRequest(request, keyScopeOf(contract, exchange), body) : undefined;
      return work(exchange, body, idempotent);
    };
    return answerRequest(
      request,
      pass,
      (problem) => problemResponse(problem, request.path),
      (answer, requestId) => finish(contract, request, exchange, answer, requestId),
      () => ({ ms: Date.now() - now.getTime(), client: exchange.admission?.caller.clientId }),
    );
  });
}

async function countCalls(
  contract: Contract,
  { admission, params, address, limits }: Exchange<unknown>,
): Promise<void> {
  if (admission) return countCall('client', admission.caller.clientId, limits);
  await countCall('address', address ?? 'unknown', limits);
  if (isOfLink(contract, params)) await countCall('link', params.id, limits);
}

/** The owner of a request's Idempotency-Key; undefined if nothing is recorded under it. */
function keyScopeOf(contract: Contract, { params, admission }: Exchange<unknown>): string | undefined {
  if (contract.idempotency === 'client') return admission?.caller.clientId;
  return isOfLink(contract, params) ? `link:${params.id}` : undefined;
}

/** Whether a request is about a link. Text without the form of a link id gets neither a counter nor a record. */
function isOfLink({ idempotency }: Contract, { id }: Params): boolean {
  return idempotency === 'link' && isIdOf('checkoutLink', id);
}

/** Adds the headers of every response, and answers If-None-Match. */
function finish(
  contract: Contract,
  { header }: HttpRequest,
  { limits }: Exchange<unknown>,
  { status, body, headers }: HttpResponse,
  requestId: string,
): HttpResponse {
  const all: Record<string, string> = Object.assign(headers, limits);
  all['X-Request-Id'] = requestId;
  all['X-Content-Type-Options'] = 'nosniff';
  all['Cache-Control'] = cacheControl(contract.permission !== null);
  if (contract.deprecation) Object.assign(all, deprecationHeaders(contract.deprecation, env().publicBaseUrl));
  const tag = contract.etag && status === 200 ? `"${hash('sha256', body, 'base64url')}"` : undefined;
  if (tag) all.ETag = tag;
  return tag && isKnownTag(header('if-none-match'), tag) ? notModified(all) : { status, body, headers: all };
}

function notModified({ 'Content-Type': _, ...headers }: Record<string, string>): HttpResponse {
  return { status: 304, body: '', headers };
}
