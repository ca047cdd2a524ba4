import { beforeEach, expect, test } from 'vitest';
import { metricsRegistry } from '#lib/metrics.ts';
import { runningService } from '#testing/running-service.ts';
import { cardRailFor, gatewayNames, railByGateway } from './registry.ts';

const { service } = runningService();
beforeEach(() => metricsRegistry().resetMetrics());

/** The counted calls to gateways, by outcome. */
async function calls(): Promise<Record<string, number>> {
  const { values } = (await metricsRegistry().getSingleMetric('gateway_calls_total')?.get()) ?? { values: [] };
  return Object.fromEntries(values.map(({ labels, value }) => [`${labels.gateway} ${labels.outcome}`, value]));
}

const retrieve = (gateway: string) =>
  railByGateway(gateway)
    ?.retrieve({ reference: 'pi_none', linkId: 'chl_none' })
    .catch(() => undefined);

test('a call is answered, also with a refusal; unreachable; or fails for another reason than the request', async () => {
  await cardRailFor('us')?.readBalance();
  await retrieve('stripe');
  expect(await calls()).toEqual({ 'stripe answered': 2 });
  await service.control('stripe/gateway_down');
  await retrieve('stripe');
  await service.control('stripe/gateway_up');
  await service.control('stripe/fail', { kind: 'status', status: 401, times: 9 });
  await retrieve('stripe');
  await service.control('stripe/gateway_up');
  expect(await calls()).toEqual({ 'stripe answered': 2, 'stripe unreachable': 1, 'stripe failed': 1 });
});

test('what calls no gateway is not counted', async () => {
  expect(gatewayNames()).toContain('mercado-pago-mx');
  expect(cardRailFor('us')?.bounds('USD')).not.toBeNull();
  expect(cardRailFor('us')?.majorOf(1250n, 'USD')).toBe(12.5);
  expect(await calls()).toEqual({});
});
