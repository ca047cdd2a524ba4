import { existsSync, mkdtempSync, renameSync, rmSync } from 'node:fs';
import { basename, join } from 'node:path';
import { packSdk, RELEASES } from './pack-sdk.ts';

/** Stores the package of the current version, which is served for good. A test compares it with the sources. */
const work = mkdtempSync(join(RELEASES, '.packing-'));
try {
  const packed = await packSdk(work);
  const released = join(RELEASES, basename(packed));
  if (existsSync(released)) {
    console.error(`${basename(packed)} is released. Raise the version in sdk/package.json and sdk/src/send.ts.`);
    process.exitCode = 1;
  } else renameSync(packed, released);
} finally {
  rmSync(work, { recursive: true });
}
