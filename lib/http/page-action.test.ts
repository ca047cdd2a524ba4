import { expect, test } from 'vitest';
import { expectRefused } from '#scripts/testing/problems.ts';
import { runningService } from '#scripts/testing/running-service.ts';

const { service } = runningService();

test('a page that leaves out what is required is told so', async () => {
  expect(expectRefused(await service.call('/checkout/donation', { body: {} }), 'ref')).toEqual([
    'is required',
  ]);
});

test('a page that sends a member twice is refused, naming it', async () => {
  const raw = '{"ref":"chl_1","amount":5,"amount":500}';
  expectRefused(await service.call('/checkout/donation', { raw }), 'amount');
});

test('a page that sends a field nobody knows is refused, naming it', async () => {
  const body = { ref: 'chl_1', amounts: 5 };
  expectRefused(await service.call('/checkout/donation', { body }), 'amounts');
});
