import { describe, expect, test } from 'vitest';
import { openApiDocument } from '#lib/http/openapi.ts';
import { openApiCheck } from '#testing/openapi-check.ts';
import { checkAnswer } from './oracle.ts';
import type { WireAnswer, WireRequest } from './wire.ts';

const check = openApiCheck(
  openApiDocument({ publicBaseUrl: 'http://localhost:3000', sandboxBaseUrl: 'http://localhost:3001' }),
);
const LINK = '/v1/checkout_links/chl_1/public';

const request = (target: string, more: Partial<WireRequest> = {}): WireRequest => ({
  method: 'GET',
  target,
  headers: [],
  body: null,
  isTruncated: false,
  ...more,
});

function answer(status: number, body: string, headers: Record<string, string> = {}): WireAnswer {
  const all = { 'content-type': 'text/html', 'x-content-type-options': 'nosniff', ...headers };
  return { status, body, headers: Object.entries(all), hasExtraBytes: false };
}

function problem(status: number, more: object = {}): WireAnswer {
  const document = {
    type: 'http://localhost:3000/docs/errors/checkout_link_not_found',
    title: 'Not found',
    status,
    code: 'checkout_link_not_found',
    detail: 'There is nothing at this path.',
    instance: LINK,
    ...more,
  };
  return answer(status, JSON.stringify(document), { 'content-type': 'application/problem+json' });
}

const findingFor = (given: WireAnswer | null, asked = request('/checkout')) => checkAnswer(asked, given, check);

describe('a wrong answer to a hostile request is a finding', () => {
  test.each<[string, WireAnswer | null, WireRequest, RegExp]>([
    ['none at all', null, request('/checkout'), /without an answer/],
    ['an error of ours', answer(500, ''), request('/checkout'), /answered 500/],
    ['a service that is away', answer(503, ''), request('/v1/causes'), /answered 503/],
    ['a page that does not exist yet', answer(501, ''), request('/checkout'), /answered 501/],
    [
      'a type that a browser may guess',
      answer(200, '', { 'x-content-type-options': '' }),
      request('/checkout'),
      /nosniff/,
    ],
    [
      'a header that the request wrote',
      answer(200, '', { 'x-injected': 'yes' }),
      request('/checkout'),
      /written by the request/,
    ],
    ['a way to another site', answer(303, '', { location: '//evil.example/' }), request('/sign-in'), /leads to/],
    [
      'a whole address of another site',
      answer(303, '', { location: 'https://evil.example/' }),
      request('/sign-in'),
      /leads to/,
    ],
    [
      'a leaked place in the sources',
      answer(404, 'Error\n at send (/srv/server.ts:3:4)'),
      request('/checkout'),
      /leaks internals/,
    ],
    ['two answers', { ...answer(200, ''), hasExtraBytes: true }, request('/checkout'), /More bytes/],
    [
      'a problem that is no JSON',
      answer(400, 'no', { 'content-type': 'application/problem+json' }),
      request('/checkout/donation'),
      /no JSON/,
    ],
    ['a problem of another status', problem(404, { status: 400 }), request('/v1/x'), /says 400, the answer 404/],
    ['a problem without a code', problem(404, { code: undefined }), request('/v1/x'), /has no code/],
    ['an endpoint that answers a page', answer(404, '<html>'), request('/v1/x'), /not a problem document/],
    ['a status that the document does not name', problem(410), request(LINK), /410 is not in the OpenAPI document/],
    [
      'a body that breaks its schema',
      answer(200, '{"id":1}', { 'content-type': 'application/json' }),
      request(LINK),
      /breaks its schema/,
    ],
  ])('%s', async (_, given, asked, finding) => {
    expect(await findingFor(given, asked)).toMatch(finding);
  });
});

test('a right answer is no finding, nor is none to a truncated request', async () => {
  expect(await findingFor(answer(200, '<html>'))).toBeUndefined();
  expect(await findingFor(answer(303, '', { location: '/dashboard?back=https://evil.example' }))).toBeUndefined();
  expect(await findingFor(problem(404), request(LINK))).toBeUndefined();
  expect(await findingFor(null, request('/checkout', { isTruncated: true }))).toBeUndefined();
});
