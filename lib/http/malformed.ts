import { type IncomingMessage, type Server, type ServerResponse, STATUS_CODES } from 'node:http';
import type { Duplex } from 'node:stream';
import { env } from '#lib/env.ts';
import { Problem } from '#lib/problems/problem.ts';
import { dataHeaders, type HttpResponse } from './response.ts';
import { refusalResponse, wrongMethod } from './unmatched.ts';

/** Parser errors of node:http by code: the status and a sentence for the caller. */
const UNREADABLE: Readonly<Record<string, [status: number, detail: string]>> = {
  HPE_HEADER_OVERFLOW: [431, 'The headers are larger than 16 KiB.'],
  HPE_CHUNK_EXTENSIONS_OVERFLOW: [413, 'The extensions of a chunk are too large.'],
  ERR_HTTP_REQUEST_TIMEOUT: [408, 'The request was not complete in time.'],
};
const NOT_HTTP = 'The request is not well-formed HTTP.';

/** Finds method and path in a request line, if present. */
const REQUEST_LINE = /^([A-Z]+) (\/[^\s?#]*)/;

/**
 * Responds with a problem document where node:http would send a bare status line: to requests that its parser cannot read,
 * and to expectations other than `100-continue`.
 */
export function answerMalformed(server: Server): void {
  const current = new WeakMap<Duplex, ServerResponse>();
  server.prependListener('request', (request, response) => current.set(request.socket, response));
  server.on('checkExpectation', (request, response) => {
    current.set(request.socket, response);
    refuseRequest(request, response, 417, { field: 'Expect', message: 'must be 100-continue' });
  });
  server.on('connect', ({ method = '' }, socket) => {
    // CONNECT names a host and no path. We tunnel nothing.
    const refusal = wrongMethod(method, '/', ['GET', 'HEAD', 'POST']);
    socket.end(asText(refusal), () => socket.destroy());
  });
  server.on('clientError', (error: NodeJS.ErrnoException & { rawPacket?: Buffer }, socket) => {
    const under = current.get(socket);
    // Another head would be read as part of the current response's body, or as the response to a request that was never
    // sent.
    const isAnswered = under?.headersSent && !(under.writableFinished && under.req.complete);
    const isOurs = error.code !== undefined && (error.code in UNREADABLE || error.code.startsWith('HPE_'));
    const isTooLate = error.code === 'ERR_HTTP_REQUEST_TIMEOUT';
    // A response in progress is completed, as the last one of its connection.
    if (isAnswered && !isTooLate) return void whenSent(under, () => socket.end(() => socket.destroy()));
    if (isAnswered || !isOurs || !socket.writable) return void socket.destroy();
    const [status, detail] = UNREADABLE[error.code ?? ''] ?? [400, NOT_HTTP];
    const [, method = 'unknown', path = '/'] = REQUEST_LINE.exec(error.rawPacket?.toString('latin1') ?? '') ?? [];
    const refusal = refusalResponse({ method, path }, malformed(status, { field: '', message: detail }));
    socket.end(asText(refusal), () => socket.destroy());
  });
}

function whenSent(response: ServerResponse, act: () => void): void {
  if (response.writableFinished || response.destroyed) act();
  else response.once('close', act);
}

/** Refuses a request that HTTP itself forbids, naming its header. */
export function refuseRequest(
  { method = '', url = '/' }: IncomingMessage,
  response: ServerResponse,
  status: number,
  error: { field: string; message: string },
): void {
  const path = REQUEST_LINE.exec(`${method} ${url}`)?.[2] ?? '/';
  const { body, headers } = refusalResponse({ method, path }, malformed(status, error));
  response.writeHead(status, {
    ...dataHeaders(env()),
    ...headers,
    Connection: 'close',
    'Content-Length': Buffer.byteLength(body),
  });
  response.end(body);
}

function malformed(status: number, error: { field: string; message: string }): Problem {
  const detail = error.field === '' ? error.message : `Not valid: ${error.field}.`;
  return new Problem('validation_failed', detail, { status, errors: [error] });
}

/** A response as raw bytes, the last one of its connection. */
function asText({ status, headers, body }: HttpResponse): string {
  const own = { Date: new Date().toUTCString(), 'Content-Length': Buffer.byteLength(body) };
  const all = { ...dataHeaders(env()), ...headers, ...own };
  const lines = Object.entries(all).map(([name, value]) => `${name}: ${value}`);
  return [`HTTP/1.1 ${status} ${STATUS_CODES[status]}`, ...lines, 'Connection: close', '', body].join('\r\n');
}
