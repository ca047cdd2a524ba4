import { connect } from 'node:net';
import { brotliDecompressSync, unzipSync } from 'node:zlib';

/** A request byte for byte: each character of its texts is one byte (Latin-1), even where HTTP forbids it. */
export type WireRequest = {
  method: string;
  target: string;
  headers: readonly (readonly [name: string, value: string])[];
  /** Null: no body and no Content-Length. */
  body: Uint8Array | null;
  /** The connection ends after half of the bytes. */
  isTruncated: boolean;
};

/** An answer as it was received. */
export type WireAnswer = {
  status: number;
  /** Names in lower case, in the order they were sent. */
  headers: (readonly [name: string, value: string])[];
  /** Without its content encoding. */
  body: string;
  /** More bytes followed its end. */
  hasExtraBytes: boolean;
};

/** Milliseconds: far longer than any answer takes, even on a busy machine. */
const TIMEOUT_MS = 60_000;

/**
 * Sends a request on a connection of its own.
 * @returns null if the connection ended without an answer
 * @throws Error after TIMEOUT_MS without an answer or an end
 */
export function send(base: string, request: WireRequest): Promise<WireAnswer | null> {
  const { hostname, port, host } = new URL(base);
  return new Promise((resolve, reject) => {
    // Half-open: we end our side and still read the answer.
    const socket = connect({ port: Number(port), host: hostname, allowHalfOpen: true });
    const chunks: Buffer[] = [];
    socket.setTimeout(TIMEOUT_MS, () => {
      socket.destroy();
      reject(new Error(`No answer within ${TIMEOUT_MS / 1000} s`));
    });
    socket.on('data', (chunk) => chunks.push(chunk));
    socket.once('end', () => socket.end());
    // A server may reset the connection to refuse the rest of a body; the answer before that counts.
    socket.on('error', () => {});
    socket.once('close', () => resolve(readAnswer(Buffer.concat(chunks), request.method)));
    const bytes = bytesOf(request, host);
    if (request.isTruncated) socket.end(bytes.subarray(0, Math.ceil(bytes.length / 2)));
    else socket.write(bytes);
  });
}

function bytesOf({ method, target, headers, body }: WireRequest, host: string): Buffer {
  const own = [['Host', host], ['Connection', 'close'], ...lengthOf(body)].filter(
    ([name = '']) => !headers.some(([other]) => other.toLowerCase() === name.toLowerCase()),
  );
  const lines = [...own, ...headers].map(([name, value]) => `${name}: ${value}\r\n`);
  const head = `${method} ${target} HTTP/1.1\r\n${lines.join('')}\r\n`;
  return Buffer.concat([Buffer.from(head, 'latin1'), body ?? Buffer.alloc(0)]);
}

function lengthOf(body: Uint8Array | null): [string, string][] {
  return body === null ? [] : [['Content-Length', String(body.length)]];
}

/** Reads the final answer on a connection, after any informational ones (1xx; RFC 9110, 15.2). */
function readAnswer(bytes: Buffer, method: string): WireAnswer | null {
  const end = bytes.indexOf('\r\n\r\n');
  if (end < 0) return null;
  const [first = '', ...lines] = bytes.subarray(0, end).toString('latin1').split('\r\n');
  const status = Number(first.split(' ')[1]);
  const rest = bytes.subarray(end + 4);
  if (status >= 100 && status < 200) return readAnswer(rest, method);
  const headers = lines.map((line) => {
    const colon = line.indexOf(':');
    return [line.slice(0, colon).toLowerCase(), line.slice(colon + 1).trim()] as const;
  });
  const { body, after } = hasNoBody(status, method) ? { body: Buffer.alloc(0), after: rest } : bodyOf(headers, rest);
  return {
    status,
    headers,
    body: decoded(body, headerOf({ headers }, 'content-encoding')).toString('utf8'),
    hasExtraBytes: after.toString('latin1', 0, 5) === 'HTTP/',
  };
}

/** RFC 9112, 6.3. */
function hasNoBody(status: number, method: string): boolean {
  return method === 'HEAD' || status === 204 || status === 304;
}

/** Not every answer of an encoding has a body. */
function decoded(body: Buffer, encoding: string | undefined): Buffer {
  if (encoding === undefined || body.length === 0) return body;
  return encoding === 'br' ? brotliDecompressSync(body) : unzipSync(body);
}

type Split = { body: Buffer; after: Buffer };

/** Splits off the body: by Content-Length, by chunks, or up to the end of the connection. */
function bodyOf(headers: WireAnswer['headers'], rest: Buffer): Split {
  if (/chunked/i.test(headerOf({ headers }, 'transfer-encoding') ?? '')) return unchunked(rest);
  const length = Number(headerOf({ headers }, 'content-length') ?? rest.length);
  return { body: rest.subarray(0, length), after: rest.subarray(length) };
}

/** The content of a body that came in chunks (RFC 9112, 7.1). */
function unchunked(bytes: Buffer): Split {
  const parts: Buffer[] = [];
  for (let at = 0; ; ) {
    const line = bytes.indexOf('\r\n', at);
    const size = line < 0 ? Number.NaN : Number.parseInt(bytes.toString('latin1', at, line), 16);
    const next = line + 2 + size + 2;
    if (!(size > 0)) return { body: Buffer.concat(parts), after: bytes.subarray(size === 0 ? next : bytes.length) };
    parts.push(bytes.subarray(line + 2, line + 2 + size));
    at = next;
  }
}

/** A header of an answer; undefined where it has none of that name. */
export function headerOf({ headers }: Pick<WireAnswer, 'headers'>, name: string): string | undefined {
  return headers.find(([other]) => other === name)?.[1];
}

/** The request as a command for bash. curl cannot truncate a request, so a comment says where that was done. */
export function asCurl(base: string, request: WireRequest): string {
  return request.isTruncated
    ? `${commandOf(base, request)} # truncated after its first half`
    : commandOf(base, request);
}

function commandOf(base: string, { method, target, headers, body }: WireRequest): string {
  const words = ['curl', '-i', '-m', '60', '-X', quoted(method), '--path-as-is', '--request-target', quoted(target)];
  for (const [name, value] of headers) words.push('-H', quoted(value === '' ? `${name};` : `${name}: ${value}`));
  if (body !== null && !headers.some(([name]) => /^content-type$/i.test(name)))
    words.push('-H', quoted('Content-Type:'));
  if (body === null) return [...words, base].join(' ');
  // An argument cannot contain NUL, and the length of a command line is limited.
  const printed = [...body].map((byte) => `\\${byte.toString(8).padStart(3, '0')}`).join('');
  const text = Buffer.from(body).toString('latin1');
  const isPlain = /^[\x20-\x7e]*$/.test(text);
  return isPlain
    ? [...words, '--data-binary', quoted(text.startsWith('@') ? `\\x40${text.slice(1)}` : text), base].join(' ')
    : [`printf '${printed}' |`, ...words, '--data-binary', '@-', base].join(' ');
}

/** A longer run of one character is printed by a loop. */
const LONG_RUN = /(.)\1{79,}/gs;

/** One word of a command line for bash. */
function quoted(text: string): string {
  if (/^[\w./:=,%@+-]{1,80}$/.test(text)) return text;
  const parts: string[] = [];
  let at = 0;
  for (const run of text.matchAll(LONG_RUN)) {
    parts.push(literal(text.slice(at, run.index)), `"$(printf '%.0s'${literal(run[1] ?? '')} {1..${run[0].length}})"`);
    at = run.index + run[0].length;
  }
  return [...parts, literal(text.slice(at))].join('') || "''";
}

function literal(text: string): string {
  if (text === '') return '';
  if (/^[\x20-\x7e]*$/.test(text)) return `'${text.replaceAll("'", `'\\''`)}'`;
  const escaped = [...text].map((char) => {
    const code = char.charCodeAt(0);
    if (char === "'" || char === '\\') return `\\${char}`;
    return code >= 0x20 && code < 0x7f ? char : `\\x${code.toString(16).padStart(2, '0')}`;
  });
  return `$'${escaped.join('')}'`;
}
