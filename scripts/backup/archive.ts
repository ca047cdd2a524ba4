import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto';
import { createReadStream, createWriteStream, rmSync } from 'node:fs';
import { open, rename, stat } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGunzip, createGzip } from 'node:zlib';
import type { DataKeys } from '#lib/env/data-keys.ts';

/*
 * The file of a backup: a line of JSON, which anybody can read; the content, compressed, then encrypted with AES-256-GCM; and the tag
 * of that, which also covers the line. The key is derived from a key of DATA_ENCRYPTION_KEY, so a backup is worth nothing without it.
 */

/** The first line of a backup. `migration` is the newest one of its database. */
export type Header = { backup: 1; created_at: string; migration: string; key: string; salt: string; iv: string };

const CIPHER = 'aes-256-gcm';
const TAG_BYTES = 16;
/** Longer than the first line can be. */
const MOST_HEADER_BYTES = 4096;

/** Why a file cannot be read as a backup, in one sentence. */
export class UnreadableBackup extends Error {}

/**
 * Writes a backup; after an error, or when this process exits meanwhile, nothing is left. Only its owner can read it.
 * @returns its size in bytes
 * @throws Error also where there is such a file already
 */
export async function writeArchive(
  file: string,
  { keys, ...about }: { created_at: string; migration: string; keys: DataKeys },
  content: AsyncIterable<Buffer>,
): Promise<number> {
  const [{ id, key }] = keys;
  const [salt, iv] = [randomBytes(16), randomBytes(12)];
  const header: Header = { backup: 1, ...about, key: id, salt: salt.toString('base64'), iv: iv.toString('base64') };
  const line = Buffer.from(`${JSON.stringify(header)}\n`);
  // Fails where the name is taken, so that no backup takes the place of another.
  await (await open(file, 'wx', 0o600)).close();
  const draft = `${file}.new`;
  const discard = () => {
    for (const name of [draft, file]) rmSync(name, { force: true });
  };
  process.once('exit', discard);
  try {
    const cipher = createCipheriv(CIPHER, keyOf(key, salt), iv).setAAD(line);
    async function* sealed(compressed: AsyncIterable<Buffer>) {
      yield line;
      for await (const chunk of compressed) yield cipher.update(chunk);
      yield cipher.final();
      yield cipher.getAuthTag();
    }
    const target = createWriteStream(draft, { mode: 0o600, flush: true });
    await pipeline(Readable.from(content), createGzip(), sealed, target);
    await rename(draft, file);
  } catch (error) {
    discard();
    throw error;
  } finally {
    process.off('exit', discard);
  }
  return (await stat(file)).size;
}

/** The first line of a backup. It is not yet proved to be genuine. @throws UnreadableBackup */
export async function readHeader(file: string): Promise<Header> {
  const { header } = await readFirstLine(file);
  return header;
}

/** The newest of some backups; undefined where none of them was completed. */
export async function newestOf(files: readonly string[]): Promise<string | undefined> {
  const dated = await Promise.all(files.map(async (file) => ({ file, at: await madeAt(file) })));
  return dated.filter(({ at }) => at !== undefined).toSorted((a, b) => Number(b.at) - Number(a.at))[0]?.file;
}

/**
 * When a backup was made, in milliseconds; undefined for an empty file, which is the name of one that was never completed. Of a
 * file that cannot be read as one it is when it was written, so that it is not passed over.
 */
async function madeAt(file: string): Promise<number | undefined> {
  const { size, mtimeMs } = await stat(file);
  if (size === 0) return undefined;
  const header = await readHeader(file).catch(() => undefined);
  return Date.parse(header?.created_at ?? '') || mtimeMs;
}

/**
 * The content of a backup. That it is whole and unchanged is known at its end alone: until then nothing that was read may count.
 * @throws UnreadableBackup
 */
export async function* readArchive(file: string, keys: DataKeys): AsyncGenerator<Buffer, void, undefined> {
  const { header, line } = await readFirstLine(file);
  const found = keys.find(({ id }) => id === header.key);
  if (!found)
    throw new UnreadableBackup(
      `It is encrypted with the key "${header.key}", which DATA_ENCRYPTION_KEY does not have.`,
    );
  const { size } = await stat(file);
  if (size < line.length + TAG_BYTES) throw damaged(header);
  const tag = await readPart(file, size - TAG_BYTES, TAG_BYTES);
  const decipher = createDecipheriv(
    CIPHER,
    keyOf(found.key, Buffer.from(header.salt, 'base64')),
    Buffer.from(header.iv, 'base64'),
  )
    .setAAD(line)
    .setAuthTag(tag);
  const sealed = createReadStream(file, { start: line.length, end: size - TAG_BYTES - 1 });
  const content = createGunzip();
  const opened = pipeline(sealed, decipher, content);
  // Reported below, once the content has ended.
  opened.catch(() => {});
  try {
    for await (const chunk of content) yield chunk;
    await opened;
  } catch {
    throw damaged(header);
  }
}

function damaged({ key }: Header): UnreadableBackup {
  return new UnreadableBackup(`It is damaged, or another key was called "${key}" when it was made.`);
}

function keyOf(key: Buffer, salt: Buffer): Buffer {
  return Buffer.from(hkdfSync('sha256', key, salt, 'backup', 32));
}

async function readFirstLine(file: string): Promise<{ header: Header; line: Buffer }> {
  const unreadable = ({ code }: NodeJS.ErrnoException) => {
    throw new UnreadableBackup(code === 'ENOENT' ? 'There is no such file.' : `It cannot be read (${code}).`);
  };
  // Reading anything else, such as a pipe, may wait forever.
  if (!(await stat(file).catch(unreadable)).isFile()) throw new UnreadableBackup('It is not a file.');
  const start = await readPart(file, 0, MOST_HEADER_BYTES).catch(unreadable);
  const line = start.subarray(0, start.indexOf('\n') + 1);
  try {
    const header = JSON.parse(line.toString()) as Header;
    if (header.backup === 1) return { header, line };
  } catch {
    // It is told below.
  }
  throw new UnreadableBackup('It is no backup of this service.');
}

async function readPart(file: string, position: number, length: number): Promise<Buffer> {
  const handle = await open(file);
  try {
    const { buffer, bytesRead } = await handle.read(Buffer.alloc(length), 0, length, position);
    return buffer.subarray(0, bytesRead);
  } finally {
    await handle.close();
  }
}
