import { createHash, generateKeyPairSync, randomBytes, sign } from 'node:crypto';
import { isoCBOR } from '@simplewebauthn/server/helpers';
import { env } from '#lib/env.ts';

const USER_PRESENT = 0x01;
const USER_VERIFIED = 0x04;
const NEW_CREDENTIAL = 0x40;

/** Deviations of a test from a correct response. */
type Wrong = {
  origin?: string;
  rpId?: string;
  /** The device did not verify its user (fingerprint, face or PIN). */
  isUnverified?: boolean;
  /** How many signatures the device counts with this one; by default it counts none. */
  count?: number;
  /** Further members of the browser's data, such as `crossOrigin`. */
  client?: Record<string, unknown>;
};

/**
 * A software authenticator with one passkey (WebAuthn, ES256). `add` and `use` respond to a challenge in base64url. Like
 * synchronised passkeys, it counts no signatures, unless it is told a count.
 */
export function authenticator() {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const id = randomBytes(32);

  const clientData = (
    type: string,
    challenge: string,
    { origin = new URL(env().publicBaseUrl).origin, client }: Wrong,
  ) => Buffer.from(JSON.stringify({ type, challenge, origin, crossOrigin: false, ...client }));

  function authData(
    { rpId = new URL(env().publicBaseUrl).hostname, isUnverified, count: signatures = 0 }: Wrong,
    extra?: Buffer,
  ) {
    const flags = USER_PRESENT | (isUnverified ? 0 : USER_VERIFIED) | (extra ? NEW_CREDENTIAL : 0);
    const count = Buffer.alloc(4);
    count.writeUInt32BE(signatures);
    const party = createHash('sha256').update(rpId).digest();
    return Buffer.concat([party, Buffer.of(flags), count, extra ?? Buffer.alloc(0)]);
  }

  /** The public key in COSE format. */
  function coseKey(): Uint8Array {
    const { x = '', y = '' } = publicKey.export({ format: 'jwk' });
    const point = (text: string) => new Uint8Array(Buffer.from(text, 'base64url'));
    return isoCBOR.encode(
      new Map<number, number | Uint8Array>([
        [1, 2],
        [3, -7],
        [-1, 1],
        [-2, point(x)],
        [-3, point(y)],
      ]),
    );
  }

  const common = { id: id.toString('base64url'), rawId: id.toString('base64url'), type: 'public-key' };
  return {
    credentialId: common.id,
    add(challenge: string, wrong: Wrong = {}): string {
      const length = Buffer.alloc(2);
      length.writeUInt16BE(id.length);
      const credential = Buffer.concat([Buffer.alloc(16), length, id, coseKey()]);
      const attestation = isoCBOR.encode(
        new Map<string, string | Map<string, never> | Uint8Array>([
          ['fmt', 'none'],
          ['attStmt', new Map<string, never>()],
          ['authData', new Uint8Array(authData(wrong, credential))],
        ]),
      );
      const response = {
        clientDataJSON: clientData('webauthn.create', challenge, wrong).toString('base64url'),
        attestationObject: Buffer.from(attestation).toString('base64url'),
        transports: ['internal'],
      };
      return JSON.stringify({ ...common, response, clientExtensionResults: {} });
    },
    use(challenge: string, wrong: Wrong = {}): string {
      const data = authData(wrong);
      const client = clientData('webauthn.get', challenge, wrong);
      const signed = Buffer.concat([data, createHash('sha256').update(client).digest()]);
      const response = {
        clientDataJSON: client.toString('base64url'),
        authenticatorData: data.toString('base64url'),
        signature: sign('sha256', signed, privateKey).toString('base64url'),
      };
      return JSON.stringify({ ...common, response, clientExtensionResults: {} });
    },
  };
}
