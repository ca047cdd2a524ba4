import { RESPONSE_ALREADY_SENT } from '@hono/node-server/utils/response';
import { ConnectionReset, type Emulator } from './emulator.ts';
import { renderIndexPage } from './index-page.ts';
import type { RequestLog } from './request-log.ts';

type Parts = {
  emulators: readonly Emulator[];
  control: (request: Request, url: URL) => Promise<Response>;
  log: RequestLog;
  smtpPort: number;
};

type Bindings = { incoming: { socket: { destroy(): void } | null }; outgoing: object };

/** A Host header that names this machine, with or without a port. */
const OWN_HOST = /^(?:(?:[a-z\d-]+\.)*localhost|127(?:\.\d{1,3}){3}|\[::1\])(?::\d{1,5})?$/i;

/** Keys of real accounts: a caller that sends one has mixed up two environments. */
const LIVE_KEY = /\b(?:sk|rk)_live_/;

/**
 * Creates the handler of all HTTP requests: it finds the emulator by path, logs the request and simulates closed
 * connections. A live Stripe key is refused with 401 before anything else. A Mercado Pago `APP_USR-` token only logs a
 * warning, because test users have such tokens too.
 */
export function createDispatch({ emulators, control, log, smtpPort }: Parts) {
  const byPrefix = [...emulators].sort((a, b) => b.prefix.length - a.prefix.length);
  const find = (pathname: string) =>
    byPrefix.find(({ prefix }) => pathname === `${prefix}.json` || `${pathname}/`.startsWith(`${prefix}/`));

  async function answer(request: Request, url: URL, emulator: Emulator | undefined): Promise<Response> {
    const isOfMachine = url.pathname === '/' || url.pathname.startsWith('/control') || emulator?.name === 'mailbox';
    if (isOfMachine && !namesThisMachine(request, url))
      return new Response('This answers under a name of this machine only.\n', { status: 403 });
    if (url.pathname === '/') return renderIndexPage(emulators, smtpPort);
    if (url.pathname === '/control' || url.pathname.startsWith('/control/')) return control(request, url);
    if (emulator === undefined) return new Response('Not found\n', { status: 404 });
    return emulator.handle(request, url);
  }

  return async (request: Request, bindings: unknown): Promise<Response> => {
    const started = performance.now();
    const url = new URL(request.url);
    const emulator = find(url.pathname);
    const headers = Object.fromEntries(request.headers);
    const authorization = headers.authorization ?? '';
    const body = await request.clone().text();
    let status = 0;
    try {
      if (LIVE_KEY.test(decodeBasic(authorization)) || LIVE_KEY.test(`${url.search}&${body}`)) {
        status = 401;
        return refuseLiveKey();
      }
      if (authorization.includes('APP_USR-')) warnAboutToken();
      const response = await answer(request, url, emulator);
      status = response.status;
      return response;
    } catch (cause) {
      if (!(cause instanceof ConnectionReset)) {
        console.error(`Bug in the ${emulator?.name} emulator:`, cause);
        status = 500;
        return Response.json({ error: { type: 'api_error', message: 'The emulator failed.' } }, { status });
      }
      (bindings as Bindings).incoming.socket?.destroy();
      return RESPONSE_ALREADY_SENT;
    } finally {
      if (!url.pathname.startsWith('/control')) {
        const path = url.pathname + url.search;
        const durationMs = Math.round(performance.now() - started);
        const name = emulator?.name ?? '';
        log.add({ emulator: name, method: request.method, path, headers, body, status, durationMs });
      }
    }
  };
}

/**
 * Whether a request names this machine. Any site can make its own name lead here (DNS rebinding), and its pages could then read
 * sign-in codes in the mailbox and control the emulators. An absolute request target must agree with the Host header.
 */
function namesThisMachine(request: Request, url: URL): boolean {
  return OWN_HOST.test(request.headers.get('host') ?? '') && OWN_HOST.test(url.host);
}

function refuseLiveKey(): Response {
  const message = 'This is a simulator. It refuses live keys: nothing that is real belongs here.';
  return Response.json({ error: { type: 'invalid_request_error', message } }, { status: 401 });
}

let warned = false;

function warnAboutToken(): void {
  if (warned) return;
  warned = true;
  console.error('Warning: an APP_USR- access token reached the emulators. Make sure it is a test user’s.');
}

/** Stripe also takes the key as the user name of basic authentication. */
function decodeBasic(authorization: string): string {
  const encoded = /^Basic (.+)$/i.exec(authorization)?.[1];
  return encoded === undefined ? authorization : Buffer.from(encoded, 'base64').toString();
}
