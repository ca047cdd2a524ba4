import { beforeAll, expect, test } from 'vitest';
import { createPartner } from '#testing/factories.ts';
import { rawRequest } from '#testing/raw-http.ts';
import { createSample, type Sample } from '#testing/requests.ts';
import { runningService } from '#testing/running-service.ts';

const { service, partner } = runningService();
let sample: Sample;
beforeAll(async () => {
  sample = await createSample(service, partner);
});

/** Headers of every response that is not a page. */
const GUARDS = [
  "content-security-policy: default-src 'none'; frame-ancestors 'none'",
  'cross-origin-resource-policy: same-origin',
  'referrer-policy: no-referrer',
  'x-content-type-options: nosniff',
  'x-frame-options: deny',
];

type Request = () => string[] | Promise<string[]>;
const keyed = () => `X-API-Key: ${partner.key}`;

test.each<[string, number, Request]>([
  ['health', 200, () => ['GET /healthz HTTP/1.1']],
  ['a resource', 200, () => [`GET /v1/checkout_links/${sample.linkId} HTTP/1.1`, keyed()]],
  ['the public view', 200, () => [`GET /v1/checkout_links/${sample.linkId}/public HTTP/1.1`]],
  ['no key', 401, () => ['GET /v1/causes/a HTTP/1.1']],
  [
    'too few permissions',
    403,
    async () => ['GET /v1/causes/a HTTP/1.1', `X-API-Key: ${(await createPartner({ permissions: [] })).key}`],
  ],
  ['nothing there', 404, () => ['GET /v1/causes/none HTTP/1.1', keyed()]],
  ['no endpoint', 404, () => ['GET /v1/none HTTP/1.1']],
  ['another method', 405, () => ['PUT /v1/causes HTTP/1.1']],
  ['another method of a page', 405, () => ['TRACE /docs HTTP/1.1']],
  ['another method of health', 405, () => ['POST /healthz HTTP/1.1']],
  ['another site', 404, () => ['GET http://elsewhere.example/ HTTP/1.1']],
  ['a header of nobody’s', 400, () => ['GET /docs HTTP/1.1', 'RSC: 1']],
  ['what is no HTTP', 400, () => ['GET /docs HTTP/1.1', 'nonsense']],
  ['headers without end', 431, () => ['GET /docs HTTP/1.1', `X: ${'x'.repeat(20_000)}`]],
  ['what all paths take', 204, () => ['OPTIONS * HTTP/1.1']],
  ['an expectation', 417, () => ['GET /docs HTTP/1.1', 'Expect: more']],
  ['a tunnel', 405, () => ['CONNECT elsewhere.example:443 HTTP/1.1']],
  ['an event that nobody signed', 400, () => ['POST /webhooks/stripe HTTP/1.1', 'Content-Length: 0']],
  ['a gateway that is none', 404, () => ['POST /webhooks/none HTTP/1.1', 'Content-Length: 0']],
  ['an action of a page', 415, () => ['POST /checkout/donation HTTP/1.1', 'Content-Length: 1', '', 'x']],
  ['the description of the API', 200, () => ['GET /openapi.json HTTP/1.1']],
  ['a package that is not there', 404, () => ['GET /sdk/none.tgz HTTP/1.1']],
  ['the keys of receipts', 200, () => ['GET /receipts/keys.json HTTP/1.1']],
])('%s is answered %i with the headers of data, each once', async (_what, status, request) => {
  const reply = await rawRequest(service.url, await request());
  expect(reply.status).toBe(status);
  const lines = reply.head.toLowerCase().split('\r\n');
  for (const guard of GUARDS) {
    const name = guard.split(':')[0];
    expect(lines.filter((line) => line.startsWith(`${name}:`))).toEqual([guard]);
  }
  expect(lines.filter((line) => /^x-request-id: [0-9a-f-]{36}$/.test(line))).toHaveLength(1);
  expect(reply.head).not.toMatch(/strict-transport-security/i);
});
