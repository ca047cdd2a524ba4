import { beforeAll, expect, test } from 'vitest';
import { railByGateway } from '#lib/rails/registry.ts';
import { offeredMethods, redirectRailsOf } from './methods.ts';

/** A deployment with keys of the card processor and none of Mercado Pago. */
beforeAll(() => {
  Object.assign(process.env, {
    STRIPE_SECRET_KEY: 'sk_test_1',
    STRIPE_PUBLISHABLE_KEY: 'pk_test_1',
    LOG_LEVEL: 'silent',
  });
});
const now = new Date('2026-11-21T12:00:00Z');
const link = (currency: string) => ({ currency, expiresAt: new Date(now.getTime() + 86_400_000) });

test('with real keys an unconfigured rail is not offered, and card if nothing is left', () => {
  expect(offeredMethods('co', link('COP'), now)).toEqual(['card']);
  expect(offeredMethods('mx', link('MXN'), now)).toEqual(['card']);
  expect(offeredMethods('mx', link('BRB'), now)).toEqual([]);
  expect(redirectRailsOf('co', link('COP'), now)).toEqual([]);
  expect(redirectRailsOf('mx', link('MXN'), now)).toEqual([]);
});

test('and events of its gateway are refused', () => {
  expect(railByGateway('mercado-pago-co')).toBeUndefined();
  expect(railByGateway('mercado-pago-mx')).toBeUndefined();
});
