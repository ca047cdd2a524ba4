import { IncomingMessage, ServerResponse } from 'node:http';
import { Socket } from 'node:net';
import { expect, it } from 'vitest';
import { beforeHead, setTroubleReply, withPageReply } from './page-reply.ts';

function reply(): ServerResponse {
  return new ServerResponse(new IncomingMessage(new Socket()));
}

it('a page that waits for something out of reach is answered 503, and says when to come back', async () => {
  const response = reply();
  await withPageReply(response, async () => {
    await Promise.resolve();
    setTroubleReply('out_of_reach');
  });
  expect(response.statusCode).toBe(503);
  expect(response.getHeader('retry-after')).toBe('10');
});

it('a page that fails on our side is answered 500', () => {
  const response = reply();
  withPageReply(response, () => setTroubleReply('broken'));
  expect(response.statusCode).toBe(500);
  expect(response.hasHeader('retry-after')).toBe(false);
});

it('each page sets its own reply, also of those that are rendered side by side', async () => {
  const [one, other] = [reply(), reply()];
  await Promise.all([
    withPageReply(one, async () => {
      await Promise.resolve();
      setTroubleReply('out_of_reach');
    }),
    withPageReply(other, () => Promise.resolve()),
  ]);
  expect([one.statusCode, other.statusCode]).toEqual([503, 200]);
});

it('without a front door nothing is set, and nothing breaks', () => {
  expect(() => setTroubleReply('out_of_reach')).not.toThrow();
});

it.each([
  ['by name', (response: ServerResponse) => response.writeHead(404)],
  [
    'with the first byte',
    (response: ServerResponse) => Object.assign(response, { statusCode: 404 }).write('x'),
  ],
])('what hangs on the status is set before the head leaves, which is sent %s', (_, send) => {
  const response = reply();
  beforeHead(response, (status) => void response.setHeader('X-Status', status));
  send(response);
  expect(response.getHeader('x-status')).toBe(404);
});
