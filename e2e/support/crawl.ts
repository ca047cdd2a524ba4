import type { APIRequestContext, Page } from '@playwright/test';
import { type AppFile, fileFor } from '#testing/app-tree.ts';

type Found = { links: string[]; forms: Form[] };
type Form = { action: string; controls: Control[] };
type Control = { name: string; empty: string; options: string[]; isTyped: boolean };
type Lead = { address: string; typed?: string; depth?: string };

type Crawl = {
  /** Sends one request. */
  request: APIRequestContext;
  baseUrl: string;
  /** Any page: its parser reads the HTML. */
  parser: Page;
  files: readonly AppFile[];
  /** The first addresses. What they link to is visited before deeper links. */
  seeds: readonly string[];
  /** Search terms for lists. */
  searches: readonly string[];
  /** Where the pages deep in a list begin. */
  depths: readonly Date[];
  /** Called with each response, before the next request. */
  seen: (path: string, status: number) => void;
};

/** Orders and filters chosen in one address: with more, the addresses of a list multiply, and its statements hardly differ. */
const MOST_CHOICES = 2;

/** Parameters that change how an answer is written, and nothing that is read for it. */
const HOW_WRITTEN = ['lang', 'columns'];

/**
 * Follows links and list filters: one address for each file and set of parameters, with every choice of a filter and every
 * pair of choices, with each search, and deep into every list with a next page. A page of two choices is looked at, and
 * what it links to is not: its files and later pages are those of each choice alone.
 * @returns how many addresses were visited
 */
export async function crawl({ seeds, ...site }: Crawl): Promise<number> {
  const known = new Set<string>();
  const queue: string[] = [];
  const add = ({ address, typed = '', depth = '' }: Lead) => {
    const url = new URL(address, site.baseUrl);
    const file = fileFor(site.files, url.pathname);
    if (url.origin !== site.baseUrl || !file?.methods.includes('GET')) return;
    for (const name of HOW_WRITTEN) url.searchParams.delete(name);
    if (countOf(url, isWord) > MOST_CHOICES) return;
    const key = `${file.file} ${alike(url, typed)} ${depth}`;
    if (known.has(key)) return;
    known.add(key);
    queue.push(url.pathname + url.search);
  };
  for (const address of seeds) add({ address });
  const day = site.depths.map((depth) => depth.toISOString().slice(0, 10)).at(-1) ?? '';
  for (let path = queue.shift(); path !== undefined; path = queue.shift()) {
    const response = await site.request.get(site.baseUrl + path, { maxRedirects: 0, timeout: 0 });
    const isPage = response.headers()['content-type']?.startsWith('text/html') ?? false;
    const body = isPage ? await response.text() : '';
    site.seen(path, response.status());
    if (!isPage || isOfTwo(new URL(path, site.baseUrl))) continue;
    const { links, forms } = await site.parser.evaluate(partsOf, { body, day, address: site.baseUrl + path });
    for (const address of links) add({ address });
    for (const link of links) deepPages(link, site.depths).forEach(add);
    for (const form of forms) filled(form, site.searches).forEach(add);
  }
  return known.size;
}

/** A state, an order or the like; any other value is an id, a date, a cursor or was typed. */
const isWord = (value: string) => /^[a-z_]{1,30}$/.test(value);

const isDay = (value: string) => /^\d{4}-\d\d-\d\d$/.test(value);

function countOf({ searchParams }: URL, is: (value: string) => boolean): number {
  return [...searchParams.values()].filter(is).length;
}

/**
 * Whether an address has two choices, days among them. A day within an order counts as one, because what is read from an order
 * that begins or ends within the list depends on both.
 */
function isOfTwo(url: URL): boolean {
  const words = countOf(url, isWord);
  const days = countOf(url, isDay);
  const isDayOfOrder = words === 1 && days === 1 && Boolean(url.searchParams.get('sort'));
  return words + days >= MOST_CHOICES && !isDayOfOrder;
}

/**
 * Addresses that the same code answers in the same way share a key: all values but words and what was typed are alike.
 */
function alike({ searchParams }: URL, typed: string): string {
  return [...searchParams]
    .filter(([, value]) => value !== '')
    .map(([name, value]) => `${name}=${name === typed || isWord(value) ? value : '*'}`)
    .sort()
    .join('&');
}

/**
 * A link to the next page of a list, moved to other times: its cursor is an instant and a row, or an instant and a count.
 */
function deepPages(link: string, depths: readonly Date[]): Lead[] {
  const url = new URL(link);
  return [...url.searchParams].flatMap(([name, value]) => {
    const isPlain = /^\d{12,}-\d+$/.test(value);
    const [, rest] = /^\d{12,}([ -].+)$/.exec(isPlain ? value : Buffer.from(value, 'base64url').toString()) ?? [];
    if (rest === undefined) return [];
    return depths.map((depth) => {
      const moved = `${depth.getTime()}${rest}`;
      const deep = new URL(url);
      deep.searchParams.set(name, isPlain ? moved : Buffer.from(moved).toString('base64url'));
      return { address: deep.href, depth: String(depth.getTime()) };
    });
  });
}

/** A form with each choice, every pair of choices and each search; all other fields empty. */
function filled({ action, controls }: Form, searches: readonly string[]): Lead[] {
  const address = (...entries: { name: string; value: string }[]) => {
    const url = new URL(action);
    for (const { name, empty } of controls) url.searchParams.set(name, empty);
    for (const { name, value } of entries) url.searchParams.set(name, value);
    return url.href;
  };
  const choices = controls.flatMap(({ name, options }) => options.map((value) => ({ name, value })));
  const pairs = choices.flatMap((one) =>
    choices.filter((two) => one.name < two.name).map((two) => ({ address: address(one, two) })),
  );
  const typed = controls
    .filter(({ isTyped }) => isTyped)
    .flatMap(({ name }) => searches.map((value) => ({ address: address({ name, value }), typed: name })));
  return [...choices.map((one) => ({ address: address(one) })), ...pairs, ...typed];
}

/** Runs in the browser. */
function partsOf({ body, address, day }: { body: string; address: string; day: string }): Found {
  const document = new DOMParser().parseFromString(body, 'text/html');
  const absolute = (target: string | null) => new URL(target ?? '', address).href.replace(/#.*/, '');
  const forms = [...document.querySelectorAll('form')].filter((form) => form.method === 'get');
  return {
    links: [...document.querySelectorAll('a[href], link[href], img[src]')].map((element) =>
      absolute(element.getAttribute('href') ?? element.getAttribute('src')),
    ),
    forms: forms.map((form) => ({
      action: absolute(form.getAttribute('action')),
      controls: [...form.elements].flatMap((control) => {
        if (!(control instanceof HTMLInputElement || control instanceof HTMLSelectElement)) return [];
        if (control.name === '') return [];
        const { name, value, type } = control;
        const isTyped = ['text', 'search'].includes(type);
        if (type === 'date') return [{ name, empty: '', options: [day], isTyped: false }];
        if (!(control instanceof HTMLSelectElement))
          return [{ name, empty: isTyped ? '' : value, options: [], isTyped }];
        // One id stands for all of its list: the selected one, or the first.
        const all = [...control.options].map((one) => one.value);
        const ids = [value, ...all].filter((one) => one !== '' && !/^[a-z_]+$/.test(one)).slice(0, 1);
        const options = [...all.filter((one) => /^[a-z_]+$/.test(one)), ...ids];
        return [{ name, empty: all[0] ?? '', options, isTyped }];
      }),
    })),
  };
}
