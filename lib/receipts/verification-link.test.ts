import { expect, test } from 'vitest';
import { readVerificationLink } from './verify.ts';

const PATH = '/verify/pay_01ab/Zm9v-_YmFy';

test.each([
  `https://give.example${PATH}`,
  `https://give.example${PATH}?lang=es`,
  `https://give.example${PATH}/`,
  `  give.example${PATH}#top `,
  PATH,
  `https://give.exam ple/verify/pay_\n01ab/Zm9v\n-_YmFy`,
  `http://localhost:3000${PATH}`,
])('the link %j leads to its verification', (typed) => {
  expect(readVerificationLink(typed)).toBe(PATH);
});

test.each([
  '',
  'K7M-2PX-R94C',
  'pay_01ab',
  'https://give.example/verify',
  'https://give.example/verify/pay_01ab',
  'https://give.example/receipt/r_1',
  '/verify/../x/y',
  '/verify/a/b/c',
  '/verify/a/"><script>',
  'x'.repeat(100_000),
])('%j is no link of a receipt', (typed) => {
  expect(readVerificationLink(typed)).toBeUndefined();
});
