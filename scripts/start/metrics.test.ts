// @module-tag full

import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { Counter, Registry } from 'prom-client';
import { afterEach, expect, test } from 'vitest';
import { metricsServer } from './metrics.ts';

/** A process that has done some work. */
async function working(times: number): Promise<object[]> {
  const registry = new Registry();
  new Counter({ name: 'work_total', help: 'Work.', labelNames: ['kind'], registers: [registry] }).inc(
    { kind: 'a' },
    times,
  );
  return registry.getMetricsAsJSON();
}

let close: () => void = () => {};
afterEach(() => close());

async function serving(answers: Record<string, object[] | undefined>): Promise<string> {
  const processes = Object.entries(answers).map(([name, answer]) => ({ name, metrics: async () => answer }));
  const server = metricsServer(() => processes).listen(0, '127.0.0.1');
  close = () => server.close();
  await once(server, 'listening');
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

test('the processes of a machine are summed, and one that does not answer hides no other', async () => {
  const url = await serving({ 'server 1': await working(2), 'server 2': await working(3), worker: undefined });
  const response = await fetch(`${url}/metrics`);
  expect(response.headers.get('content-type')).toBe('text/plain; version=0.0.4; charset=utf-8');
  const lines = (await response.text()).split('\n');
  expect(lines).toEqual(
    expect.arrayContaining([
      'work_total{kind="a"} 5',
      'service_process_up{process="server 1"} 1',
      'service_process_up{process="server 2"} 1',
      'service_process_up{process="worker"} 0',
    ]),
  );
});

test('without any answer it still says so', async () => {
  const url = await serving({ server: undefined });
  expect(await (await fetch(`${url}/metrics`)).text()).toContain('service_process_up{process="server"} 0');
});

test.each([
  ['GET', '/', 404],
  ['GET', '/metrics/', 404],
  ['POST', '/metrics', 405],
  ['POST', '/', 404],
])('%s %s answers %i', async (method, path, status) => {
  expect((await fetch((await serving({})) + path, { method })).status).toBe(status);
});
