import { createHmac, hkdfSync, randomBytes } from 'node:crypto';
import { db } from '#lib/db.ts';
import { open, seal } from '#lib/encryption/seal.ts';
import { env } from '#lib/env.ts';

const NAME = 'auth';
const PLACE = { table: 'service_secrets', column: 'value', row: NAME };
const SECRET_BYTES = 32;

const SECRET = Symbol.for('fundraising.authSecret');
type Holder = { [SECRET]?: string };

/**
 * The secret of sign-in: AUTH_SECRET, or else one that is generated once and stored, so that all processes share it. A new
 * one ends all sessions.
 */
export async function authSecret(): Promise<string> {
  const holder = globalThis as Holder;
  holder[SECRET] ??= env().authSecret ?? (await storedSecret());
  return holder[SECRET];
}

async function storedSecret(): Promise<string> {
  const value = randomBytes(SECRET_BYTES).toString('base64url');
  // Another process may be first: every process uses its secret.
  const made = { name: NAME, value: seal(value, PLACE) };
  await db().serviceSecret.createMany({ data: [made], skipDuplicates: true });
  return open((await db().serviceSecret.findUniqueOrThrow({ where: { name: NAME } })).value, PLACE);
}

/** A key derived for one purpose, so that a code for one is not valid for another (HKDF, RFC 5869). 32 bytes. */
export async function authKey(purpose: string): Promise<Buffer> {
  return Buffer.from(hkdfSync('sha256', await authSecret(), '', purpose, SECRET_BYTES));
}

/** A message authentication code (HMAC-SHA-256) under the key of a purpose. 32 bytes. */
export async function authCode(purpose: string, message: string): Promise<Buffer> {
  return createHmac('sha256', await authKey(purpose))
    .update(message)
    .digest();
}
