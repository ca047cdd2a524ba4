import { createHash, createPrivateKey, createPublicKey, type KeyObject } from 'node:crypto';

/**
 * Reads an Ed25519 private key: PKCS#8 as PEM (line breaks may be written `\n`), or its base64.
 * @throws Error saying what is wrong, never what was given.
 */
export function readSigningKey(text: string): KeyObject {
  const written = text.trim().replaceAll('\\n', '\n');
  let key: KeyObject;
  try {
    key = written.startsWith('-----')
      ? createPrivateKey(written)
      : createPrivateKey({ key: Buffer.from(written, 'base64'), format: 'der', type: 'pkcs8' });
  } catch {
    throw new Error('must be a private key in PKCS#8, as PEM or base64');
  }
  if (key.asymmetricKeyType !== 'ed25519') throw new Error('must be an Ed25519 key');
  return key;
}

/** The public half of a key as JSON Web Keys write it: 32 bytes, base64url (RFC 8037). */
export function publicHalf(key: KeyObject): string {
  const { x } = createPublicKey(key).export({ format: 'jwk' });
  if (!x) throw new Error('Bug: an Ed25519 key without a public half');
  return x;
}

/** The name of a public key: the thumbprint of its JSON Web Key (RFC 7638, RFC 8037 appendix A.3). */
export function thumbprint(publicKey: string): string {
  const canonical = JSON.stringify({ crv: 'Ed25519', kty: 'OKP', x: publicKey });
  return createHash('sha256').update(canonical).digest('base64url');
}
