import { CHANGELOG, type ChangelogEntry } from '#lib/changelog.ts';
import type { Env } from '#lib/env.ts';
import { API_VERSION, openApiDocument } from '#lib/http/openapi.ts';
import { PROBLEM_CODES, PROBLEMS, problemPath } from '#lib/problems/catalogue.ts';
import { errorListSections, errorSections } from './errors.ts';
import { guideFacts } from './facts.ts';
import { guidePages } from './guide/pages.ts';
import type { DocsPage } from './page.ts';
import { apiReference } from './reference.ts';

const KINDS: Readonly<Record<ChangelogEntry['kind'], string>> = {
  released: 'Released',
  changed: 'Changed',
  deprecated: 'Deprecated',
  sunset: 'Sunset',
};

const made = new WeakMap<Env, DocsPage[]>();

/** Every page of the documentation of a deployment, in reading order. Made once: nothing in it changes while we run. */
export function docsPages(env: Env): readonly DocsPage[] {
  const pages = made.get(env) ?? makePages(env);
  made.set(env, pages);
  return pages;
}

function makePages(env: Env): DocsPage[] {
  const plain = { operations: [], isError: false };
  return [
    ...guidePages(guideFacts(env)).map((page) => ({ ...plain, ...page })),
    {
      ...plain,
      path: '/docs/api',
      title: 'API reference',
      summary: `Every endpoint of version ${API_VERSION}, made from the rules that validate your requests.`,
      sections: [],
      operations: apiReference(openApiDocument(env), env.publicBaseUrl),
    },
    {
      ...plain,
      path: '/docs/errors',
      title: 'Errors',
      summary: 'Every error is a problem document with one of these codes. Branch on the code: it never changes.',
      sections: errorListSections(),
    },
    ...PROBLEM_CODES.map((code) => ({
      path: problemPath(code),
      title: code,
      summary: `${PROBLEMS[code].title}.`,
      sections: errorSections(code, env),
      operations: [],
      isError: true,
    })),
    {
      ...plain,
      path: '/docs/changelog',
      title: 'Changelog',
      summary:
        'Releases, deprecations and sunsets, the newest first. Nothing is removed with less than 90 days’ notice.',
      sections: CHANGELOG.map(({ anchor, date, kind, title, what }) => ({
        id: anchor,
        kicker: `${date} · ${KINDS[kind]}`,
        title,
        blocks: [{ list: [...what] }],
      })),
    },
  ];
}
