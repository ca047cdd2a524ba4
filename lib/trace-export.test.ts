import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Collector, startCollector } from '#testing/collector.ts';
import { intentOf, pay } from '#testing/factories.ts';
import { statusSeenBy, until } from '#testing/money.ts';
import { linksOnOneCause, runningService } from '#testing/running-service.ts';
import { traceOf } from './trace.ts';
import { exportTraces } from './trace-export.ts';

const { service, partner } = runningService();
const { newLink } = linksOnOneCause(service, partner);
let collector: Collector;
let stop: () => Promise<void>;
beforeAll(async () => {
  collector = await startCollector();
  stop = exportTraces({ endpoint: collector.endpoint, serviceName: 'fundraising', ratio: 1 }, 'web');
});
afterAll(async () => {
  await stop();
  collector.close();
});

const EXPECTED = [
  'checkout link',
  'POST /v1/checkout_links',
  'POST /v1/checkout_links/{id}/payment_intent',
  'stripe start',
  'POST /webhooks/stripe',
  'stripe retrieve',
  'process deliver_email',
  'smtp send',
];

test('one trace leads from the mint over intent and webhook to the mail, and names nobody', async () => {
  const { id } = await newLink({ email: 'rosa.traced@example.org' });
  await pay(service, await intentOf(service, id));
  await until('the webhook', async () => (await statusSeenBy(service, partner)(id)) === 'completed');
  await service.runJobs();
  const trace = () => collector.spans().filter(({ traceId }) => traceId === traceOf(id).traceId);
  await until('the trace', async () => EXPECTED.every((name) => trace().some((span) => span.name === name)));
  const spans = trace();
  const names = spans.map(({ name }) => name);
  // A poll is no part of it: there are hundreds of them.
  expect(names).not.toContain('GET /v1/checkout_links/{id}');
  const ids = new Set(spans.map(({ spanId }) => spanId));
  expect(spans.filter(({ parentSpanId }) => parentSpanId === undefined).map(({ name }) => name)).toEqual([
    'checkout link',
  ]);
  expect(spans.filter(({ parentSpanId }) => parentSpanId !== undefined && !ids.has(parentSpanId))).toEqual([]);
  for (const secret of [id, 'rosa.traced', partner.key]) expect(collector.text()).not.toContain(secret);
});

test('a collector that is away costs its spans, and neither work nor the end of the process', async () => {
  const away = await startCollector();
  away.close();
  const end = exportTraces({ endpoint: away.endpoint, serviceName: 'fundraising', ratio: 1 }, 'web');
  const { id } = await newLink();
  expect(await intentOf(service, id)).toMatch(/^pi_/);
  await expect(end()).resolves.toBeUndefined();
});
