import { readdirSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, gzip } from 'node:zlib';

const COMPRESSIBLE = /\.(js|css|json|svg|txt|map)$/;
/** Smaller files fit into one packet anyway. */
const MIN_BYTES = 512;

/** Writes a `.br` and a `.gz` of each text file of a folder at the highest compression, to be served as they are. */
export async function compressFiles(folder: string): Promise<void> {
  const names = readdirSync(folder, { recursive: true, encoding: 'utf8' });
  for (const name of names.filter((each) => COMPRESSIBLE.test(each))) {
    const file = join(folder, name);
    const content = await readFile(file);
    if (content.length < MIN_BYTES) continue;
    await writeFile(`${file}.br`, await promisify(brotliCompress)(content));
    await writeFile(`${file}.gz`, await promisify(gzip)(content, { level: 9 }));
  }
}
