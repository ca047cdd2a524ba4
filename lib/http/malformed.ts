import { type IncomingMessage, type Server, type ServerResponse, STATUS_CODES } from 'node:http';
import type { Duplex } from 'node:stream';
import { env } from '#lib/env.ts';
import { Problem } from '#lib/problems/problem.ts';
import type { Answer } from './answer.ts';
import { dataHeaders } from './security-headers.ts';
import { refusalAnswer, wrongMethod } from './unmatched.ts';

/** What node:http could not read as a request, by its error's code: status and a sentence for the caller. */
const UNREADABLE: Readonly<Record<string, [status: number, detail: string]>> = {
  HPE_HEADER_OVERFLOW: [431, 'The headers are larger than 16 KiB.'],
  HPE_CHUNK_EXTENSIONS_OVERFLOW: [413, 'The extensions of a chunk are too large.'],
  ERR_HTTP_REQUEST_TIMEOUT: [408, 'The request was not complete in time.'],
};
const NO_HTTP = 'The request is not well-formed HTTP.';

/** The path in a request line, as far as one can be told. */
const REQUEST_LINE = /^([A-Z]+) (\/[^\s?#]*)/;

/**
 * Answers with a problem document what node:http would refuse with a bare status line: what its parser cannot read, and
 * expectations other than `100-continue`.
 */
export function answerMalformed(server: Server): void {
  const current = new WeakMap<Duplex, ServerResponse>();
  server.prependListener('request', (request, response) => current.set(request.socket, response));
  server.on('checkExpectation', (request, response) => {
    current.set(request.socket, response);
    refuse(request, response, 417, { field: 'Expect', message: 'must be 100-continue' });
  });
  server.on('connect', ({ method = '' }, socket) => {
    // It names a host and no path. A tunnel is what nobody gets here.
    const answer = wrongMethod(method, '/', ['GET', 'HEAD', 'POST']);
    socket.end(asText(answer), () => socket.destroy());
  });
  server.on('clientError', (error: NodeJS.ErrnoException & { rawPacket?: Buffer }, socket) => {
    const under = current.get(socket);
    // A second head in the middle of an answer would be read as its body, and one after it as the answer to nothing asked.
    const isAnswered = under?.headersSent && !(under.writableFinished && under.req.complete);
    const isOurs = error.code !== undefined && (error.code in UNREADABLE || error.code.startsWith('HPE_'));
    const isTooLate = error.code === 'ERR_HTTP_REQUEST_TIMEOUT';
    // What is being answered is let out whole, and is the last of its connection.
    if (isAnswered && !isTooLate) return void afterwards(under, () => socket.end(() => socket.destroy()));
    if (isAnswered || !isOurs || !socket.writable) return void socket.destroy();
    const [status, detail] = UNREADABLE[error.code ?? ''] ?? [400, NO_HTTP];
    const [, method = 'unknown', path = '/'] =
      REQUEST_LINE.exec(error.rawPacket?.toString('latin1') ?? '') ?? [];
    const answer = refusalAnswer({ method, path }, malformed(status, { field: '', message: detail }));
    socket.end(asText(answer), () => socket.destroy());
  });
}

function afterwards(response: ServerResponse, act: () => void): void {
  if (response.writableFinished || response.destroyed) act();
  else response.once('close', act);
}

/** Refuses a request that HTTP itself forbids, naming its header. */
export function refuse(
  { method = '', url = '/' }: IncomingMessage,
  response: ServerResponse,
  status: number,
  error: { field: string; message: string },
): void {
  const path = REQUEST_LINE.exec(`${method} ${url}`)?.[2] ?? '/';
  const { body, headers } = refusalAnswer({ method, path }, malformed(status, error));
  response.writeHead(status, {
    ...{ ...dataHeaders(env()), ...headers },
    ...{ Connection: 'close', 'Content-Length': Buffer.byteLength(body) },
  });
  response.end(body);
}

function malformed(status: number, error: { field: string; message: string }): Problem {
  const detail = error.field === '' ? error.message : `Not valid: ${error.field}.`;
  return new Problem('validation_failed', detail, { status, errors: [error] });
}

/** An answer as it stands on the wire, the last of its connection. */
function asText({ status, headers, body }: Answer): string {
  const own = { Date: new Date().toUTCString(), 'Content-Length': Buffer.byteLength(body) };
  const all = { ...dataHeaders(env()), ...headers, ...own };
  const lines = Object.entries(all).map(([name, value]) => `${name}: ${value}`);
  return [`HTTP/1.1 ${status} ${STATUS_CODES[status]}`, ...lines, 'Connection: close', '', body].join('\r\n');
}
