import { z } from 'zod';
import { ControlError, parseControlInput } from './control-input.ts';
import type { Emulator, EmulatorContext } from './emulator.ts';
import type { RandomSource } from './random.ts';

type Parts = { context: EmulatorContext; emulators: readonly Emulator[]; random: RandomSource };

const clockInput = z.strictObject({ advanceMs: z.int().min(0) });
const idsInput = z.strictObject({ seed: z.string().nullable() });

/**
 * Creates the control API: JSON in, JSON out, for tests and for the application's QA deck. Web pages of other sites can
 * neither read nor trigger it: there is no CORS, a JSON content type is required (which makes browsers send a preflight
 * request), and the dispatch answers under a name of this machine only.
 */
export function createControl({ context, emulators, random }: Parts) {
  const { clock, log } = context;

  async function resetAll(): Promise<unknown> {
    context.webhooks.reset();
    context.store.clear();
    clock.reset();
    for (const emulator of emulators) await emulator.control('reset', {});
    log.clear();
    random.seed(undefined);
    return { reset: true };
  }

  async function act(path: string, input: unknown): Promise<unknown> {
    switch (path) {
      case 'reset':
        return resetAll();
      case 'clock':
        clock.advance(parseControlInput(clockInput, input).advanceMs);
        return { now: new Date(clock.now()).toISOString(), offsetMs: clock.offsetMs() };
      case 'ids':
        random.seed(parseControlInput(idsInput, input).seed ?? undefined);
        return input;
    }
    const [name, action, ...rest] = path.split('/');
    const emulator = emulators.find((one) => one.name === name);
    if (emulator === undefined || action === undefined || rest.length > 0) {
      const names = emulators.map((one) => one.name).join(', ');
      throw new ControlError(`Unknown control ${path}. Emulators: ${names}.`);
    }
    return emulator.control(action, input);
  }

  return async (request: Request, url: URL): Promise<Response> => {
    const path = url.pathname.slice('/control/'.length);
    if (request.method === 'GET') {
      if (path === 'log') return Response.json(log.entries(logFilter(url)));
      if (path === 'clock') return Response.json({ now: new Date(clock.now()).toISOString() });
      return refuse(404, 'GET /control/log or GET /control/clock.');
    }
    if (request.method !== 'POST') return refuse(405, 'Use POST.');
    if (!/^application\/json\b/i.test(request.headers.get('content-type') ?? '')) {
      return refuse(415, 'Send application/json.');
    }
    try {
      return Response.json((await act(path, parseJson(await request.text()))) ?? {});
    } catch (cause) {
      if (cause instanceof ControlError) return refuse(400, cause.message);
      throw cause;
    }
  };
}

function parseJson(text: string): unknown {
  try {
    return text === '' ? {} : JSON.parse(text);
  } catch {
    throw new ControlError('The body is not JSON.');
  }
}

function logFilter(url: URL): { emulator?: string; path?: string; method?: string } {
  const names = ['emulator', 'path', 'method'] as const;
  return Object.fromEntries(
    names.flatMap((name) => (url.searchParams.has(name) ? [[name, url.searchParams.get(name)]] : [])),
  );
}

function refuse(status: number, message: string): Response {
  return Response.json({ error: message }, { status });
}
