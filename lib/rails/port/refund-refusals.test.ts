import { expect, test } from 'vitest';
import { REFUND_REFUSALS as MERCADO_PAGO } from '../mercado-pago/refund-refusals.ts';
import { REFUND_REFUSALS as STRIPE } from '../stripe/refund-refusals.ts';
import { GatewayError, type GatewayFailure } from './errors.ts';
import { mapRefundRefusals, type RefusalTable } from './refund-refusals.ts';

/** As what a gateway's failure comes out. */
const meaningOf = async (table: RefusalTable, code: string, failure: GatewayFailure = 'refused') => {
  const refused = mapRefundRefusals(table, () => Promise.reject(new GatewayError(failure, code, undefined)));
  return refused.then(
    () => 'made',
    (error: GatewayError) => [error.failure, error.code],
  );
};

test.each([
  ['Stripe', STRIPE, ['charge_disputed', 'refund_disputed_payment', 'charge_already_refunded']],
  ['Mercado Pago', MERCADO_PAGO, ['2018', '2063', '3005', '2022', '2024', '15016', '2025', '2027', '3024']],
] as const)('a refund that %s refuses with one of these codes is never made', async (_gateway, table, codes) => {
  for (const code of codes) expect(await meaningOf(table, code)).toEqual(['refused_for_good', code]);
  expect(
    Object.keys(table)
      .filter((code) => table[code] === 'for_good')
      .sort(),
  ).toEqual(codes.toSorted());
});

test.each([
  ['Stripe', STRIPE, ['balance_insufficient', 'insufficient_funds']],
  ['Mercado Pago', MERCADO_PAGO, ['2030', '2031']],
] as const)('a refusal of %s with one of these codes passes', async (_gateway, table, codes) => {
  for (const code of codes) expect(await meaningOf(table, code)).toEqual(['failed', code]);
  expect(
    Object.keys(table)
      .filter((code) => table[code] === 'passes')
      .sort(),
  ).toEqual(codes.toSorted());
});

test('of several causes one that is for good decides; what nobody knows, or is no refusal, stays what it is', async () => {
  for (const code of ['404 2024', '2030 2063', '2063 2030'])
    expect(await meaningOf(MERCADO_PAGO, code)).toEqual(['refused_for_good', code]);
  for (const code of ['odd_code', '422 99999', '', 'constructor'])
    expect(await meaningOf(MERCADO_PAGO, code)).toEqual(['refused', code]);
  for (const failure of ['unreachable', 'failed'] as const)
    expect(await meaningOf(STRIPE, 'charge_disputed', failure)).toEqual([failure, 'charge_disputed']);
  expect(await mapRefundRefusals(STRIPE, async () => 'made')).toBe('made');
});
