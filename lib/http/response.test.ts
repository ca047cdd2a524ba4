import { IncomingMessage, ServerResponse } from 'node:http';
import { Socket } from 'node:net';
import { expect, test, vi } from 'vitest';
import { log } from '#lib/log.ts';
import { DomainError } from '#lib/problems/domain-error.ts';
import { asProblem, identifyAnswer, onWriteHead } from './response.ts';

const ID = /^[0-9a-f-]{36}$/;

const unsent = () => new ServerResponse(new IncomingMessage(new Socket()));

/** The headers of an answer of the page, and the lines of the log about it. */
function answered(status: number, headers: Record<string, string> = {}) {
  const logged = vi.spyOn(log(), 'info').mockReset();
  const response = unsent();
  identifyAnswer({ method: 'GET', path: '/checkout' }, response);
  for (const [name, value] of Object.entries(headers)) response.setHeader(name, value);
  response.writeHead(status);
  return { id: response.getHeader('x-request-id'), lines: logged.mock.calls.map(([line]) => line) };
}

test('each page has an id of its own, and no line in the log', () => {
  const [one, other] = [answered(200), answered(404)];
  expect([one.id, other.id]).toEqual([expect.stringMatching(ID), expect.stringMatching(ID)]);
  expect(one.id).not.toBe(other.id);
  expect([...one.lines, ...other.lines]).toEqual([]);
});

test.each([500, 503])('a page that is answered %i is in the log under its id', (status) => {
  const { id, lines } = answered(status);
  expect(lines).toEqual([{ requestId: id, method: 'GET', path: '/checkout', status }]);
});

test('the id of an action, which has its line, stays', () => {
  expect(answered(503, { 'X-Request-Id': 'of-the-action' })).toEqual({ id: 'of-the-action', lines: [] });
});

test.each([
  ['by name', (response: ServerResponse) => response.writeHead(404)],
  ['with the first byte', (response: ServerResponse) => Object.assign(response, { statusCode: 404 }).write('x')],
])('headers that depend on the status are set before the head is sent %s', (_, send) => {
  const response = unsent();
  onWriteHead(response, (status) => {
    response.setHeader('X-Status', status);
    return status;
  });
  send(response);
  expect(response.getHeader('x-status')).toBe(404);
});

test('a refusal without a code of the API is answered as an unexpected error that reveals nothing', () => {
  const refusal = new DomainError('refund_stale');
  const { code, status, message, cause } = asProblem(refusal);
  expect([code, status, cause]).toEqual(['internal_error', 500, refusal]);
  expect(message).not.toContain(refusal.message);
});
