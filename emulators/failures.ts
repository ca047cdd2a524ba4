import { setTimeout as sleep } from 'node:timers/promises';
import { z } from 'zod';
import { parseControlInput } from './control-input.ts';
import { ConnectionReset } from './emulator.ts';

/**
 * A failure to simulate. `slow`: answer `delayMs` late. `held`: answer once it is released. `status`: answer `status` and do nothing (or do it, `executed`).
 * `reset_before`: close the connection before anything is done. `reset_after`: do it, then close the connection (crash
 * after commit). `down`: close every connection until reset. `retry_header`: answer normally with `stripe-should-retry`.
 * `part`: answer a list with its first `keep` elements only, as if there were no others.
 */
const failureInput = z.strictObject({
  kind: z.enum(['slow', 'held', 'status', 'reset_before', 'reset_after', 'down', 'retry_header', 'part']),
  /** How many of the next matching requests; default 1 (`down`: all). */
  times: z.int().min(1).default(1),
  /** Regular expression on the path. */
  path: z.string().refine(isExpression, 'is not a regular expression').optional(),
  method: z.string().optional(),
  /** Only requests about payments with this reference: a checkout link's id. */
  reference: z.string().min(1).optional(),
  delayMs: z.int().min(0).default(1000),
  status: z.int().min(400).max(599).default(500),
  /** For `status`: the error code in the answer's body, where the gateway's bodies have one. */
  code: z.string().min(1).optional(),
  /** For `status` from 500 on: the request is executed and only its answer is lost. For `held`: only its answer waits. */
  executed: z.boolean().default(false),
  /** For `part`: how many elements of the list are left; none: it is empty. */
  keep: z.int().min(0).default(0),
  /** For `retry_header` and `status`: value of Stripe's header `stripe-should-retry`. */
  shouldRetry: z.boolean().optional(),
});

export type Failure = z.infer<typeof failureInput>;

/** A request as failures match it; `references` are those of the payments that it is about. */
export type FailingRequest = {
  method: string;
  path: string;
  references: readonly string[];
  /** Aborted when the caller is gone. */
  signal: AbortSignal;
};

export type Failures = {
  /** Adds a failure from a control call; throws ControlError for bad input. Returns all that are still armed. */
  add(input: unknown): Failure[];
  /** Ends all failures, or those of a reference; what they hold is released. */
  clear(reference?: string): void;
  /** Whether every connection is closed, or every one about a reference. */
  isDown(reference: string): boolean;
  /** Takes the first armed failure that matches, for a gateway that simulates it itself. */
  take(request: FailingRequest): Failure | undefined;
  /** Waits until the request is released. Resolves to false when its caller is gone instead. */
  hold(request: FailingRequest): Promise<boolean>;
  /** The requests that are held, first to last. */
  held(): Pick<FailingRequest, 'method' | 'path'>[];
  /** Releases every held request. Returns how many there were. */
  release(): number;
  /**
   * Runs a request under the armed failures.
   * @param run does the work and answers; not called when the failure comes before.
   * @param refuse returns the gateway's own error body for a status and, if the failure has one, its code.
   */
  around(
    request: FailingRequest,
    run: () => Promise<Response>,
    refuse: (status: number, code: string | undefined) => Response,
  ): Promise<Response>;
};

/** Creates the failure switches of one gateway. The first armed failure that matches is used up. */
export function createFailures(): Failures {
  let armed: Failure[] = [];
  const waiting = new Map<FailingRequest, () => void>();

  function take(request: FailingRequest): Failure | undefined {
    const found = armed.find((failure) => matches(failure, request));
    if (found === undefined || found.kind === 'down') return found;
    found.times -= 1;
    if (found.times < 1) armed = armed.filter((failure) => failure !== found);
    return found;
  }

  function hold(request: FailingRequest): Promise<boolean> {
    return new Promise((resolve) => {
      const { signal } = request;
      const end = (isReleased: boolean) => {
        waiting.delete(request);
        signal.removeEventListener('abort', gone);
        resolve(isReleased);
      };
      const gone = () => end(false);
      waiting.set(request, () => end(true));
      signal.addEventListener('abort', gone);
      if (signal.aborted) gone();
    });
  }

  function releaseThose(isMeant: (request: FailingRequest) => boolean): number {
    const released = [...waiting].filter(([request]) => isMeant(request));
    for (const [, go] of released) go();
    return released.length;
  }

  return {
    add(input) {
      armed.push(parseControlInput(failureInput, input));
      return armed;
    },
    clear(reference) {
      armed = reference === undefined ? [] : armed.filter((failure) => failure.reference !== reference);
      releaseThose(({ references }) => reference === undefined || references.includes(reference));
    },
    isDown: (asked) =>
      armed.some(
        ({ kind, path, method, reference = asked }) => kind === 'down' && !path && !method && reference === asked,
      ),
    take,
    hold,
    held: () => [...waiting.keys()].map(({ method, path }) => ({ method, path })),
    release: () => releaseThose(() => true),
    async around(request, run, refuse) {
      const failure = take(request);
      if (failure === undefined) return run();
      switch (failure.kind) {
        case 'slow':
          await sleep(failure.delayMs);
          return run();
        case 'held': {
          const done = failure.executed ? await run() : undefined;
          const isReleased = await hold(request);
          if (done) return done;
          if (!isReleased) throw new ConnectionReset();
          return run();
        }
        case 'status':
          if (failure.executed && failure.status >= 500) await run();
          return refuse(failure.status, failure.code);
        case 'retry_header':
          return run();
        case 'part':
          return withPart(await run(), failure.keep);
        case 'reset_after':
          await run();
          throw new ConnectionReset();
        case 'reset_before':
        case 'down':
          throw new ConnectionReset();
      }
    },
  };
}

function matches(failure: Failure, request: FailingRequest): boolean {
  if (failure.reference !== undefined && !request.references.includes(failure.reference)) return false;
  if (failure.method !== undefined && failure.method.toUpperCase() !== request.method) return false;
  return failure.path === undefined || new RegExp(failure.path).test(request.path);
}

async function withPart(response: Response, keep: number): Promise<Response> {
  const { status, headers } = response;
  return new Response(truncateList(await response.text(), keep), { status, headers });
}

/** The names of the list in the answers of Stripe and of Mercado Pago, where the answer is not the list itself. */
const LISTS = ['data', 'results'];

/** An answer's JSON with the first elements of its list; any other answer as it is. */
export function truncateList(text: string, keep: number): string {
  const answer: unknown = JSON.parse(text);
  if (Array.isArray(answer)) return JSON.stringify(answer.slice(0, keep));
  if (typeof answer !== 'object' || answer === null) return text;
  const cut = (name: string, value: unknown) =>
    LISTS.includes(name) && Array.isArray(value) ? value.slice(0, keep) : value;
  const entries = Object.entries(answer).map(([name, value]) => [name, cut(name, value)]);
  return JSON.stringify(Object.fromEntries(entries));
}

function isExpression(text: string): boolean {
  try {
    new RegExp(text);
    return true;
  } catch {
    return false;
  }
}
