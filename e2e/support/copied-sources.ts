import { cpSync, mkdtempSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';

const ROOT = resolve(import.meta.dirname, '../..');

/** Not copied. Packages are found in the checkout around the copy, whose lock file makes it the project's root. */
const LEFT_OUT =
  /^(node_modules|package-lock\.json|e2e|docs|screens|test-results|playwright-report|\..*)$|\.tsbuildinfo$/;

const isSource = (path: string) => !path.endsWith('/node_modules');

/** A copy of the sources that a journey may change. */
export type CopiedSources = {
  folder: string;
  /** Replaces a text in a file. Throws if the file does not contain it. */
  edit: (file: string, from: string, to: string) => void;
};

/** Copies the sources to a folder that git and the checks ignore. The caller removes it. */
export function copySources(): CopiedSources {
  const folder = mkdtempSync(join(ROOT, '.next/copy-'));
  for (const name of readdirSync(ROOT).filter((entry) => !LEFT_OUT.test(entry)))
    cpSync(join(ROOT, name), join(folder, name), { recursive: true, filter: isSource });
  return {
    folder,
    edit: (file, from, to) => {
      const path = join(folder, file);
      const text = readFileSync(path, 'utf8');
      if (!text.includes(from)) throw new Error(`${file} does not say: ${from}`);
      writeFileSync(
        path,
        text.replace(from, () => to),
      );
    },
  };
}
