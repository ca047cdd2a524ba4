import { createPrivateKey, generateKeyPairSync } from 'node:crypto';
import { expect, test } from 'vitest';
import { publicHalf, readSigningKey, thumbprint } from './signing-key.ts';

/** The key of RFC 8037, appendix A: its public half and thumbprint are printed there. */
const RFC_KEY = createPrivateKey({
  key: {
    kty: 'OKP',
    crv: 'Ed25519',
    d: 'nWGxne_9WmC6hEr0kuwsxERJxWl7MmkZcDusAxyuf2A',
    x: '11qYAYKxCrfVS_7TyWQHOg7hcvPapiMlrwIaaPcHURo',
  },
  format: 'jwk',
});
const pem = RFC_KEY.export({ format: 'pem', type: 'pkcs8' }).toString();
const base64 = RFC_KEY.export({ format: 'der', type: 'pkcs8' }).toString('base64');

test.each([
  ['PEM', pem],
  ['PEM on one line', pem.replaceAll('\n', '\\n')],
  ['base64', ` ${base64}\n`],
])('is read from %s', (_form, text) => {
  expect(publicHalf(readSigningKey(text))).toBe('11qYAYKxCrfVS_7TyWQHOg7hcvPapiMlrwIaaPcHURo');
});

test('is named by the thumbprint of RFC 8037', () => {
  expect(thumbprint('11qYAYKxCrfVS_7TyWQHOg7hcvPapiMlrwIaaPcHURo')).toBe('kPrK_qmxVWaYVA9wwBF6Iuo3vVzz7TxHCTwXBygrS4k');
});

test('anything else is refused without being repeated', () => {
  const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
  const rsa = privateKey.export({ format: 'pem', type: 'pkcs8' }).toString();
  expect(() => readSigningKey(rsa)).toThrow('must be an Ed25519 key');
  for (const text of ['secret', '-----BEGIN PRIVATE KEY-----\nsecret', `${base64.slice(0, 20)}`])
    expect(() => readSigningKey(text)).toThrow(/^must be a private key in PKCS#8, as PEM or base64$/);
});
