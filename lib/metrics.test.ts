import { expect, test } from 'vitest';
import { countJob, countPayment, countRequest, metricsRegistry } from './metrics.ts';

/** The lines of a metric that are not about the buckets of a histogram. */
async function linesOf(name: string): Promise<string[]> {
  const text = await metricsRegistry().getSingleMetricAsString(name);
  return text.split('\n').filter((line) => !/^#|_bucket|^$/.test(line));
}

test('requests are counted by method, route and status, with their time', async () => {
  countRequest('GET', '/v1/causes/{key}', 200, 0.25);
  countRequest('GET', '/v1/causes/{key}', 200, 0.5);
  countRequest('GET', '/v1/causes/{key}', 404, 0.125);
  expect(await linesOf('http_request_duration_seconds')).toEqual([
    'http_request_duration_seconds_sum{method="GET",route="/v1/causes/{key}",status="200"} 0.75',
    'http_request_duration_seconds_count{method="GET",route="/v1/causes/{key}",status="200"} 2',
    'http_request_duration_seconds_sum{method="GET",route="/v1/causes/{key}",status="404"} 0.125',
    'http_request_duration_seconds_count{method="GET",route="/v1/causes/{key}",status="404"} 1',
  ]);
});

test('only a payment that completes its link says how long that took', async () => {
  countPayment('card', 'approved', 1.5);
  countPayment('card', 'late', 90);
  // The clocks of a gateway and ours may differ.
  countPayment('wallet', 'approved', -0.5);
  expect(await linesOf('payments_received_total')).toEqual([
    'payments_received_total{method="card",outcome="approved"} 1',
    'payments_received_total{method="card",outcome="late"} 1',
    'payments_received_total{method="wallet",outcome="approved"} 1',
  ]);
  expect(await linesOf('donation_recorded_seconds')).toEqual([
    'donation_recorded_seconds_sum{method="card"} 1.5',
    'donation_recorded_seconds_count{method="card"} 1',
    'donation_recorded_seconds_sum{method="wallet"} 0',
    'donation_recorded_seconds_count{method="wallet"} 1',
  ]);
});

test('jobs are counted by queue and outcome', async () => {
  countJob('deliver_email', 'completed');
  countJob('deliver_email', 'failed');
  expect(await linesOf('jobs_total')).toEqual([
    'jobs_total{queue="deliver_email",outcome="completed"} 1',
    'jobs_total{queue="deliver_email",outcome="failed"} 1',
  ]);
});
