import { expect, test } from 'vitest';
import { expectRefused } from '#testing/problems.ts';
import { runningService } from '#testing/running-service.ts';

const { service } = runningService();

test('a page that omits a required field gets an error naming it', async () => {
  expect(expectRefused(await service.call('/checkout/donation', { body: {} }), 'ref')).toEqual(['is required']);
});

test('a page that sends a duplicate member is refused, naming it', async () => {
  const raw = '{"ref":"chl_1","amount":5,"amount":500}';
  expectRefused(await service.call('/checkout/donation', { raw }), 'amount');
});

test('a page that sends an unknown field is refused, naming it', async () => {
  const body = { ref: 'chl_1', amounts: 5 };
  expectRefused(await service.call('/checkout/donation', { body }), 'amounts');
});
