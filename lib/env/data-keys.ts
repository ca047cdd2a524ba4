import { randomBytes } from 'node:crypto';

/** A key of AES-256, and its id, which is stored with every value that it encrypts. */
export type DataKey = { id: string; key: Buffer };

/** The keys of a deployment: the first encrypts, all decrypt. */
export type DataKeys = readonly [DataKey, ...DataKey[]];

const KEY_BYTES = 32;
/** The id of a key that has none in DATA_ENCRYPTION_KEY. */
const UNNAMED = 'default';
const ENTRY = /^(?:([A-Za-z0-9_-]{1,32}):)?([A-Za-z0-9+/_-]{43}=?)$/;
/** 32 random bytes practically always have at least this many different values. */
const DIFFERENT_BYTES = 16;

/**
 * Reads the keys of DATA_ENCRYPTION_KEY: `id:base64`, separated by commas, the newest first; a single key needs no id.
 * @throws Error saying what is wrong, never what was given.
 */
export function readDataKeys(text: string): DataKeys {
  const [first, ...others] = text.split(',').map((entry) => readKey(entry.trim()));
  if (!first) throw new Error('Bug: a text without a first part');
  const keys: DataKeys = [first, ...others];
  if (new Set(keys.map(({ id }) => id)).size < keys.length)
    throw new Error('must name each key differently: id:base64,id:base64');
  return keys;
}

function readKey(entry: string): DataKey {
  const [, id = UNNAMED, base64 = ''] = ENTRY.exec(entry) ?? [];
  const key = Buffer.from(base64, 'base64');
  if (key.length !== KEY_BYTES)
    throw new Error('must be 32 bytes as base64, or several as id:base64,id:base64 with the newest first');
  if (new Set(key).size < DIFFERENT_BYTES) throw new Error('must be random, which this is not');
  return { id, key };
}

/** A new key in the format of DATA_ENCRYPTION_KEY, with a random id. */
export function newDataKey(): string {
  return `k${randomBytes(4).toString('hex')}:${randomBytes(KEY_BYTES).toString('base64')}`;
}
