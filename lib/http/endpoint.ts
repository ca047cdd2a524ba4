import type { z } from 'zod';
import type { Caller } from '#lib/clients/authenticate.ts';
import type { Contract } from '#lib/contract.ts';
import { db, type Tx } from '#lib/db.ts';
import type { Insert } from '#lib/insert.ts';
import { WrittenNumber } from '#lib/json.ts';
import { validationFailed } from '#lib/problems/problem.ts';
import { jsonAnswer } from './answer.ts';
import { type ApiRoute, apiRoute } from './api-route.ts';
import { type ReadBody, wholeBody } from './body.ts';
import { createOnce } from './create-once.ts';
import { fieldErrorsOf } from './field-errors.ts';
import { type RecordedAnswer, recordAlong, replay } from './operation.ts';
import { type AlongOf, type Params, pipeline } from './pipeline.ts';
import { runOnce } from './run-once.ts';
import { writeOnce } from './write-once.ts';

const NO_OBJECT = 'The body must be a JSON object.';

/** What a handler of a creating or reading endpoint is given. */
export type Call<Body> = { params: Params; body: Body; tx: Tx; now: Date };
export type KeyedCall<Body> = Call<Body> & { caller: Caller };
/** What a handler is given that reads nothing itself: what it needs was read along with its caller. */
export type ReadCall<Body, Found> = Omit<KeyedCall<Body>, 'tx'> & { found: Found | null };

/** Handlers of endpoints that call a gateway get no transaction, and say what an Idempotency-Key remembers. */
export type GatewayHandler<Body, Reply> = {
  run(call: {
    params: Params;
    body: Body;
    now: Date;
    address: string | undefined;
  }): Promise<{ reply: Reply; remember: string }>;
  replay(call: { params: Params; remembered: string }): Promise<Reply>;
};

/** A route for an endpoint that asks for a key; one with a body creates, within one transaction. */
export function keyedEndpoint<B extends z.ZodType, R extends z.ZodType>(
  contract: Contract<B, R>,
  handle: (call: KeyedCall<z.output<B>>) => Promise<z.input<R>>,
): ApiRoute {
  const work: Parameters<typeof pipeline<RecordedAnswer | null>>[1] = async (exchange, body, operation) => {
    const { admission, params, now, instance } = exchange;
    const { caller, found: recorded } = required(admission, contract);
    const respond = async (tx: Tx) =>
      jsonAnswer(contract.status, await handle({ caller, params, now, tx, body: parse(contract, body) }));
    if (!contract.body) return respond(db());
    const replayed = operation && replay(operation, recorded, now);
    return replayed ?? createOnce(operation, now, instance, respond);
  };
  return apiRoute(pipeline(contract, work, recordOf(contract)));
}

/** A route for an endpoint that asks for a key and reads one thing, in one statement with its caller. */
export function readingEndpoint<B extends z.ZodType, R extends z.ZodType, Found>(
  contract: Contract<B, R>,
  alongOf: AlongOf<Found>,
  handle: (call: ReadCall<z.output<B>, Found>) => Promise<z.input<R>>,
): ApiRoute {
  const work: Parameters<typeof pipeline<Found>>[1] = async ({ admission, params, now }, body) => {
    const { caller, found } = required(admission, contract);
    const reply = await handle({ caller, found, params, now, body: parse(contract, body) });
    return jsonAnswer(contract.status, reply);
  };
  return apiRoute(pipeline(contract, work, alongOf));
}

/**
 * A route for an endpoint that asks for a key and writes a single row, which `decide` hands back with the reply instead of
 * writing it.
 */
export function writingEndpoint<B extends z.ZodType, R extends z.ZodType>(
  contract: Contract<B, R>,
  decide: (call: Omit<KeyedCall<z.output<B>>, 'tx'>) => Promise<{ reply: z.input<R>; row: Insert }>,
): ApiRoute {
  const work: Parameters<typeof pipeline<RecordedAnswer | null>>[1] = async (exchange, body, operation) => {
    const { admission, params, now, instance } = exchange;
    const { caller, found: recorded } = required(admission, contract);
    return writeOnce(operation, recorded, now, instance, async () => {
      const { reply, row } = await decide({ caller, params, now, body: parse(contract, body) });
      return { answer: jsonAnswer(contract.status, reply), row };
    });
  };
  return apiRoute(pipeline(contract, work, recordOf(contract)));
}

/** A route for an endpoint that anyone may read. */
export function publicEndpoint<B extends z.ZodType, R extends z.ZodType>(
  contract: Contract<B, R>,
  handle: (call: Call<z.output<B>>) => Promise<z.input<R>>,
): ApiRoute {
  return apiRoute(
    pipeline(contract, async ({ params, now }, body) =>
      jsonAnswer(contract.status, await handle({ params, now, tx: db(), body: parse(contract, body) })),
    ),
  );
}

/** A route for an endpoint whose work lies at a gateway, where no transaction may be held open. */
export function gatewayEndpoint<B extends z.ZodType, R extends z.ZodType>(
  contract: Contract<B, R>,
  handler: GatewayHandler<z.output<B>, z.input<R>>,
): ApiRoute {
  return apiRoute(
    pipeline(contract, ({ params, now, instance, address }, body, operation) =>
      runOnce(
        operation,
        now,
        instance,
        async () => {
          const { reply, remember } = await handler.run({
            params,
            now,
            address,
            body: parse(contract, body),
          });
          return { answer: jsonAnswer(contract.status, reply), remember };
        },
        async (remembered) => jsonAnswer(contract.status, await handler.replay({ params, remembered })),
      ),
    ),
  );
}

/** With the caller of a creating endpoint its record is read; on others an Idempotency-Key is ignored. */
function recordOf({ idempotency }: Contract): AlongOf<RecordedAnswer | null> {
  return (_params, request) => (idempotency === 'client' ? recordAlong(request) : null);
}

function required<T>(admission: T | null, { operationId }: Contract): T {
  if (admission === null) throw new Error(`Bug: ${operationId} was reached without a caller`);
  return admission;
}

function parse<B extends z.ZodType>(contract: Contract<B>, body: ReadBody | undefined): z.output<B> {
  if (!contract.body) return undefined as z.output<B>;
  if (body?.unreadable) throw body.unreadable.fault;
  if (body?.value instanceof WrittenNumber) throw wholeBody(NO_OBJECT);
  const parsed = contract.body.safeParse(body?.value);
  if (parsed.success) return parsed.data;
  const isNoObject = parsed.error.issues.some(
    (issue) => issue.path.length === 0 && issue.code === 'invalid_type',
  );
  throw isNoObject ? wholeBody(NO_OBJECT) : validationFailed(fieldErrorsOf(parsed.error, body?.value));
}
