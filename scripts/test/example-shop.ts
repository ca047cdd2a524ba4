import { execFileSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { packSdk } from '../pack-sdk.ts';

const ROOT = resolve(import.meta.dirname, '../..');

/**
 * Copies the example shop of the SDK into a folder outside the repository and installs the packed SDK there, as a partner
 * would; what npm would fetch is linked from our own packages.
 * @returns the folder, to be removed by the caller
 */
export async function installExampleShop(): Promise<string> {
  const folder = mkdtempSync(join(tmpdir(), 'example-shop-'));
  cpSync(join(ROOT, 'sdk/example'), folder, { recursive: true });
  const packages = join(folder, 'node_modules');
  const sdk = join(packages, 'fundraising-partner');
  mkdirSync(sdk, { recursive: true });
  execFileSync('tar', ['-xzf', await packSdk(folder), '-C', sdk, '--strip-components=1']);
  symlinkSync(join(ROOT, 'node_modules/@playwright'), join(packages, '@playwright'));
  return folder;
}
