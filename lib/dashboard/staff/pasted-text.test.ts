import { expect, test } from 'vitest';
import { env } from '#lib/env.ts';
import { pastedText } from './pasted-text.ts';

const { publicBaseUrl: home } = env();

test.each([
  [`${home}/checkout?ref=chl_1&lang=es`, 'chl_1'],
  [`${home}/c/agua-limpia`, 'agua-limpia'],
  [`${home}/c/agua-limpia/?lang=es#story`, 'agua-limpia'],
  [`${home}/dashboard/staff/payments/pay_1`, 'pay_1'],
  [`${home}/verify/pay_1?s=abc`, 'pay_1'],
  [`${home}/receipt/abc`, 'abc'],
  ['https://dashboard.stripe.com/test/payments/pi_1', 'pi_1'],
  ['mailto:ana@example.org', 'ana@example.org'],
  ['Ana Díaz <ana@example.org>', 'ana@example.org'],
  ['"pay_1"', 'pay_1'],
  ['"order-7",', 'order-7'],
  ["'order-7'", 'order-7'],
  ['“Ana Díaz”', 'Ana Díaz'],
  ['«Agua limpia»', 'Agua limpia'],
  ['"ana@example.org"', 'ana@example.org'],
  [`"${home}/checkout?ref=chl_1"`, 'chl_1'],
  // As files of ours write a reference that a spreadsheet would read as a formula.
  ["'-order", '-order'],
])('%s stands for %s', (pasted, meant) => expect(pastedText(pasted)).toBe(meant));

test.each([
  'chl_1',
  'order/7',
  'https://shop.example/orders/7',
  `${home}/`,
  'Agua: limpia',
  'ana@example.org',
  "'",
  '""',
  "'t Hooft",
  "O'Brien",
])('%s stays as it is', (pasted) => expect(pastedText(pasted)).toBe(pasted));
