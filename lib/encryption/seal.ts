import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';
import type { DataKey, DataKeys } from '#lib/env/data-keys.ts';
import { env } from '#lib/env.ts';

const CIPHER = 'aes-256-gcm';
const NONCE_BYTES = 12;
const TAG_BYTES = 16;
/** The prefix of encrypted values. Others were stored without a key. */
export const SEALED = 'enc:v1:';

/** The place of a stored value, the only one where it can be decrypted. `row` is the row's primary key. */
export type StoredPlace = { table: string; column: string; row: string };

/** A value cannot be decrypted: its key is missing, or the value was changed or moved. */
export class UnreadableValue extends Error {}

/**
 * Encrypts a value for its place in the database. As text: `enc:v1:KEY:DATA`, with the key's id and, as base64url, the
 * nonce (12 random bytes), the ciphertext and the tag (16 bytes) of AES-256-GCM; table, column and row are its associated
 * data. Without DATA_ENCRYPTION_KEY, which is required with live keys, the value stays as it is.
 */
export function seal(value: string, place: StoredPlace, keys: DataKeys | undefined = env().dataKeys): string {
  if (!keys) return value;
  const [{ id, key }] = keys;
  const nonce = randomBytes(NONCE_BYTES);
  const cipher = createCipheriv(CIPHER, key, nonce).setAAD(associatedData(place));
  const parts = [nonce, cipher.update(value, 'utf8'), cipher.final(), cipher.getAuthTag()];
  return `${SEALED}${id}:${Buffer.concat(parts).toString('base64url')}`;
}

/**
 * Decrypts a value that `seal` made for this place; a value that was never encrypted is returned unchanged.
 * @throws UnreadableValue in one sentence that names the key's id.
 */
export function open(stored: string, place: StoredPlace, keys: DataKeys | undefined = env().dataKeys): string {
  const id = keyIdOf(stored);
  if (id === null) return stored;
  const found = keys?.find((key) => key.id === id);
  if (!found) throw new UnreadableValue(missingKey(id));
  try {
    return decrypt(stored.slice(SEALED.length + id.length + 1), place, found);
  } catch (cause) {
    throw new UnreadableValue(
      `What ${place.table}.${place.column} holds of ${place.row} cannot be read with the key "${id}" of DATA_ENCRYPTION_KEY: ` +
        'the key is another one than it was, or the value was written by somebody else.',
      { cause },
    );
  }
}

/** The id of the key of a stored value; null if it is not encrypted. */
function keyIdOf(stored: string): string | null {
  return stored.startsWith(SEALED) ? (stored.split(':')[2] ?? '') : null;
}

/** The message about a missing key. */
export function missingKey(id: string): string {
  return `DATA_ENCRYPTION_KEY lacks the key "${id}", which data of this database is encrypted with: add it back, after the newest.`;
}

function decrypt(data: string, place: StoredPlace, { key }: DataKey): string {
  const bytes = Buffer.from(data, 'base64url');
  const end = bytes.length - TAG_BYTES;
  const decipher = createDecipheriv(CIPHER, key, bytes.subarray(0, NONCE_BYTES), { authTagLength: TAG_BYTES })
    .setAAD(associatedData(place))
    .setAuthTag(bytes.subarray(end));
  return Buffer.concat([decipher.update(bytes.subarray(NONCE_BYTES, end)), decipher.final()]).toString();
}

function associatedData({ table, column, row }: StoredPlace): Buffer {
  return Buffer.from(JSON.stringify([table, column, row]));
}
