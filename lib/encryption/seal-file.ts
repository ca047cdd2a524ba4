import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';
import { open, type StoredPlace, seal, UnreadableValue } from './seal.ts';

const CIPHER = 'aes-256-gcm';
const KEY_BYTES = 32;
const NONCE_BYTES = 12;
const TAG_BYTES = 16;

/** An encrypted file: nonce, ciphertext and tag, and its key, which is encrypted itself. */
type SealedFile = { content: Uint8Array<ArrayBuffer>; fileKey: string };

/**
 * Encrypts a file with a random key of its own (AES-256-GCM), and that key with DATA_ENCRYPTION_KEY. A rotation of
 * DATA_ENCRYPTION_KEY then encrypts keys anew, and never reads the files.
 * @param place of the column that stores the key
 */
export function sealFile(bytes: Uint8Array, place: StoredPlace): SealedFile {
  const [key, nonce] = [randomBytes(KEY_BYTES), randomBytes(NONCE_BYTES)];
  const cipher = createCipheriv(CIPHER, key, nonce).setAAD(Buffer.from(place.row));
  const content = Buffer.concat([nonce, cipher.update(bytes), cipher.final(), cipher.getAuthTag()]);
  return { content: new Uint8Array(content), fileKey: seal(key.toString('base64url'), place) };
}

/** Decrypts what `sealFile` made for this place. @throws UnreadableValue */
export function openFile({ content, fileKey }: SealedFile, place: StoredPlace): Uint8Array<ArrayBuffer> {
  const key = Buffer.from(open(fileKey, place), 'base64url');
  const end = content.length - TAG_BYTES;
  try {
    const decipher = createDecipheriv(CIPHER, key, content.subarray(0, NONCE_BYTES), {
      authTagLength: TAG_BYTES,
    })
      .setAAD(Buffer.from(place.row))
      .setAuthTag(content.subarray(end));
    return new Uint8Array(Buffer.concat([decipher.update(content.subarray(NONCE_BYTES, end)), decipher.final()]));
  } catch (cause) {
    throw new UnreadableValue(`The file of ${place.row} in ${place.table} was changed after it was stored.`, {
      cause,
    });
  }
}
