import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, get, type IncomingMessage, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { compressFiles } from '#scripts/compress.ts';
import { serveBuildFiles } from './build-files.ts';

const SCRIPT = `console.log('${'donation '.repeat(300)}');`;
let folder: string;
let server: Server;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'build-files-'));
  mkdirSync(join(folder, 'static/chunks'), { recursive: true });
  writeFileSync(join(folder, 'static/chunks/a-1.js'), SCRIPT);
  writeFileSync(join(folder, 'static/chunks/small.css'), 'p{}');
  writeFileSync(join(folder, 'secret.json'), '{}');
  await compressFiles(join(folder, 'static'));
  const pages = serveBuildFiles(folder, (request, response) => {
    response.writeHead(418).end(request.url);
  });
  server = createServer(pages).listen(0, '127.0.0.1');
  await new Promise((up) => server.once('listening', up));
});
afterAll(() => {
  server.close();
  rmSync(folder, { recursive: true });
});

type Answer = { status: number | undefined; headers: IncomingMessage['headers']; body: Buffer };

/** Sends the path unchanged, which `fetch` would normalise. */
function ask(path: string, encodings = ''): Promise<Answer> {
  const { port } = server.address() as AddressInfo;
  const options = { host: '127.0.0.1', port, path, headers: { 'Accept-Encoding': encodings } };
  return new Promise((done, fail) => {
    get(options, (response) => {
      const parts: Buffer[] = [];
      response.on('data', (part) => parts.push(part));
      response.on('end', () =>
        done({ status: response.statusCode, headers: response.headers, body: Buffer.concat(parts) }),
      );
    }).on('error', fail);
  });
}

test('a script is compressed with an encoding of the browser, and unchanged', async () => {
  const brotli = await ask('/_next/static/chunks/a-1.js', 'gzip, deflate, br');
  expect(brotli.headers['content-encoding']).toBe('br');
  expect(brotliDecompressSync(brotli.body).toString()).toBe(SCRIPT);
  const gzip = await ask('/_next/static/chunks/a-1.js', 'gzip');
  expect(gzip.headers['content-encoding']).toBe('gzip');
  expect(gunzipSync(gzip.body).toString()).toBe(SCRIPT);
  const plain = await ask('/_next/static/chunks/a-1.js');
  expect(plain.headers['content-encoding']).toBeUndefined();
  expect(plain.body.toString()).toBe(SCRIPT);
  const refused = await ask('/_next/static/chunks/a-1.js', 'br;q=0, gzip;q=0');
  expect(refused.headers['content-encoding']).toBeUndefined();
  for (const { status, headers } of [brotli, gzip, plain]) {
    expect(status).toBe(200);
    expect(headers['content-type']).toContain('text/javascript');
    expect(headers['cache-control']).toBe('public,max-age=31536000,immutable');
  }
  expect(brotli.headers.vary).toBe('Accept-Encoding');
});

test('a file too small for compression is sent as it is', async () => {
  const answer = await ask('/_next/static/chunks/small.css', 'br');
  expect(answer.headers['content-encoding']).toBeUndefined();
  expect(answer.body.toString()).toBe('p{}');
});

test.each([
  '/checkout?ref=chl_1',
  '/_next/static/chunks/b-2.js',
  '/_next/static/../secret.json',
  '/_next/static/%2e%2e/secret.json',
  '/_next/static/chunks/%E0%A4%A',
])('%s is not a file of the build: it is passed on to the pages unchanged', async (path) => {
  const answer = await ask(path, 'br');
  expect(answer.status).toBe(418);
  expect(answer.body.toString()).toBe(path);
});
