import { renderToStaticMarkup } from 'react-dom/server';
import { describe, expect, it } from 'vitest';
import { causeInput, causeReply } from '#lib/causes/contract.ts';
import { CHANGELOG, changelogPath } from '#lib/changelog.ts';
import { linkInput, linkReply, publicLinkReply } from '#lib/checkout-links/contract.ts';
import { CONTRACTS } from '#lib/http/contracts.ts';
import { openApiDocument } from '#lib/http/openapi.ts';
import { apiReference, problemUses } from '#lib/http/reference.ts';
import { MAX_TOKENS } from '#lib/json.ts';
import { intentInput, intentReply } from '#lib/payments/contract.ts';
import { PROBLEM_CODES, PROBLEMS, problemPath } from '#lib/problems/catalogue.ts';
import { ChangelogView } from './changelog-view.tsx';
import { ProblemView } from './errors/problem-view.tsx';
import type { GuideFacts } from './guide/section.ts';
import { SectionView } from './guide/section-view.tsx';
import { guideSections } from './guide/sections.ts';
import { highlight } from './highlight.ts';
import { EXAMPLES } from './reference/examples.ts';
import { BODY_NOTES, REPLY_NOTES } from './reference/field-notes.ts';
import { OperationView } from './reference/operation-view.tsx';

const BASE_URL = 'https://pay.example';
const FACTS: GuideFacts = {
  baseUrl: BASE_URL,
  sandboxUrl: undefined,
  isLive: true,
  linkLifetimeSeconds: 86_400,
  rateLimits: { clientPer10s: 10_000, addressPer10s: 2_000, failedAuthPer10s: 300, linkPer10s: 300 },
  permissions: [],
};
const OPERATIONS = apiReference(openApiDocument({ publicBaseUrl: BASE_URL }));

const guide = guideSections(FACTS)
  .map((section) => renderToStaticMarkup(<SectionView section={section} />))
  .join('');
const reference = OPERATIONS.map((operation) =>
  renderToStaticMarkup(<OperationView operation={operation} baseUrl={BASE_URL} />),
).join('');
const changelog = renderToStaticMarkup(<ChangelogView entries={CHANGELOG} />);
const errors = new Map(
  PROBLEM_CODES.map((code) => [
    problemPath(code),
    renderToStaticMarkup(
      <ProblemView problem={{ code, ...PROBLEMS[code] }} uses={problemUses(code)} baseUrl={BASE_URL} />,
    ),
  ]),
);

const idsOf = (html: string) => [...html.matchAll(/ id="([^"]+)"/g)].map((match) => match[1] ?? '');
const linksOf = (html: string) => [...html.matchAll(/ href="([^"]+)"/g)].map((match) => match[1] ?? '');

describe('the error pages', () => {
  it.each(PROBLEM_CODES)('explain %s with an example that names the page itself', (code) => {
    const html = errors.get(problemPath(code)) ?? '';
    expect(html).toContain(`${BASE_URL}${problemPath(code)}`);
    expect(html.replaceAll(/<[^>]+>/g, '')).not.toMatch(/undefined|\[object/);
  });

  it('name every status that an endpoint answers with the code', () => {
    for (const { id, problems } of OPERATIONS)
      for (const { status, codes } of problems)
        for (const code of codes)
          expect(problemUses(code).find((use) => use.status === status)?.operations).toContainEqual(
            expect.objectContaining({ id }),
          );
  });
});

describe('the links within the documentation', () => {
  const anchors: Record<string, string[]> = {
    '/docs': idsOf(guide),
    '/docs/api': idsOf(reference),
    '/docs/changelog': idsOf(changelog),
    '/docs/errors': [],
    '/openapi.json': [],
    ...Object.fromEntries([...errors].map(([path, html]) => [path, idsOf(html)])),
  };
  const pages = { '/docs': guide, '/docs/api': reference, '/docs/changelog': changelog };

  it.each(Object.entries({ ...pages, ...Object.fromEntries(errors) }))(
    'of %s lead somewhere',
    (path, html) => {
      for (const link of linksOf(html)) {
        const [page, anchor] = link.split('#');
        const known = anchors[page || path];
        expect(known, link).toBeDefined();
        if (anchor) expect(known, link).toContain(anchor);
      }
    },
  );

  it('never meet two anchors of one name', () => {
    for (const ids of Object.values(anchors)) expect(new Set(ids).size).toBe(ids.length);
  });

  it('reach every entry of the changelog', () => {
    for (const entry of CHANGELOG)
      expect(anchors['/docs/changelog']).toContain(changelogPath(entry).split('#')[1]);
  });
});

describe('the API reference', () => {
  it('covers every endpoint', () => {
    expect(OPERATIONS.map(({ id }) => id)).toEqual(CONTRACTS.map(({ operationId }) => operationId));
  });

  it('states the largest body of every endpoint, as the guide does', () => {
    for (const [place, contract] of CONTRACTS.entries()) {
      if (!contract.body) continue;
      const limit = `${contract.maxBodyBytes / 1024} KiB`;
      expect(OPERATIONS[place]?.bodyLimit).toBe(`At most ${limit} and ${MAX_TOKENS} JSON tokens.`);
      expect(reference).toContain(`Body: at most ${limit} and ${MAX_TOKENS} JSON tokens.`);
      expect(guide).toContain(limit);
    }
    expect(guide).toContain(`${MAX_TOKENS} JSON tokens`);
  });

  it('has notes for fields that exist and for no others', () => {
    for (const { id, body, reply } of OPERATIONS) {
      const names = (fields: typeof body) => (fields ?? []).map(({ name }) => name);
      expect(names(body)).toEqual(expect.arrayContaining(Object.keys(BODY_NOTES[id] ?? {})));
      expect(names(reply)).toEqual(expect.arrayContaining(Object.keys(REPLY_NOTES[id] ?? {})));
      for (const { name, description } of reply)
        expect(REPLY_NOTES[id]?.[name] ?? description, `${id} ${name}`).toBeDefined();
    }
  });

  it('shows examples that the contracts accept', () => {
    expect(Object.keys(EXAMPLES).toSorted()).toEqual(OPERATIONS.map(({ id }) => id).toSorted());
    linkInput.parse(EXAMPLES.createCheckoutLink?.body);
    causeInput.parse(EXAMPLES.createCause?.body);
    intentInput.parse(EXAMPLES.createPaymentIntent?.body);
    linkReply.parse(EXAMPLES.createCheckoutLink?.reply);
    linkReply.parse(EXAMPLES.readCheckoutLink?.reply);
    publicLinkReply.parse(EXAMPLES.readPublicCheckoutLink?.reply);
    intentReply.parse(EXAMPLES.createPaymentIntent?.reply);
    causeReply.parse(EXAMPLES.createCause?.reply);
    causeReply.parse(EXAMPLES.readCause?.reply);
  });
});

describe('colouring code', () => {
  it('changes no character', () => {
    const shell = `curl https://a.example -H "X: \\"y\\"" -d '{"a": 1}'   # note`;
    for (const language of ['json', 'shell'] as const)
      expect(
        highlight(shell, language)
          .map(({ text }) => text)
          .join(''),
      ).toBe(shell);
  });
});
