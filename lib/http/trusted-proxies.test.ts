import { beforeAll, expect, test } from 'vitest';
import { createPartner, publishedCause } from '#testing/factories.ts';
import { rawRequest } from '#testing/raw-http.ts';
import { runningService } from '#testing/running-service.ts';

const ALLOWED = '203.0.113.7';

const { service } = runningService({ TRUSTED_PROXIES: '127.0.0.1, 10.0.0.0/8' });
let path: string;
let key: string;
beforeAll(async () => {
  path = `/v1/causes/${await publishedCause(service, await createPartner())}`;
  ({ key } = await createPartner({ allowedIps: [ALLOWED] }));
});

test.each([
  [ALLOWED, 200],
  [`198.51.100.1, ${ALLOWED}`, 200],
  [`${ALLOWED}, 10.1.2.3`, 200],
  [`::ffff:${ALLOWED}`, 200],
  [`${ALLOWED}:51234, 10.1.2.3:443`, 200],
  [`${ALLOWED}, 198.51.100.1`, 403],
  [`${ALLOWED}, 198.51.100.1:443`, 403],
  [`${ALLOWED}, unknown`, 403],
  ['10.1.2.3', 403],
])('behind a trusted proxy X-Forwarded-For: %s is %i for a key allowed from 203.0.113.7', async (forwarded, status) => {
  const reply = await service.call(path, { key, headers: { 'x-forwarded-for': forwarded } });
  expect(reply.status).toBe(status);
});

test('several X-Forwarded-For headers are one list', async () => {
  const lines = [`GET ${path} HTTP/1.1`, `X-API-Key: ${key}`];
  const send = async (...hops: string[]) =>
    (await rawRequest(service.url, [...lines, ...hops.map((hop) => `X-Forwarded-For: ${hop}`)])).status;
  expect(await send('198.51.100.1', ALLOWED)).toBe(200);
  expect(await send(ALLOWED, '198.51.100.1')).toBe(403);
});

test.each(['x-real-ip', 'forwarded', 'x-client-address', 'cf-connecting-ip'])(
  'no other header counts: %s',
  async (name) => {
    const value = name === 'forwarded' ? `for=${ALLOWED}` : ALLOWED;
    expect((await service.call(path, { key, headers: { [name]: value } })).status).toBe(403);
  },
);
