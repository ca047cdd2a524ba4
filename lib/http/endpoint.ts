import { createHash, randomUUID } from 'node:crypto';
import type { z } from 'zod';
import type { Caller } from '#lib/clients/authenticate.ts';
import { now as readClock } from '#lib/clock.ts';
import type { Contract } from '#lib/contract.ts';
import { db, isDatabaseUnavailable, type Tx } from '#lib/db.ts';
import { env } from '#lib/env.ts';
import type { Insert } from '#lib/insert.ts';
import { WrittenNumber } from '#lib/json.ts';
import { log } from '#lib/log.ts';
import { validationFailed } from '#lib/problems/problem.ts';
import { admit } from './admit.ts';
import { type Answer, asProblem, jsonAnswer, problemAnswer } from './answer.ts';
import { type ReadBody, readBody, wholeBody } from './body.ts';
import { clientAddress } from './client-address.ts';
import { createOnce } from './create-once.ts';
import { deprecationHeaders, requireNotice } from './deprecation.ts';
import { type Operation, readOperation, replay } from './operation.ts';
import { countCall } from './rate-limit.ts';
import { runOnce } from './run-once.ts';
import { writeOnce } from './write-once.ts';

const NO_OBJECT = 'The body must be a JSON object.';

/** Path parameters; the router fills in every one that the contract's path names. */
type Params = { id: string; key: string };
/** What Next and our front door hand to a route handler besides the request. */
export type RouteContext = { params: Promise<Record<string, string>> };
export type RouteHandler = (request: Request, context: RouteContext) => Promise<Response>;

/** What a handler of a creating or reading endpoint is given. */
export type Call<Body> = { params: Params; body: Body; tx: Tx; now: Date };
export type KeyedCall<Body> = Call<Body> & { caller: Caller };
/** What a handler is given that decides what is written, and does not write. */
export type DecidingCall<Body> = Omit<KeyedCall<Body>, 'tx'>;

/** Handlers of endpoints that call a gateway get no transaction, and say what an Idempotency-Key remembers. */
export type GatewayHandler<Body, Reply> = {
  run(call: { params: Params; body: Body; now: Date }): Promise<{ reply: Reply; remember: string }>;
  replay(call: { params: Params; remembered: string }): Promise<Reply>;
};

type Exchange = {
  request: Request;
  params: Params;
  instance: string;
  now: Date;
  requestId: string;
  caller: Caller | null;
};

/** A route for an endpoint that asks for a key; one with a body creates, within one transaction. */
export function keyedEndpoint<B extends z.ZodType, R extends z.ZodType>(
  contract: Contract<B, R>,
  handle: (call: KeyedCall<z.output<B>>) => Promise<z.input<R>>,
): RouteHandler {
  return route(contract, async ({ caller, params, now, instance }, body, operation) => {
    if (!caller) throw new Error(`Bug: ${contract.operationId} was reached without a caller`);
    const respond = async (tx: Tx) =>
      jsonAnswer(contract.status, await handle({ caller, params, now, tx, body: parse(contract, body) }));
    if (!contract.body) return respond(db());
    const replayed = operation && replay(operation, caller.recorded, now);
    return replayed ?? createOnce(operation, now, instance, respond);
  });
}

/**
 * A route for an endpoint that asks for a key and writes a single row, which `decide` hands back with the reply instead of
 * writing it.
 */
export function writingEndpoint<B extends z.ZodType, R extends z.ZodType>(
  contract: Contract<B, R>,
  decide: (call: DecidingCall<z.output<B>>) => Promise<{ reply: z.input<R>; row: Insert }>,
): RouteHandler {
  return route(contract, ({ caller, params, now, instance }, body, operation) => {
    if (!caller) throw new Error(`Bug: ${contract.operationId} was reached without a caller`);
    return writeOnce(operation, caller.recorded, now, instance, async () => {
      const { reply, row } = await decide({ caller, params, now, body: parse(contract, body) });
      return { answer: jsonAnswer(contract.status, reply), row };
    });
  });
}

/** A route for an endpoint that anyone may read. */
export function publicEndpoint<B extends z.ZodType, R extends z.ZodType>(
  contract: Contract<B, R>,
  handle: (call: Call<z.output<B>>) => Promise<z.input<R>>,
): RouteHandler {
  return route(contract, async ({ params, now }, body) =>
    jsonAnswer(contract.status, await handle({ params, now, tx: db(), body: parse(contract, body) })),
  );
}

/** A route for an endpoint whose work lies at a gateway, where no transaction may be held open. */
export function gatewayEndpoint<B extends z.ZodType, R extends z.ZodType>(
  contract: Contract<B, R>,
  handler: GatewayHandler<z.output<B>, z.input<R>>,
): RouteHandler {
  return route(contract, ({ params, now, instance }, body, operation) =>
    runOnce(
      operation,
      now,
      instance,
      async () => {
        const { reply, remember } = await handler.run({ params, now, body: parse(contract, body) });
        return { answer: jsonAnswer(contract.status, reply), remember };
      },
      async (remembered) => jsonAnswer(contract.status, await handler.replay({ params, remembered })),
    ),
  );
}

/** The pipeline: key → allowlist → permission → rate limit → media type → body → idempotency key → the work. */
function route(
  contract: Contract,
  work: (exchange: Exchange, body: ReadBody | undefined, operation: Operation | undefined) => Promise<Answer>,
): RouteHandler {
  if (contract.deprecation) requireNotice(contract.deprecation);
  return async (request, context) => {
    const exchange: Exchange = {
      request,
      params: { id: '', key: '', ...(await context.params) },
      instance: new URL(request.url).pathname,
      now: readClock(),
      requestId: randomUUID(),
      caller: null,
    };
    const limits: Record<string, string> = {};
    try {
      exchange.caller = await admit(request.headers, contract);
      await countCalls(contract, exchange, limits);
      const body = contract.body ? await readBody(request) : undefined;
      const scope = idempotencyScope(contract, exchange);
      const operation =
        contract.idempotency && body && scope ? readOperation(request, scope, body.text) : undefined;
      return send(contract, exchange, limits, await work(exchange, body, operation));
    } catch (error) {
      return send(contract, exchange, limits, problemOf(error, exchange));
    }
  };
}

async function countCalls(
  contract: Contract,
  { caller, request, params }: Exchange,
  limits: Record<string, string>,
): Promise<void> {
  if (caller) return countCall('client', caller.clientId, limits);
  await countCall('address', clientAddress(request.headers) ?? 'unknown', limits);
  if (contract.idempotency === 'link') await countCall('link', params.id, limits);
}

/** Whose Idempotency-Keys these are. The id of a link is whatever a stranger wrote, and must not pass for a client's. */
function idempotencyScope(contract: Contract, { params, caller }: Exchange): string | undefined {
  return contract.idempotency === 'link' ? `link:${encodeURIComponent(params.id)}` : caller?.clientId;
}

function parse<B extends z.ZodType>(contract: Contract<B>, body: ReadBody | undefined): z.output<B> {
  if (!contract.body) return undefined as z.output<B>;
  if (body?.value instanceof WrittenNumber) throw wholeBody(NO_OBJECT);
  const parsed = contract.body.safeParse(body?.value);
  if (parsed.success) return parsed.data;
  throw validationFailed(
    parsed.error.issues.flatMap((issue) => {
      // An unknown field is named itself, as a field that breaks a rule is.
      const unknown = issue.code === 'unrecognized_keys' ? issue.keys : [];
      if (unknown.length > 0)
        return unknown.map((field) => ({ field, message: 'is not a field of this request' }));
      return [{ field: issue.path.join('.'), message: messageOf(issue) }];
    }),
  );
}

function messageOf(issue: z.core.$ZodIssue): string {
  return issue.path.length === 0 && issue.code === 'invalid_type' ? NO_OBJECT : issue.message;
}

function problemOf(error: unknown, { instance, requestId }: Exchange): Answer {
  const problem = asProblem(error, isDatabaseUnavailable);
  if (problem.status >= 500) log().error({ err: problem.cause ?? problem, requestId }, 'request failed');
  return problemAnswer(problem, instance);
}

function send(
  contract: Contract,
  exchange: Exchange,
  limits: Record<string, string>,
  answer: Answer,
): Response {
  const { request, requestId, caller, instance, now } = exchange;
  const headers = new Headers({
    ...answer.headers,
    ...limits,
    'X-Request-Id': requestId,
    'X-Content-Type-Options': 'nosniff',
    'Cache-Control': contract.permission === null ? 'no-store' : 'private, no-store',
    ...(contract.deprecation ? deprecationHeaders(contract.deprecation, env().publicBaseUrl) : {}),
  });
  let { status } = answer;
  if (contract.etag && status === 200) {
    const tag = `"${createHash('sha256').update(answer.body).digest('base64url')}"`;
    headers.set('ETag', tag);
    if (matches(request.headers.get('if-none-match'), tag)) status = 304;
  }
  log().info(
    {
      requestId,
      method: request.method,
      path: instance,
      status,
      ms: Date.now() - now.getTime(),
      client: caller?.clientId,
    },
    'request',
  );
  if (status === 304) headers.delete('Content-Type');
  return new Response(status === 304 || request.method === 'HEAD' ? null : answer.body, { status, headers });
}

function matches(ifNoneMatch: string | null, tag: string): boolean {
  if (ifNoneMatch === null) return false;
  return ifNoneMatch.split(',').some((candidate) => ['*', tag, `W/${tag}`].includes(candidate.trim()));
}
