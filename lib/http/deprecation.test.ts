import { expect, test } from 'vitest';
import { z } from 'zod';
import { type Deprecation, defineContract } from '#lib/contract.ts';
import { runningService } from '#testing/running-service.ts';
import { endpoint } from './endpoint.ts';
import { openApiDocument } from './openapi.ts';
import type { ApiRoute } from './routes.ts';

const DAY_MS = 24 * 60 * 60 * 1000;
const since = new Date('2027-01-01T00:00:00Z');

const { service } = runningService();

function deprecatedEndpoint(deprecation: Deprecation): ApiRoute {
  const contract = defineContract({
    operationId: 'readOldThing',
    method: 'GET',
    path: '/v1/old_things/{id}',
    summary: 'Read an old thing',
    description: 'Made up.',
    permission: 'cause:read',
    status: 200,
    reply: z.object({}),
    problems: [],
    example: { reply: {} },
    deprecation,
  });
  return endpoint(contract, { run: async () => ({}) });
}

test('a deprecated endpoint announces its dates and changelog entry, even when it refuses', async () => {
  const sunset = new Date(since.getTime() + 90 * DAY_MS);
  const handler = deprecatedEndpoint({ since, sunset, notice: '/docs/changelog#2027-01-01' });
  const request = new Request(`${service.url}/v1/old_things/1`);
  const { headers, status } = await handler(request, { params: Promise.resolve({ id: '1' }) });
  expect(status).toBe(401);
  expect(headers.get('deprecation')).toBe('@1798761600');
  expect(headers.get('sunset')).toBe('Thu, 01 Apr 2027 00:00:00 GMT');
  const entry = `<${service.url}/docs/changelog#2027-01-01>`;
  expect(headers.get('link')).toBe(`${entry}; rel="deprecation", ${entry}; rel="sunset"`);
});

test('less than 90 days of notice cannot be declared', () => {
  const sunset = new Date(since.getTime() + 90 * DAY_MS - 1);
  expect(() => deprecatedEndpoint({ since, sunset, notice: '/docs/changelog' })).toThrow(/90 days/);
});

test('no endpoint of version 1.0.0 is deprecated', async () => {
  const { paths } = openApiDocument({ publicBaseUrl: service.url });
  expect(JSON.stringify(paths)).not.toContain('"deprecated"');
  const { headers } = await service.call('/v1/checkout_links/none');
  for (const name of ['deprecation', 'sunset', 'link']) expect(headers.has(name)).toBe(false);
});
