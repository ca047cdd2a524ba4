import { randomBytes } from 'node:crypto';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { join } from 'node:path';
import next from 'next';
import * as healthRoute from './app/healthz/route.ts';
import * as causeRoute from './app/v1/causes/[key]/route.ts';
import * as causesRoute from './app/v1/causes/route.ts';
import * as intentRoute from './app/v1/checkout_links/[id]/payment_intent/route.ts';
import * as publicLinkRoute from './app/v1/checkout_links/[id]/public/route.ts';
import * as linkRoute from './app/v1/checkout_links/[id]/route.ts';
import * as linksRoute from './app/v1/checkout_links/route.ts';
import { disconnect, pool } from './lib/db.ts';
import { UnreadableValue } from './lib/encryption/seal.ts';
import { requireDataKeys } from './lib/encryption/stored.ts';
import { type Env, env, unservableReason } from './lib/env.ts';
import { answerBusy } from './lib/http/answer-busy.ts';
import { serveBuildFiles } from './lib/http/build-files.ts';
import { cacheDocuments } from './lib/http/document-cache.ts';
import { pathTemplate } from './lib/http/logged-path.ts';
import { answerMalformed, refuseRequest } from './lib/http/malformed.ts';
import { cachePages } from './lib/http/page-cache.ts';
import { documentForPage } from './lib/http/page-document.ts';
import { withPageResponse } from './lib/http/page-status.ts';
import { countCall } from './lib/http/rate-limit.ts';
import { queueRendering } from './lib/http/render-queue.ts';
import { expectsContinue, senderAddress, setClientAddress, targetUrl, wasForwarded } from './lib/http/request.ts';
import { dataHeaders, identifyAnswer, onWriteHead, writeResponse } from './lib/http/response.ts';
import { methodName, routeName } from './lib/http/route-name.ts';
import {
  type ApiRoute,
  allowedMethods,
  costOf,
  isDataPath,
  isQaPath,
  normalisedTarget,
  originForm,
  pageTarget,
  type Route,
  router,
  routerHeader,
  serveApi,
} from './lib/http/routes.ts';
import { errorPagePolicy, securityHeaders } from './lib/http/security-headers.ts';
import {
  methodNotAllowed,
  noGateway,
  refusalResponse,
  unmatched,
  wrongHost,
  wrongMethod,
} from './lib/http/unmatched.ts';
import { localeNamed } from './lib/i18n/locales.ts';
import { stopSender } from './lib/jobs/enqueue.ts';
import { log, logConsole } from './lib/log.ts';
import { answerMetrics, countRequest } from './lib/metrics.ts';
import { portError } from './lib/port-error.ts';
import { isProblem } from './lib/problems/problem.ts';
import { gatewayNames } from './lib/rails/registry.ts';
import { type Outcome, traceWork } from './lib/trace.ts';

/** How long a stopping server waits for requests in progress, in milliseconds. */
const DRAIN_MS = 20_000;

/**
 * How long an idle connection is kept, in milliseconds: longer than balancers keep theirs, a minute as a rule. Were it
 * shorter, a balancer would send requests on connections that are just being closed.
 */
const KEEP_ALIVE_MS = 75_000;

/**
 * How long the head of a request may take to arrive, in milliseconds. A donor's is 2 KiB, most of it cookies: on 2G that is
 * seconds, with a stall. Node's minute would let one who sends a byte now and then hold a connection as long.
 */
const HEADERS_MS = 20_000;

/**
 * How long a whole request may take to arrive, in milliseconds. On 2G at 2 kB a second the largest form of a creator, 96 KiB,
 * takes 50 seconds and the largest action of a donor, 8 KiB, takes 4. A photo of 4 MB needs a network of 0.6 Mbit/s. Node's default
 * is five minutes.
 */
const REQUEST_MS = 60_000;

/** How often node:http looks for those that took longer, in milliseconds: its own half minute would be added to both. */
const TIMEOUT_CHECK_MS = 1_000;

/** The status of a request whose caller went away before the answer, as nginx counts it. */
const CALLER_GONE = 499;

/** The routes that do not pass through Next, whose router would cost five sixths of the throughput of a read. */
const ROUTES: Route<ApiRoute>[] = [
  { path: '/v1/causes', methods: causesRoute },
  { path: '/v1/causes/{key}', methods: causeRoute },
  { path: '/v1/checkout_links', methods: linksRoute },
  { path: '/v1/checkout_links/{id}', methods: linkRoute },
  { path: '/v1/checkout_links/{id}/public', methods: publicLinkRoute },
  { path: '/v1/checkout_links/{id}/payment_intent', methods: intentRoute },
];

const api = serveApi(ROUTES, { methodNotAllowed, notFound: unmatched.handle });
const routeOf = router(ROUTES);

type Handler = (request: IncomingMessage, response: ServerResponse) => Promise<void> | void;

/** Balancers check the health without a Host header, or with one of their own, which need not make a URL. */
const health: Handler = async (_request, response) => {
  const answer = await healthRoute.GET();
  const headers = Object.fromEntries(answer.headers);
  writeResponse(response, { status: answer.status, headers, body: await answer.text() });
};

/**
 * One HTTP server that fixes the caller's address, mounts the API directly and hands every other path to
 * `pages` with the security headers set.
 */
export function createHttpServer(settings: Env, pages: Handler): Server {
  const answer: Handler = (request, response) => {
    if (request.httpVersion === '1.1' && request.headers.host === undefined)
      return refuseRequest(request, response, 400, { field: 'Host', message: 'is required' });
    // Of several hosts, another server on the way may take another one (RFC 9112, 3.2). Repeated headers are joined.
    if (request.headers.host?.includes(','))
      return refuseRequest(request, response, 400, { field: 'Host', message: 'must not be given twice' });
    // Such framing is faulty (RFC 9112, 6.1): another server on the way may see another end of the body.
    if (request.httpVersion !== '1.1' && request.headers['transfer-encoding'] !== undefined)
      return refuseRequest(request, response, 400, { field: 'Transfer-Encoding', message: 'needs HTTP/1.1' });
    // The parser decodes chunks alone: a body that was compressed besides would be read as it is (RFC 9112, 6.1).
    if (request.headers['transfer-encoding']?.includes(','))
      return refuseRequest(request, response, 501, { field: 'Transfer-Encoding', message: 'must be chunked alone' });
    if (request.url === '*') return answerForAll(request, response, settings);
    const target = originForm(request.url ?? '/', request.headers.host);
    if (target === undefined) return writeResponse(response, wrongHost(request.method ?? 'GET'));
    request.url = normalisedTarget(target);
    const address = senderAddress(request, settings.trustedProxies);
    if (isApiPath(pathOf(request.url))) return callApi(request, response, address);
    // The QA deck is for this machine: an unknown address gets nothing of it.
    setClientAddress(request, isQaPath(request.url) && wasForwarded(request) ? undefined : address);
    return site(request, response, pageTarget(request.url, settings), address ?? 'unknown');
  };
  const callApi = (request: IncomingMessage, response: ServerResponse, address: string | undefined) => {
    const { method = '', url = '/' } = request;
    // In development Next serves the routes, so that a change shows at once.
    if (!settings.development || routeOf(method, pathOf(url)).kind !== 'handler')
      return api(request, response, address);
    setClientAddress(request, address);
    return pages(request, response);
  };
  /** Everything outside the API. */
  const site = async (request: IncomingMessage, response: ServerResponse, target: string, address: string) => {
    const path = pathOf(target);
    const refusal = settings.development ? undefined : refusalFor(request, path);
    if (refusal) return refusal(response);
    identifyAnswer({ method: request.method ?? '', path }, response);
    // Only now: a refusal names the path that was asked for, also where pages that must not exist take its place.
    request.url = target;
    const cost = costOf(request.method ?? '', path);
    try {
      if (cost > 0) await countCall('address', address, {}, cost);
    } catch (error) {
      if (!isProblem(error)) throw error;
      if (!isDataPath(path)) return answerBusy(request, response, error, setPageHeaders(response, path));
      return writeResponse(response, refusalResponse({ method: request.method ?? '', path }, error));
    }
    // Next reads the body when a route does, so the sender is told to continue at once.
    if (expectsContinue(request)) response.writeContinue();
    if (!isDataPath(path)) return page(request, response, path);
    set(response, dataHeaders(settings));
    return path === '/healthz' ? health(request, response) : documents(request, response);
  };
  const setPageHeaders = (response: ServerResponse, path: string): string => {
    const nonce = randomBytes(16).toString('base64');
    set(response, securityHeaders(settings, nonce, path));
    return nonce;
  };
  const rendered = queueRendering(pages);
  const kept = settings.development ? rendered : cachePages(rendered);
  const documents = settings.development ? pages : cacheDocuments(pages);
  const page = (request: IncomingMessage, response: ServerResponse, path: string) => {
    const nonce = setPageHeaders(response, path);
    // Next takes the nonce for its own scripts from the policy on the request; our components take it from x-nonce.
    request.headers['content-security-policy'] = String(response.getHeader('content-security-policy'));
    request.headers['x-nonce'] = nonce;
    // The page for 404 is rendered without its query, and takes the language from here.
    request.headers['x-lang'] = localeNamed(targetUrl(request.url ?? '/').searchParams.get('lang')) ?? '';
    onWriteHead(response, (status) => {
      if (status >= 400) response.setHeader('Content-Security-Policy', errorPagePolicy(settings, nonce, path));
      return status;
    });
    // Forms answer their own errors, and Next's tools in development show what broke.
    const isReplaced = request.method !== 'POST' && !settings.development;
    const documentFor = (seconds?: number) => documentForPage(request, 'unexpected', nonce, seconds);
    return withPageResponse(response, () => kept(request, response, nonce), isReplaced ? documentFor : undefined);
  };
  const options = {
    joinDuplicateHeaders: true,
    keepAliveTimeout: KEEP_ALIVE_MS,
    headersTimeout: HEADERS_MS,
    requestTimeout: REQUEST_MS,
    connectionsCheckingInterval: TIMEOUT_CHECK_MS,
    // A missing Host is refused above, with a problem document.
    requireHostHeader: false,
    // A request to upgrade is ignored (RFC 9110, 7.8), as we speak no other protocol. Next would close the connection.
    shouldUpgradeCallback: () => settings.development,
  };
  const server = createServer(options, async (request, response) => {
    if (settings.metricsPort !== undefined) countWhenDone(request, response);
    await traceWork(request.headers.traceparent, async (finish) => {
      // Before anything is rewritten.
      const { method = '', url = '/' } = request;
      if (finish) response.once('close', () => finish(() => describeRequest(method, url, response)));
      try {
        await answer(request, response);
      } catch (error) {
        log().error({ err: error }, 'a request broke');
        if (!response.headersSent) response.writeHead(500, dataHeaders(settings));
        response.end();
      }
    });
  });
  // A request with `Expect: 100-continue` is served like any other; the sender may continue once the body is read.
  server.on('checkContinue', (request, response) => server.emit('request', request, response));
  answerMalformed(server);
  return server;
}

/** Counts a request with its time once it is over, under the path that was asked for. */
function countWhenDone({ method = '', url = '/' }: IncomingMessage, response: ServerResponse): void {
  const began = performance.now();
  response.once('close', () => {
    const path = pathOf(url);
    const route = apiRouteName(method, path) ?? routeName(path, gatewayNames);
    countRequest(methodName(method), route, statusOf(response), (performance.now() - began) / 1_000);
  });
}

/** What a request that is over was, in the words of OpenTelemetry's conventions for HTTP. */
function describeRequest(asked: string, url: string, response: ServerResponse): Outcome {
  const path = pathOf(url);
  const [method, route] = [methodName(asked), apiRouteName(asked, path) ?? pathTemplate(path)];
  const status = statusOf(response);
  return {
    name: `${method} ${route}`,
    kind: 'server',
    attributes: { 'http.request.method': method, 'http.route': route, 'http.response.status_code': status },
    errorType: status >= 500 ? String(status) : undefined,
  };
}

/** The template of a path of the API; undefined for another path. */
function apiRouteName(method: string, path: string): string | undefined {
  if (!isApiPath(path)) return undefined;
  const found = routeOf(method, path);
  return found.kind === 'handler' ? found.path : '/v1';
}

function statusOf(response: ServerResponse): number {
  return response.writableFinished ? response.statusCode : CALLER_GONE;
}

/** `OPTIONS *` asks what this server can do at all (RFC 9110, 9.3.7); no other method takes `*`. */
function answerForAll(request: IncomingMessage, response: ServerResponse, settings: Env): void {
  identifyAnswer({ method: request.method ?? '', path: '*' }, response);
  const headers = { ...dataHeaders(settings), Allow: 'GET, HEAD, POST, OPTIONS' };
  if (request.method === 'OPTIONS') response.writeHead(204, headers).end();
  else writeResponse(response, wrongHost(request.method ?? 'GET'));
}

/** Refuses requests that our pages never send and that Next would fail on. Next's own tools send some in development. */
function refusalFor(request: IncomingMessage, path: string): ((response: ServerResponse) => void) | undefined {
  const { method = '', headers } = request;
  const methods = allowedMethods(path);
  const asked = pathOf(request.url ?? '/');
  if (method === 'POST' && path.startsWith('/webhooks/') && !methods.includes(method))
    return (response) => writeResponse(response, noGateway(method, asked));
  if (!methods.includes(method)) return (response) => writeResponse(response, wrongMethod(method, asked, methods));
  const unexpected = routerHeader(headers);
  if (unexpected === undefined) return undefined;
  return (response) => refuseRequest(request, response, 400, { field: unexpected, message: 'is not taken' });
}

function pathOf(target: string): string {
  return target.split('?', 1)[0] ?? '/';
}

function isApiPath(path: string): boolean {
  return path === '/v1' || path.startsWith('/v1/');
}

function set(response: ServerResponse, headers: Readonly<Record<string, string>>): void {
  for (const [name, value] of Object.entries(headers)) response.setHeader(name, value);
}

/** The pages that the HTTP server hands other paths to. */
export type Pages = { handle: Handler; close: () => Promise<void> };

/** The pages of a production build. */
async function builtPages(settings: Env): Promise<Pages> {
  const app = next({ dev: false, dir: import.meta.dirname });
  await app.prepare();
  const build = join(import.meta.dirname, settings.buildDir);
  return { handle: serveBuildFiles(build, app.getRequestHandler()), close: () => app.close() };
}

/**
 * Serves until this process is told to stop.
 * @param open prepares the pages; called once, with the server that will serve them
 */
export async function start(open: (settings: Env, server: Server) => Promise<Pages>): Promise<void> {
  const settings = env();
  const refusal = unservableReason(settings);
  if (refusal) throw new Error(refusal);
  await requireReadableData(settings);
  // In development what Next prints is for the person at the terminal.
  if (!settings.development) logConsole();
  // What sends them is only loaded where they are sent.
  const { traces } = settings;
  const stopTraces = traces && (await import('./lib/trace-export.ts')).exportTraces(traces, 'web');
  const server = createHttpServer(settings, (request, response) => pages.handle(request, response));
  const pages = await open(settings, server);
  await new Promise<void>((resolve, reject) => {
    server.once('error', (error) => reject(portError(error, settings.port, 'PORT')));
    // With several processes the system hands each its share of the connections.
    server.listen({ port: settings.port, reusePort: settings.processes > 1 }, resolve);
  });
  log().info({ port: settings.port }, 'serving');
  answerMetrics();
  process.send?.({ ready: true, port: settings.port });

  let stopping = false;
  const stop = async () => {
    if (stopping) return;
    stopping = true;
    await drain(server);
    await pages.close();
    await stopSender();
    await disconnect();
    await stopTraces?.();
    process.exit(0);
  };
  for (const event of ['SIGTERM', 'SIGINT', 'disconnect'] as const) process.once(event, () => void stop());
}

/** Ends the start where a data key is missing. A database out of reach does not: requests try it again. */
async function requireReadableData({ dataKeys }: Env): Promise<void> {
  await requireDataKeys(pool(), dataKeys).catch((error: unknown) => {
    if (error instanceof UnreadableValue) throw error;
  });
}

/** Accepts no new request and waits for those in progress. */
async function drain(server: Server): Promise<void> {
  const killer = setTimeout(() => server.closeAllConnections(), DRAIN_MS);
  await new Promise<void>((resolve) => {
    server.close(() => resolve());
    server.closeIdleConnections();
  });
  clearTimeout(killer);
}

if (import.meta.main) {
  start(builtPages).catch((error: unknown) => {
    // For the person who starts it: the console may be the log by now.
    process.stderr.write(`${error instanceof Error ? error.message : error}\n`);
    process.exit(1);
  });
}
