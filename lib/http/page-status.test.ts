import { IncomingMessage, ServerResponse } from 'node:http';
import { Socket } from 'node:net';
import { expect, it } from 'vitest';
import { noteError, onWriteHead, setErrorStatus, withPageResponse } from './page-status.ts';

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

it.each([
  ['by name', (response: ServerResponse) => response.writeHead(404)],
  ['with the first byte', (response: ServerResponse) => Object.assign(response, { statusCode: 404 }).write('x')],
])('headers that depend on the status are set before the head is sent %s', (_, send) => {
  const response = reply();
  onWriteHead(response, (status) => {
    response.setHeader('X-Status', status);
    return status;
  });
  send(response);
  expect(response.getHeader('x-status')).toBe(404);
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
