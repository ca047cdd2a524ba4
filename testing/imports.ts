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

/** Every source file below a folder, without hidden folders. */
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

/** `import type …`, or braces with types only. */
function isTypeOnly(clause: string): boolean {
  if (/^type\s/.test(clause)) return true;
  const names = /^\{(.*)\}$/s
    .exec(clause)?.[1]
    ?.split(',')
    .filter((name) => name.trim() !== '');
  return names !== undefined && names.length > 0 && names.every((name) => /^\s*type\s/.test(name));
}

/** Circles of imports, direct or indirect; each once, with sorted paths. */
export function circles(files: readonly SourceFile[]): string[][] {
  const importsOf = new Map(files.map(({ path, imports }) => [path, imports.map(({ target }) => target)]));
  const reached = new Map(files.map(({ path }) => [path, reachedFrom(path, importsOf)]));
  const inCircle = [...reached].filter(([path, others]) => others.has(path)).map(([path]) => path);
  const groups = inCircle.map((path) =>
    inCircle.filter((other) => reached.get(path)?.has(other) && reached.get(other)?.has(path)).sort(),
  );
  return groups.filter((group, index) => inCircle[index] === group[0]);
}

/** The files that a file imports, directly or through others. */
function reachedFrom(start: string, importsOf: ReadonlyMap<string, readonly string[]>): Set<string> {
  const reached = new Set<string>();
  const pending = [start];
  for (let path = pending.pop(); path !== undefined; path = pending.pop()) {
    for (const target of importsOf.get(path) ?? []) {
      if (!importsOf.has(target) || reached.has(target)) continue;
      reached.add(target);
      pending.push(target);
    }
  }
  return reached;
}
