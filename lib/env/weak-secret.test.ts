import fc from 'fast-check';
import { expect, test } from 'vitest';
import { weaknessOf } from './weak-secret.ts';

test.each([
  ['', 'shorter than 16 characters'],
  ['k3v9Qz', 'shorter than 16 characters'],
  ['whsec_k3v9Qz7pLm2', 'shorter than 16 characters'],
  ['aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa', 'a pattern'],
  ['abababababababababababababababab', 'a pattern'],
  ['k3v9Qzk3v9Qzk3v9Qzk3v9Qz', 'a pattern'],
  ['0123456789abcdefghijklmnopqrstuv', 'a pattern'],
  ['aaaabbbbccccddddeeeeffffgggghhhh', 'a pattern'],
  ['changeme', 'a placeholder'],
  ['CHANGE-ME-CHANGE-ME-CHANGE-ME-NOW', 'a placeholder'],
  ['whsec_your_webhook_signing_goes_here', 'a placeholder'],
  ['please-replace-before-production-use', 'a placeholder'],
  ['my-super-secret-auth-key-for-tests', 'a placeholder'],
])('%j is %s', (secret, weakness) => {
  expect(weaknessOf(secret, 16)).toBe(weakness);
});

const bytes = (length: number) => fc.uint8Array({ minLength: length, maxLength: length });
/** Evenly distributed, unlike fast-check's own bytes, which prefer zeros. */
const random = fc.noBias(bytes(32)).map((drawn) => Buffer.from(drawn));

test('random secrets are accepted in any format', () => {
  fc.assert(
    fc.property(random, (drawn) => {
      for (const written of [drawn.toString('hex'), drawn.toString('base64url')])
        expect(weaknessOf(`whsec_${written}`, 16)).toBeUndefined();
      expect(weaknessOf(drawn.subarray(0, 8).toString('hex'), 16)).toBeUndefined();
    }),
    { numRuns: 500 },
  );
});
