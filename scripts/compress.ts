import { readdirSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, gzip } from 'node:zlib';

const COMPRESSIBLE = /\.(js|css|json|svg|txt|map)$/;
/** Below this a packet is a packet. */
const LEAST_BYTES = 512;

/** Puts a `.br` and a `.gz` beside each text file of a folder: compressed once, as well as it can be, and served as is. */
export async function compressFiles(folder: string): Promise<void> {
  const names = readdirSync(folder, { recursive: true, encoding: 'utf8' });
  for (const name of names.filter((each) => COMPRESSIBLE.test(each))) {
    const file = join(folder, name);
    const content = await readFile(file);
    if (content.length < LEAST_BYTES) continue;
    await writeFile(`${file}.br`, await promisify(brotliCompress)(content));
    await writeFile(`${file}.gz`, await promisify(gzip)(content, { level: 9 }));
  }
}
