import { renderToStaticMarkup } from 'react-dom/server';
import { describe, expect, it } from 'vitest';
import { CHANGELOG, changelogPath } from '#lib/changelog.ts';
import { unknownError } from '#lib/docs/errors.ts';
import { llmsText, markdownOf, markdownPath } from '#lib/docs/markdown.ts';
import { docsPages } from '#lib/docs/pages.ts';
import { problemUses } from '#lib/docs/reference.ts';
import { searchEntries } from '#lib/docs/search-entries.ts';
import { loadEnv } from '#lib/env.ts';
import { isEmailAddress } from '#lib/fields.ts';
import { CONTRACTS } from '#lib/http/contracts.ts';
import { translatorFor } from '#lib/i18n/translate.ts';
import { MAX_TOKENS, readJson } from '#lib/json.ts';
import { PROBLEM_CODES, problemPath } from '#lib/problems/catalogue.ts';
import { DocsPage } from './docs-page.tsx';
import { highlight } from './highlight.ts';
import { finder } from './search/finder.ts';

const BASE_URL = 'https://pay.example';
const LIVE = {
  PUBLIC_BASE_URL: BASE_URL,
  SUPPORT_EMAIL: 'partners@pay.example',
  STRIPE_SECRET_KEY: 'sk_test_a',
  STRIPE_PUBLISHABLE_KEY: 'pk_test_a',
  STRIPE_WEBHOOK_SECRET: 'whsec_a',
};
const pages = docsPages(loadEnv(LIVE));
const t = translatorFor('en');
const html = new Map(
  pages.map((page) => [
    page.path,
    renderToStaticMarkup(<DocsPage t={t} pages={pages} page={page} nonce="n" baseUrl={BASE_URL} />),
  ]),
);
const markdown = new Map(pages.map((page) => [page.path, markdownOf(page, BASE_URL)]));
const operations = pages.flatMap((page) => page.operations);
const [guide, reference] = ['/docs', '/docs/api'].map((path) => html.get(path) ?? '');

const idsOf = (page: string) => [...page.matchAll(/ id="([^"]+)"/g)].map((match) => match[1] ?? '');
const linksOf = (page: string) => [...page.matchAll(/ href="([^"]+)"/g)].map((match) => match[1] ?? '');
const textOf = (page: string) => page.replaceAll(/<[^>]+>/g, '');

describe('the error pages', () => {
  it.each(PROBLEM_CODES)('explain %s with an example that names the page itself', (code) => {
    const page = html.get(problemPath(code)) ?? '';
    expect(page).toContain(`${BASE_URL}${problemPath(code)}`);
    expect(textOf(page)).not.toMatch(/undefined|\[object/);
  });

  it('name every status that an endpoint answers with the code', () => {
    for (const { id, problems } of operations)
      for (const { status, codes } of problems)
        for (const code of codes)
          expect(problemUses(code).find((use) => use.status === status)?.operations).toContainEqual(
            expect.objectContaining({ id }),
          );
  });

  it('of an unknown code name those that look like it, and lead back', () => {
    const find = finder(searchEntries(pages.filter(({ isError }) => isError)));
    const path = '/docs/errors/link_not_payable';
    const page = unknownError(path, 'link_not_payable', find('link_not_payable').slice(0, 3));
    const shown = renderToStaticMarkup(<DocsPage t={t} pages={pages} page={page} nonce="n" baseUrl={BASE_URL} />);
    const links = linksOf(shown.slice(shown.indexOf('<main')));
    expect(links).toEqual(expect.arrayContaining(['/docs/errors/checkout_link_not_payable', '/docs/errors']));
    expect(links.filter((link) => link.endsWith('.md'))).toEqual([]);
    expect(unknownError(path, '<b>`', []).summary).toBe('This is not an error code of version 1.');
  });
});

describe('the links within the documentation', () => {
  const files = ['/openapi.json', '/docs/postman.json', '/llms.txt', '/dashboard', '/docs/search', '/favicon.svg'];
  const anchors: Record<string, string[]> = {
    ...Object.fromEntries([...html].map(([path, page]) => [path, idsOf(page)])),
    ...Object.fromEntries(pages.map(({ path }) => [markdownPath(path), []])),
    ...Object.fromEntries(files.map((path) => [path, []])),
  };
  function expectKnown(link: string, path: string): void {
    if (link.startsWith('mailto:')) return;
    const [page, anchor] = link.split('#');
    const known = anchors[page || path];
    expect(known, `${path}: ${link}`).toBeDefined();
    if (anchor) expect(known, `${path}: ${link}`).toContain(decodeURIComponent(anchor));
  }

  it.each([...html])('of %s have existing targets', (path, page) => {
    for (const link of linksOf(page)) expectKnown(link, path);
  });

  it('of what the search finds have existing targets, each once', () => {
    const found = searchEntries(pages).map(({ href }) => href);
    for (const link of found) expectKnown(link, '');
    expect(new Set(found).size).toBe(found.length);
  });

  it('have no duplicate anchors', () => {
    for (const [path, ids] of Object.entries(anchors)) expect(new Set(ids).size, path).toBe(ids.length);
  });

  it('reach every entry of the changelog', () => {
    for (const entry of CHANGELOG) expect(anchors['/docs/changelog']).toContain(changelogPath(entry).split('#')[1]);
  });
});

describe('commands for a shell', () => {
  const codes = pages.flatMap(({ sections, operations }) => [
    ...sections.flatMap(({ blocks }) =>
      blocks.flatMap((block) => {
        if (typeof block === 'string') return [];
        return 'samples' in block ? block.samples : 'code' in block ? [block] : [];
      }),
    ),
    ...operations.flatMap(({ samples }) => samples),
  ]);

  it('have no comments: a zsh that they are pasted into takes those for commands, or for arguments', () => {
    const commands = codes.filter(({ language }) => language === 'shell').map(({ code }) => code);
    expect(commands.length).toBeGreaterThan(10);
    for (const command of commands) expect(command).not.toMatch(/(^|\s)#/);
  });
});

describe('what the guide says of requests', () => {
  it('names every status of malformed HTTP', () => {
    const statuses = problemUses('validation_failed').map(({ status }) => status);
    expect(statuses).toContain(413);
    for (const status of statuses) expect(guide).toContain(`<code>${status}</code>`);
  });

  it('names the characters that no email address has', () => {
    const none = ['(', ')', '<', '>', '[', ']', ':', ';', ',', '\\', '"'];
    for (const character of none) expect(isEmailAddress(`an${character}a@example.org`)).toBe(false);
    expect(markdown.get('/docs')).toContain(`none of \`${none.join(' ')}\``);
  });

  it('says that a number beyond the range of a double is refused wherever it is', () => {
    expect(() => readJson(`{"unknown":1${'0'.repeat(308)}}`)).not.toThrow();
    expect(() => readJson('{"unknown":1e309}')).toThrow();
    expect(textOf(guide ?? '')).toMatch(
      /A number beyond the range of a double \(about 1.8e308\) returns 400, even in a field/,
    );
  });
});

describe('the API reference', () => {
  it('covers every endpoint', () => {
    expect(operations.map(({ id }) => id)).toEqual(CONTRACTS.map(({ operationId }) => operationId));
  });

  it('states the largest body of every endpoint, as the guide does', () => {
    for (const contract of CONTRACTS) {
      if (!contract.body) continue;
      const limit = `${contract.maxBodyBytes / 1024} KiB`;
      expect(reference).toContain(`Body: at most ${limit} and ${MAX_TOKENS} JSON tokens.`);
      expect(guide).toContain(limit);
    }
    expect(guide).toContain(`${MAX_TOKENS} JSON tokens`);
  });

  it('describes every field, and says which belong to a status alone', () => {
    for (const { id, parameters, body, reply } of operations)
      for (const { name, description } of [...parameters, ...(body ?? []), ...reply])
        expect(description, `${id} ${name}`).toMatch(/\w/);
    const fields = operations.find(({ id }) => id === 'readCheckoutLink')?.reply ?? [];
    const rulesOf = (name: string) => fields.find((field) => field.name === name)?.rules;
    expect(rulesOf('amount_paid')).toContain('only when `status` is `completed`');
    expect(fields.find(({ name }) => name === 'status')?.description).toMatch(
      / `completed`: the donation is approved/i,
    );
    expect(rulesOf('status')).toEqual(['one of `open`, `expired`, `cancelled`, `completed`']);
    expect(fields.filter(({ name }) => name === 'amount')).toHaveLength(1);
  });

  it('gives every field an anchor, those of objects too', () => {
    expect(idsOf(reference ?? '')).toEqual(
      expect.arrayContaining(['createCause-owner.email', 'createCheckoutLink-metadata', 'readCause-response-totals']),
    );
  });

  it('shows an example of every endpoint in every language, without a placeholder', () => {
    for (const { id, example, samples } of operations) {
      expect(example.path).not.toMatch(/[{}]/);
      expect(reference).toContain(example.path);
      expect(
        samples.map(({ kind }) => kind),
        id,
      ).toEqual(['curl', 'sdk', 'python']);
    }
  });

  it('sends requests only where no money moves', () => {
    const page = pages.find(({ path }) => path === '/docs/api') ?? unknownError('', '', []);
    const shown = (canTry: boolean) =>
      renderToStaticMarkup(
        <DocsPage t={t} pages={pages} page={page} canTry={canTry} nonce="n" baseUrl={BASE_URL} />,
      ).includes('Try it');
    expect([shown(true), shown(false)]).toEqual([true, false]);
  });
});

describe('the guide', () => {
  const deployment = (settings: Record<string, string>) =>
    docsPages(loadEnv(settings))
      .map((page) => markdownOf(page, BASE_URL))
      .join('\n');

  it('says whom to ask: the deployment’s own address, if it has one', () => {
    expect(deployment(LIVE)).toContain('write to [partners@pay.example](mailto:partners@pay.example)');
    expect(deployment({ ...LIVE, SUPPORT_EMAIL: '' })).not.toContain('mailto');
  });

  it('says that owners withdraw in the dashboard', () => {
    expect(markdown.get('/docs')).toMatch(/owner of a cause requests withdrawals in the \[dashboard\]/);
  });
});

describe('the documentation as Markdown', () => {
  it.each([...markdown])('of %s says all that the page says', (path, text) => {
    const plain = (words: string) =>
      words
        .replaceAll(/\[([^\]]+)\]\([^)\s]+\)/g, '$1')
        .replaceAll(/[`*\\]/g, '')
        .replaceAll(/\s+/g, ' ');
    const said = plain(text);
    for (const section of pages.find((page) => page.path === path)?.sections ?? []) {
      expect(said).toContain(section.title);
      for (const block of section.blocks) {
        if (typeof block === 'string') expect(said).toContain(plain(block));
        else if ('list' in block || 'steps' in block)
          for (const line of 'list' in block ? block.list : block.steps) expect(said).toContain(plain(line));
        else if ('table' in block) for (const cell of block.table.rows.flat()) expect(said).toContain(plain(cell));
        else if ('code' in block) expect(text).toContain(block.code);
        else if ('samples' in block) for (const { code } of block.samples) expect(text).toContain(code);
      }
    }
  });

  it('leads from page to page, with absolute addresses', () => {
    const known = new Set([...markdown.keys()].map((path) => BASE_URL + markdownPath(path)));
    const others = ['/openapi.json', '/docs/postman.json', '/llms.txt', '/dashboard', '/sdk/latest.tgz'];
    for (const [path, text] of markdown)
      for (const [, link = ''] of text.replaceAll(/^```[\s\S]*?^```$/gm, '').matchAll(/\]\(([^)\s]+)\)/g)) {
        const [target = ''] = link.split('#');
        if (target === '' || target.startsWith('mailto:')) continue;
        const isKnown = known.has(target) || others.includes(target.replace(BASE_URL, ''));
        expect(isKnown, `${path}: ${link}`).toBe(true);
      }
  });

  it('is listed in llms.txt, every page of it', () => {
    const listed = llmsText(pages, BASE_URL);
    for (const path of markdown.keys()) expect(listed).toContain(`](${BASE_URL}${markdownPath(path)}): `);
    expect(listed).toMatch(/^# .+\n\n> .+\n\n## /);
  });
});

describe('the search', () => {
  const find = finder(searchEntries(pages));
  it.each([
    ['idempot', '/docs#idempotency'],
    ['idempotency_key_reused', '/docs/errors/idempotency_key_reused'],
    ['metadata', '/docs/api#createCheckoutLink-metadata'],
    ['test cards', '/docs/testing#test-cards'],
    ['retry-after', '/docs/errors/rate_limit_exceeded'],
    ['curency not suported', '/docs/errors/currency_not_supported'],
    ['get a key', '/docs/go-live#get-a-key'],
    ['poll', '/docs#polling'],
    ['mint', '/docs#mint-a-link'],
  ])('finds %s', (query, href) => {
    const found = find(query).map((entry) => entry.href);
    expect(found.slice(0, 6)).toContain(href);
  });

  it('shows no markup of what it finds', () => {
    for (const { href, text } of searchEntries(pages)) expect(text, href).not.toMatch(/[`*]|\]\(/);
  });

  it('finds nothing for what is nowhere', () => {
    expect(find('xylophone')).toEqual([]);
    expect(find('')).toEqual([]);
  });
});

describe('highlighting', () => {
  it('changes no character', () => {
    const blocks = pages
      .flatMap(({ sections, operations: all }) => [
        ...sections.flatMap((section) => section.blocks),
        ...all.map(({ samples, summary }) => ({ samples, about: summary })),
      ])
      .flatMap((block) => {
        if (typeof block === 'string') return [];
        return 'samples' in block ? block.samples : 'code' in block ? [block] : [];
      });
    expect(new Set(blocks.map(({ language }) => language)).size).toBe(4);
    for (const { code, language } of blocks)
      expect(
        highlight(code, language)
          .map(({ text }) => text)
          .join(''),
      ).toBe(code);
  });
});
