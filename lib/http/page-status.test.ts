import { once } from 'node:events';
import { createServer, IncomingMessage, type Server, ServerResponse } from 'node:http';
import { type AddressInfo, Socket } from 'node:net';
import { expect, it, vi } from 'vitest';
import { noteError, setErrorStatus, withPageResponse } from './page-status.ts';

function reply(): ServerResponse {
  return new ServerResponse(new IncomingMessage(new Socket()));
}

it('a page that waits for an unreachable service is 503 with Retry-After', async () => {
  const response = reply();
  await withPageResponse(response, async () => {
    await Promise.resolve();
    setErrorStatus('out_of_reach');
  });
  expect(response.statusCode).toBe(503);
  expect(response.getHeader('retry-after')).toBe('10');
});

it('a page that fails on our side is 500', () => {
  const response = reply();
  withPageResponse(response, () => setErrorStatus('broken'));
  expect(response.statusCode).toBe(500);
  expect(response.hasHeader('retry-after')).toBe(false);
});

it('a page about what is missing is 404', () => {
  const response = reply();
  withPageResponse(response, () => setErrorStatus('missing'));
  expect(response.statusCode).toBe(404);
});

it('each page sets its own response, even when rendered concurrently', async () => {
  const [one, other] = [reply(), reply()];
  await Promise.all([
    withPageResponse(one, async () => {
      await Promise.resolve();
      setErrorStatus('out_of_reach');
    }),
    withPageResponse(other, () => Promise.resolve()),
  ]);
  expect([one.statusCode, other.statusCode]).toEqual([503, 200]);
});

it('without server.ts nothing is set, and nothing breaks', () => {
  expect(() => setErrorStatus('out_of_reach')).not.toThrow();
});

it('a page that breaks because the database is away is 503 with Retry-After, whatever the framework answers', () => {
  const response = reply();
  withPageResponse(response, () => {
    noteError(Object.assign(new Error('connect ECONNREFUSED'), { code: 'ECONNREFUSED' }));
    response.writeHead(500);
  });
  expect(response.statusCode).toBe(503);
  expect(response.getHeader('retry-after')).toBe('10');
});

it('a page that breaks for another reason stays 500', () => {
  const response = reply();
  withPageResponse(response, () => {
    noteError(new TypeError('x is not a function'));
    response.writeHead(500);
  });
  expect(response.statusCode).toBe(500);
  expect(response.getHeader('retry-after')).toBeUndefined();
});

/** What is sent for a page that broke: the framework writes a document of its own. */
async function answerOf(error: Error, method = 'GET') {
  const server = createServer((_request, response) =>
    withPageResponse(
      response,
      () => {
        noteError(error);
        response.setHeader('Content-Encoding', 'gzip');
        response.setHeader('Link', '</a.css>; rel=preload');
        response.statusCode = 500;
        response.write('<html id="__next_error__">');
        response.end('<script src="/a.js"></script></html>');
      },
      (seconds) => `<h1>It broke</h1>${seconds ?? 'for good'}`,
    ),
  ).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { status, headers, ...answer } = await fetch(urlOf(server), { method }).then(async (response) => ({
    status: response.status,
    headers: response.headers,
    text: await response.text(),
  }));
  server.close();
  return { status, ...answer, names: [...headers.keys()], length: headers.get('content-length') };
}

function urlOf(server: Server): string {
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

const AWAY = Object.assign(new Error('connect ECONNREFUSED'), { code: 'ECONNREFUSED' });

it.each([
  ['because the database is away', AWAY, 503, '<h1>It broke</h1>10'],
  ['for another reason', new TypeError('x is not a function'), 500, '<h1>It broke</h1>for good'],
])('a page that breaks %s is a whole document that needs no scripts', async (_, error, status, text) => {
  const answer = await answerOf(error);
  expect(answer).toMatchObject({ status, text, length: String(text.length) });
  expect(answer.names).not.toContain('content-encoding');
  expect(answer.names).not.toContain('link');
  expect(await answerOf(error, 'HEAD')).toMatchObject({ status, text: '', length: String(text.length) });
});

it('a page that sets its own status keeps its own document', () => {
  const response = reply();
  const documentFor = vi.fn(() => 'instead');
  withPageResponse(
    response,
    () => {
      setErrorStatus('broken');
      response.end('its own');
    },
    documentFor,
  );
  expect(response.statusCode).toBe(500);
  expect(documentFor).not.toHaveBeenCalled();
});
