import { createPublicKey, generateKeyPairSync, type KeyObject } from 'node:crypto';
import { isUniqueViolation } from '#lib/database-errors.ts';
import { db } from '#lib/db.ts';
import { open, type StoredPlace, seal } from '#lib/encryption/seal.ts';
import { publicHalf, readSigningKey, thumbprint } from '#lib/env/signing-key.ts';
import { env } from '#lib/env.ts';
import type { ReceiptKey } from '#prisma/generated/client.ts';

type SigningKey = { id: string; key: KeyObject };
/** A public key as everybody may read it (RFC 7517, RFC 8037). */
type PublicJwk = { kty: 'OKP'; crv: 'Ed25519'; x: string; kid: string; alg: 'EdDSA'; use: 'sig' };

/** How long a process uses the key that it has read, in milliseconds. A changed setting counts at once. */
const KEPT_MS = 60_000;
const KEPT = Symbol.for('fundraising.receiptKey');
type Holder = { [KEPT]?: { setting: string | undefined; until: number; key: Promise<SigningKey> } };

/** The current signing key of receipts, of which a busy worker needs many a second. */
export function signingKey(): Promise<SigningKey> {
  const holder = globalThis as Holder;
  const { receiptSigningKey: setting } = env();
  const kept = holder[KEPT];
  if (kept && kept.setting === setting && kept.until > Date.now()) return kept.key;
  const key = readKey(setting);
  const mine = { setting, until: Date.now() + KEPT_MS, key };
  holder[KEPT] = mine;
  key.catch(() => {
    if (holder[KEPT] === mine) delete holder[KEPT];
  });
  return key;
}

/**
 * The current signing key of receipts: RECEIPT_SIGNING_KEY, or else one that is generated once and stored, so that all
 * processes share it. Its public half is stored before anything is signed, so that signatures outlive a change of key.
 */
async function readKey(receiptSigningKey: string | undefined): Promise<SigningKey> {
  if (receiptSigningKey === undefined) return generatedKey();
  const key = readSigningKey(receiptSigningKey);
  const publicKey = publicHalf(key);
  const id = thumbprint(publicKey);
  await db().receiptKey.createMany({ data: [{ id, publicKey }], skipDuplicates: true });
  return { id, key };
}

async function generatedKey(): Promise<SigningKey> {
  const row = (await storedKey()) ?? (await generate());
  if (row.privateKey === null) throw new Error('Bug: a generated key without its private half');
  return { id: row.id, key: readSigningKey(open(row.privateKey, placeOf(row.id))) };
}

function storedKey(): Promise<ReceiptKey | null> {
  return db().receiptKey.findFirst({ where: { privateKey: { not: null } } });
}

async function generate(): Promise<ReceiptKey> {
  const { privateKey: key } = generateKeyPairSync('ed25519');
  const publicKey = publicHalf(key);
  const id = thumbprint(publicKey);
  const privateKey = seal(key.export({ format: 'der', type: 'pkcs8' }).toString('base64'), placeOf(id));
  try {
    return await db().receiptKey.create({ data: { id, publicKey, privateKey } });
  } catch (error) {
    // Another process was first: every process uses its key.
    const first = isUniqueViolation(error) ? await storedKey() : null;
    if (!first) throw error;
    return first;
  }
}

function placeOf(row: string): StoredPlace {
  return { table: 'receipt_keys', column: 'private_key', row };
}

/** Every public key that ever signed a receipt, newest first. */
export function publicKeys(): Promise<Pick<ReceiptKey, 'id' | 'publicKey'>[]> {
  return db().receiptKey.findMany({
    select: { id: true, publicKey: true },
    orderBy: [{ createdAt: 'desc' }, { id: 'asc' }],
  });
}

/** The public keys as a JSON Web Key Set. It includes the current key even before its first receipt. */
export async function keySet(): Promise<{ keys: PublicJwk[] }> {
  await signingKey();
  return { keys: (await publicKeys()).map(toJwk) };
}

function toJwk({ id, publicKey }: Pick<ReceiptKey, 'id' | 'publicKey'>): PublicJwk {
  return { kty: 'OKP', crv: 'Ed25519', x: publicKey, kid: id, alg: 'EdDSA', use: 'sig' };
}

/** A public key as a `KeyObject` of node:crypto. */
export function toPublicKey(publicKey: string): KeyObject {
  return createPublicKey({ key: { kty: 'OKP', crv: 'Ed25519', x: publicKey }, format: 'jwk' });
}
