import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

/** A source file of the product and what it imports. Paths are relative to the root of the project. */
export type SourceFile = { path: string; text: string; imports: Import[] };
/** `target` is a path of the project, or the name of a package. */
export type Import = { target: string; typeOnly: boolean };

const SKIPPED = new Set(['node_modules', 'generated', 'public', 'test-results', 'playwright-report']);
const SOURCE = /\.(ts|tsx|mjs)$/;
const STATEMENT = /^(?:import|export)\s+(?<clause>[^'";]*?)\s*from\s*['"](?<from>[^'"]+)['"]/gm;
const BARE = /^import\s*['"](?<from>[^'"]+)['"]/gm;
const DYNAMIC = /\bimport\(\s*['"](?<from>[^'"]+)['"]/g;

/** Every source file below a folder, hidden folders left out. */
export function sourceFiles(folder = '.'): SourceFile[] {
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    if (entry.name.startsWith('.') || SKIPPED.has(entry.name)) return [];
    const path = join(folder, entry.name);
    if (entry.isDirectory()) return sourceFiles(path);
    return entry.isFile() && SOURCE.test(entry.name) ? [readSource(path)] : [];
  });
}

function readSource(path: string): SourceFile {
  const text = readFileSync(path, 'utf8');
  const imports = [STATEMENT, BARE, DYNAMIC].flatMap((pattern) =>
    [...text.matchAll(pattern)].map(({ groups: { clause = '', from = '' } = {} }) => ({
      target: resolveTarget(path, from),
      typeOnly: isTypeOnly(clause),
    })),
  );
  return { path, text, imports };
}

function resolveTarget(importer: string, from: string): string {
  if (from.startsWith('#')) return from.slice(1);
  return from.startsWith('.') ? join(dirname(importer), from) : from;
}

/** `import type …`, or braces that hold nothing but types. */
function isTypeOnly(clause: string): boolean {
  if (/^type\s/.test(clause)) return true;
  const names = /^\{(.*)\}$/s
    .exec(clause)?.[1]
    ?.split(',')
    .filter((name) => name.trim() !== '');
  return names !== undefined && names.length > 0 && names.every((name) => /^\s*type\s/.test(name));
}
