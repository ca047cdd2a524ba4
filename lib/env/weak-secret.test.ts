import fc from 'fast-check';
import { expect, test } from 'vitest';
import { runs } from '#testing/runs.ts';
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
  ['Tr0ub4dor&3Tr0ub4dor&3Tr0ub4dor&34', 'a pattern'],
  ['x9-M2kq7Lw0zR-M2kq7Lw0zR-and-more', 'a pattern'],
  ['changeme', 'a placeholder'],
  ['CHANGE-ME-CHANGE-ME-CHANGE-ME-NOW', 'a placeholder'],
  ['whsec_your_webhook_signing_goes_here', 'a placeholder'],
  ['please-replace-before-production-use', 'a placeholder'],
  ['my-super-secret-auth-key-for-tests', 'a placeholder'],
  ['correct horse battery staple', 'a phrase of words'],
  ['Correct-Horse-Battery-Staple-2026!', 'a phrase of words'],
  ['CORRECT_HORSE_BATTERY_STAPLE', 'a phrase of words'],
  ['Casa Abierta, Bogota, Colombia 110111', 'a phrase of words'],
  ['give/to/casa/abierta/2026', 'a phrase of words'],
  ['zebra quartz sphinx judge my vow', 'a phrase of words'],
  ['DonationsForChildrenInColombia2026!', 'a phrase of words'],
  ['thisisaverylongtextthatnobodywillguess', 'a phrase of words'],
  ['hunter2hunter3hunter4hunter5hunter6x', 'a phrase of words'],
  ['el-caballo-correcto-bateria-grapa-azul', 'a phrase of words'],
  ['MiPerroSeLlamaFirulaisYComeMucho7', 'a phrase of words'],
  ['o gato do vizinho dorme na janela à noite', 'a phrase of words'],
  [Buffer.from('ZjQ2 9xkq; pLm!7vT').toString('hex'), 'encoded text'],
  [Buffer.from('ZjQ2 9xkq; pLm!7vT').toString('base64'), 'encoded text'],
  [Buffer.from('ZjQ2 9xkq; pLm!7vT\n').toString('base64'), 'encoded text'],
  [Buffer.from('ZjQ2 9xkq;\tpLm!7vT\r\n').toString('hex'), 'encoded text'],
  [Buffer.from('canción corazón montaña').toString('base64'), 'encoded text'],
  [Buffer.from('длинный пароль').toString('hex'), 'encoded text'],
])('%j is %s', (secret, weakness) => {
  expect(weaknessOf(secret, 16)).toBe(weakness);
});

const bytes = (length: number) => fc.uint8Array({ minLength: length, maxLength: length });
/** Evenly distributed, unlike fast-check's own bytes, which prefer zeros. */
const random = fc.noBias(bytes(32)).map((drawn) => Buffer.from(drawn));

/** The share of random texts of an alphabet that are refused. */
function refusedShare(alphabet: string, length: number): number {
  const text = fc.noBias(
    fc.array(fc.constantFrom(...alphabet), { minLength: length, maxLength: length }).map((all) => all.join('')),
  );
  const drawn = fc.sample(text, { numRuns: runs(400, 2_000), seed: length });
  return drawn.filter((each) => weaknessOf(each, 8) !== undefined).length / drawn.length;
}

test('passwords that a generator makes are accepted, whatever its alphabet', () => {
  const lower = 'abcdefghijklmnopqrstuvwxyz';
  for (const alphabet of [`${lower}0123456789`, `${lower}234567`, lower, `${lower}${lower.toUpperCase()}`])
    for (const length of [12, 16, 20, 24, 32, 64])
      expect(refusedShare(alphabet, length), `${alphabet}, ${length}`).toBeLessThan(0.01);
});

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
