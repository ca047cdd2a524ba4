import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';

const ROOT = resolve(import.meta.dirname, '..');

/** A file that serves URLs: a page, or the methods of a route. */
export type AppFile = { file: string; methods: string[]; matches: (path: string) => boolean; open: number };

/** Every page and route that Next serves, from the file tree. */
export function appFiles(): AppFile[] {
  const files = filesUnder('app').filter((file) => /(^|\/)(page\.tsx|route\.ts)$/.test(file));
  return files.map((file) => {
    const address = dirname(relative('app', file));
    const segments = address === '.' ? [] : address.split('/');
    const pattern = segments.map((segment) =>
      segment.startsWith('[...') ? '.+' : segment.startsWith('[') ? '[^/]+' : segment.replaceAll('.', '\\.'),
    );
    const form = new RegExp(`^/${pattern.join('/')}$`);
    return {
      file,
      methods: methodsOf(file),
      matches: (path) => form.test(path),
      open: segments.filter((segment) => segment.startsWith('[')).length,
    };
  });
}

/** The file that serves a URL: of several, the one with the most literal segments. */
export function fileFor(files: readonly AppFile[], path: string): AppFile | undefined {
  return files.filter((file) => file.matches(path)).toSorted((a, b) => a.open - b.open)[0];
}

function methodsOf(file: string): string[] {
  if (!file.endsWith('route.ts')) return ['GET'];
  const text = readFileSync(join(ROOT, file), 'utf8');
  return ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'].filter((method) =>
    new RegExp(`^export .*\\b${method}\\b`, 'm').test(text),
  );
}

function filesUnder(folder: string): string[] {
  const entries = readdirSync(join(ROOT, folder), { recursive: true, withFileTypes: true });
  return entries.filter((entry) => entry.isFile()).map((entry) => relative(ROOT, join(entry.parentPath, entry.name)));
}
