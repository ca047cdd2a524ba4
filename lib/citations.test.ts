import { existsSync, globSync, readFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { describe, expect, test } from 'vitest';

/** A citation of a numbered section, in the form that CONTRIBUTING.md defines. */
type Citation = { document: keyof typeof SECTIONS; number: string };

const SKIPPED = /(^|\/)(node_modules|generated|migrations|test-results|playwright-report|screens)\/|^public\//;
const files = globSync('**/*.{md,ts,tsx,mjs,js,css,prisma,yaml}', {
  exclude: (path) => SKIPPED.test(`${path}/`) || /(^|\/)\./.test(path),
}).sort();
const names = new Set(files.map((path) => basename(path)));
const texts = new Map(files.map((path) => [path, readFileSync(path, 'utf8')]));
const textOf = (path: string) => texts.get(path) ?? '';
const isDocument = (path: string) => path.endsWith('.md');

/** The targets of each numbered document: headings, and items or table rows that begin with a number. */
const SECTIONS = {
  specification: numbersIn('docs/specification.md', [/^#{2,4} (\d+(?:\.\d+)?) /gm, /^- \*\*(\d+\.\d+)\*\*/gm]),
  ruling: numbersIn('docs/rulings.md', [/^\| (\d+) \|/gm]),
  gateways: numbersIn('docs/gateways.md', [/^#{2,4} ([A-E](?:\d[a-z]?)?) /gm]),
};

function numbersIn(path: string, patterns: RegExp[]): string[] {
  return patterns.flatMap((pattern) => [...textOf(path).matchAll(pattern)].map(([, number = '']) => number));
}

/** A text whose comments are joined to single lines, because a citation can be broken across two lines. */
function joined(text: string): string {
  return text.replaceAll(/\n\s*(?:\*(?!\/)|\/{2,3}|#)?\s*/g, ' ');
}

const LIST = (number: string) => `${number}(?:(?:, | and |–)${number})*`;
const CITED = [
  { document: 'specification', pattern: new RegExp(`\\bspecification (${LIST('\\d+(?:\\.\\d+)?')})`, 'gi') },
  { document: 'ruling', pattern: new RegExp(`\\brulings?:? (${LIST('\\d+')})`, 'gi') },
  { document: 'gateways', pattern: new RegExp(`\\bgateways (${LIST('[A-E](?:\\d[a-z]?)?\\b')})`, 'g') },
] as const;

function citationsIn(text: string): Citation[] {
  return CITED.flatMap(({ document, pattern }) =>
    [...joined(text).matchAll(pattern)].flatMap(([, list = '']) =>
      list.split(/, | and |–/).map((number) => ({ document, number })),
    ),
  );
}

/** Forms that are no longer used, of documents that are not in the repository. */
const OBSOLETE = /\b(?:decisions|spec|rails)\.md\b|(?<![\w.-])spec (?:section )?\d/g;

/** Links of a document to files of the repository, such as `../README.md#map-of-the-code`. */
function linksIn(text: string): string[] {
  return [...text.matchAll(/\]\(([^)\s]+)\)/g)]
    .map(([, target = '']) => target)
    .filter((target) => !/^[a-z]+:/.test(target));
}

/** The fragment that GitHub gives a heading. */
function fragmentOf(heading: string): string {
  return heading
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}\s_-]/gu, '')
    .trim()
    .replaceAll(/\s/g, '-');
}

function leadsSomewhere(from: string, link: string): boolean {
  const [path = '', fragment] = link.split('#');
  const target = path === '' ? from : join(dirname(from), path);
  if (!existsSync(target)) return false;
  if (fragment === undefined || !isDocument(target)) return true;
  const headings = textOf(target).matchAll(/^#{1,6} (.+)$/gm);
  return [...headings].some(([, heading = '']) => fragmentOf(heading) === fragment);
}

const FOLDERS = 'app|components|deploy|docs|e2e|emulators|lib|prisma|public|scripts|sdk|testing';
/** A path from the root of the repository, but not a part of a URL such as `/docs/errors`. */
const PATH = new RegExp(`(?<![\\w/.@:}-])(?:${FOLDERS})/(?:\\[[\\w.]+\\]|\\{[\\w.,-]+\\}|[\\w.*/-])*(?<![.-])`, 'g');
/** A file that is named without its folder. */
const NAME = /(?<![\w/.*@$}…-])\w[\w-]*(?:\.[\w-]+)*\.(?:tsx?|mjs|md|css|prisma)\b(?![/(])/g;

/** The text of a file that can mention others: a whole document, or the comments of code. */
function proseOf(path: string): string {
  const text = textOf(path);
  if (isDocument(path)) return text;
  return (text.match(/(?<=^|\s)\/\*\*?\s[\s\S]*?\*\/|^\s*\/{2,3}\s.*$/gm) ?? []).join('\n');
}

function mentionsIn(text: string): string[] {
  return [...(text.match(PATH) ?? []), ...(text.match(NAME) ?? [])];
}

/** Names in code font such as `lockCause` and `JoinedLookup`; not parts of other names. */
function identifiersIn(text: string): string[] {
  const spans = text.replaceAll(/^```[\s\S]*?^```/gm, '').match(/`[^`\n]+`/g) ?? [];
  return spans.flatMap((span) => span.match(/(?<![\w…</-])(?:[a-z]+|[A-Z][a-z]+)(?:[A-Z][a-z0-9]*)+(?![\w/-])/g) ?? []);
}

/**
 * Whether a mention leads to a file or folder. `*` matches any name, `{a,b}` either one, and a path without extension can
 * be a prefix, as in `npm test -- lib/money`.
 */
function isThere(mention: string, from: string): boolean {
  if (!mention.includes('/')) return names.has(mention);
  if (existsSync(mention) || existsSync(join(dirname(from), mention))) return true;
  if (/[*{]/.test(mention)) return globSync(mention).length > 0;
  return !/\.\w+$/.test(mention) && files.some((path) => path.startsWith(mention));
}

/** What a check finds in the prose of files, each as "file: finding". */
function findings(paths: string[], check: (text: string, path: string) => string[]): string[] {
  return paths.flatMap((path) => check(proseOf(path), path).map((finding) => `${path}: ${finding}`));
}

const SELF = 'lib/citations.test.ts';
const others = files.filter((path) => path !== SELF);
const documents = others.filter(isDocument);
/** A superseded note describes the past: files that it names may be gone. */
const isSuperseded = (path: string) =>
  path.startsWith('docs/decisions/2') && fateIn(joined(textOf(path))).startsWith('Superseded');

describe('citations', () => {
  test('the scan finds the documents, their sections and their citations', () => {
    expect(SECTIONS.specification).toEqual(expect.arrayContaining(['1.11', '2.2', '4.3', '8', '9.8']));
    expect(SECTIONS.ruling).toEqual(expect.arrayContaining(['1', '42', '67']));
    expect(SECTIONS.gateways).toEqual(expect.arrayContaining(['A', 'A1c', 'B1', 'C5']));
    expect(citationsIn('/** (specification 9.3–9.5;\n * rulings 4,\n * 24 and 27; gateways B1, C2). */')).toEqual([
      { document: 'specification', number: '9.3' },
      { document: 'specification', number: '9.5' },
      { document: 'ruling', number: '4' },
      { document: 'ruling', number: '24' },
      { document: 'ruling', number: '27' },
      { document: 'gateways', number: 'B1' },
      { document: 'gateways', number: 'C2' },
    ]);
    expect(others.length).toBeGreaterThan(500);
    const cited = others.flatMap((path) => citationsIn(textOf(path)));
    for (const { document } of CITED)
      expect(cited.filter((citation) => citation.document === document).length).toBeGreaterThan(10);
  });

  test('no number is used twice', () => {
    for (const numbers of Object.values(SECTIONS)) expect(numbers).toEqual([...new Set(numbers)]);
  });

  test('every ruling is cited by the code that implements it', () => {
    const code = others.filter((path) => /^(?:app|components|lib|scripts)\//.test(path) && !path.includes('.test.'));
    const cited = new Set(
      code.flatMap((path) => citationsIn(textOf(path))).map((one) => `${one.document} ${one.number}`),
    );
    expect(SECTIONS.ruling.filter((number) => !cited.has(`ruling ${number}`))).toEqual([]);
  });

  test('every cited section of the specification, ruling and section on gateways exists', () => {
    const missing = others.flatMap((path) =>
      citationsIn(textOf(path))
        .filter(({ document, number }) => !SECTIONS[document].includes(number))
        .map(({ document, number }) => `${path}: ${document} ${number}`),
    );
    expect(missing).toEqual([]);
  });

  test('nothing cites a document outside of the repository', () => {
    expect(others.flatMap((path) => (textOf(path).match(OBSOLETE) ?? []).map((form) => `${path}: ${form}`))).toEqual(
      [],
    );
  });

  test('every link of a document leads to an existing file and heading', () => {
    expect(findings(documents, (text, path) => linksIn(text).filter((link) => !leadsSomewhere(path, link)))).toEqual(
      [],
    );
  });

  test('every file and folder that a document or a comment mentions exists', () => {
    const current = others.filter((path) => !isSuperseded(path));
    expect(findings(current, (text, path) => mentionsIn(text).filter((mention) => !isThere(mention, path)))).toEqual(
      [],
    );
  });

  test('every function, type and field that a document names occurs in the code', () => {
    const code = new Set(
      others.filter((path) => !isDocument(path)).flatMap((path) => textOf(path).match(/\w+/g) ?? []),
    );
    const ours = documents.filter((path) => !isSuperseded(path) && path !== 'docs/gateways.md');
    expect(findings(ours, (text) => identifiersIn(text).filter((name) => !code.has(name)))).toEqual([]);
  });

  test('every log message that operations.md names occurs in the code', () => {
    const messages = joined(textOf('docs/operations.md')).match(/(?<=`)[a-z’]+(?: [a-z’]+){2,}(?=`)/g) ?? [];
    const code = others.filter((path) => /^lib\/.*(?<!\.test)\.ts$/.test(path)).map(textOf);
    expect(messages.length).toBeGreaterThan(3);
    expect(messages.filter((message) => !code.some((text) => text.includes(message)))).toEqual([]);
  });

  test('the index of decisions has every note once, with the same status as the note', () => {
    const rows = textOf('docs/decisions/README.md').matchAll(/^\| \S+ \| \[[^\]]+\]\((2[^)]+)\) (.*)$/gm);
    const index = [...rows].map(([, note = '', rest = '']) => [note, fateIn(rest.replaceAll('**', ''))]);
    const notes = globSync('docs/decisions/2*.md').sort();
    expect(notes.length).toBeGreaterThan(50);
    expect(index.sort()).toEqual(notes.map((path) => [basename(path), fateIn(joined(textOf(path)))]));
  });
});

/** "Superseded by", "Replaced in part by", "Extended by" and the notes that follow. */
function fateIn(text: string): string {
  const [, fate, by = ''] =
    /\b(Superseded|Replaced in part|Extended) by (\[[^.]*?\.md\)(?: and \[[^.]*?\.md\))*)/.exec(text) ?? [];
  return fate === undefined ? '' : [fate, ...linksIn(by)].join(' ');
}
