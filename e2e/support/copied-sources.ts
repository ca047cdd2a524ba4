import { cpSync, mkdtempSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';

const ROOT = resolve(import.meta.dirname, '../..');

/** What stays behind: packages are found in the checkout around the copy, which by its lock file is the whole project's root. */
const LEFT_OUT =
  /^(node_modules|package-lock\.json|e2e|docs|screens|test-results|playwright-report|\..*)$|\.tsbuildinfo$/;

/** A copy of the sources that a journey may change. */
export type CopiedSources = {
  folder: string;
  /** Replaces a text of a file. Throws where it is not there. */
  edit: (file: string, from: string, to: string) => void;
};

/** Copies the sources to a folder that neither git nor any check of the checkout looks into. The caller removes it. */
export function copySources(): CopiedSources {
  const folder = mkdtempSync(join(ROOT, '.next/copy-'));
  for (const name of readdirSync(ROOT).filter((entry) => !LEFT_OUT.test(entry)))
    cpSync(join(ROOT, name), join(folder, name), { recursive: true });
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
