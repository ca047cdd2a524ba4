import { execFileSync } from 'node:child_process';
import type { AddressInfo } from 'node:net';
import { createServer } from 'node:net';
import { brotliCompressSync, deflateSync, gzipSync } from 'node:zlib';
import { afterEach, expect, test } from 'vitest';
import { asCurl, send, type WireRequest } from './wire.ts';

const closers: (() => void)[] = [];
afterEach(() => {
  for (const close of closers.splice(0)) close();
});

const REQUEST: WireRequest = {
  method: 'POST',
  target: '/x',
  headers: [],
  body: Buffer.from('ab'),
  isTruncated: false,
};

/** A server that answers these bytes to its first input, and stores what it read. */
async function serverThatSays(answer: string | Uint8Array) {
  const read: Buffer[] = [];
  const server = createServer({ allowHalfOpen: true }, (socket) => {
    socket.on('data', (chunk) => void read.push(chunk));
    socket.once('data', () => socket.end(answer));
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  closers.push(() => server.close());
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    read: () => Buffer.concat(read).toString('latin1'),
  };
}

test('a request is sent byte for byte, with Host, Connection and Content-Length unless it has its own', async () => {
  const { url, read } = await serverThatSays('HTTP/1.1 204 No Content\r\n\r\n');
  await send(url, {
    ...REQUEST,
    target: '/a\xff',
    headers: [
      ['HOST', 'x'],
      ['A', '\0'],
    ],
  });
  expect(read()).toBe('POST /a\xff HTTP/1.1\r\nConnection: close\r\nContent-Length: 2\r\nHOST: x\r\nA: \0\r\n\r\nab');
});

test('an answer is read to its end, after an informational one', async () => {
  const chunked = 'HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n2\r\nab\r\n1\r\nc\r\n0\r\n\r\n';
  const { url } = await serverThatSays(`HTTP/1.1 100 Continue\r\n\r\n${chunked}`);
  expect(await send(url, REQUEST)).toMatchObject({ status: 200, body: 'abc', hasExtraBytes: false });
});

test.each([
  ['gzip', gzipSync],
  ['deflate', deflateSync],
  ['br', brotliCompressSync],
] as const)('a body in %s is read as what it says', async (encoding, encode) => {
  const body = encode('{"code":"not_found"}');
  const head = `HTTP/1.1 404 Not Found\r\nContent-Encoding: ${encoding}\r\nContent-Length: ${body.length}\r\n\r\n`;
  const { url } = await serverThatSays(Buffer.concat([Buffer.from(head), body]));
  expect(await send(url, REQUEST)).toMatchObject({ status: 404, body: '{"code":"not_found"}' });
});

test('bytes after an answer are noted, and no part of it', async () => {
  const answer = 'HTTP/1.1 400 Bad Request\r\nContent-Length: 2\r\n\r\nno';
  const { url } = await serverThatSays(answer + answer);
  expect(await send(url, REQUEST)).toMatchObject({ status: 400, body: 'no', hasExtraBytes: true });
});

test('a connection that ends without an answer is null', async () => {
  const { url } = await serverThatSays('');
  expect(await send(url, REQUEST)).toBeNull();
});

test('the command for a shell contains every byte', async () => {
  const words = ["it's", 'a b', '$(date)`', '\x00'.repeat(0), 'back\\slash', '\x01\x7f\xff', 'x'.repeat(5000), '!'];
  const line = asCurl('http://localhost', {
    ...REQUEST,
    target: words.join('|'),
    headers: [['A', words.join('|')]],
    body: null,
  });
  // Bash prints the arguments that curl would get.
  const given = execFileSync('bash', ['--norc', '-c', line.replace(/^curl/, "printf '%s\\n'")], {
    encoding: 'latin1',
    env: { ...process.env, LC_ALL: 'C' },
  });
  expect(given.split('\n')).toContain(words.join('|'));
  expect(given.split('\n')).toContain(`A: ${words.join('|')}`);
  const piped = asCurl('http://localhost', { ...REQUEST, body: Buffer.from([0, 39, 92, 255]) });
  expect(execFileSync('bash', ['--norc', '-c', piped.split(' | ')[0] ?? ''])).toEqual(Buffer.from([0, 39, 92, 255]));
});
