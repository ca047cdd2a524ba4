import type { ReactNode } from 'react';
import { Document } from '#components/ui/document.tsx';
import { InlineScript } from '#components/ui/inline-script.tsx';
import type { DocsPage as Page } from '#lib/docs/page.ts';
import type { Translate } from '#lib/i18n/translator.ts';
import { Menu } from './menu.tsx';
import { FieldsToggle } from './reference/fields-toggle.tsx';
import { OperationView } from './reference/operation-view.tsx';
import { RESTORE_CHOICE } from './samples/restore-choice.ts';
import { SearchDialog } from './search/search-dialog.tsx';
import { SectionView } from './section-view.tsx';
import { Text } from './text.tsx';
import './docs.css';
import './content.css';
import './reference.css';

type Props = {
  t: Translate;
  nonce: string | undefined;
  /** Every page of the documentation. */
  pages: readonly Page[];
  /** One of them, or one about what is missing. */
  page: Page;
  /** The address of the deployment, for its examples. */
  baseUrl: string;
  /** Whether requests can be sent from the reference: only where no money moves. */
  canTry?: boolean;
};

/** A page of the documentation. */
export function DocsPage({ t, nonce, pages, page, baseUrl, canTry = false }: Props) {
  const { path, title, summary, sections, operations, isError } = page;
  const isReference = operations.length > 0;
  return (
    <DocsFrame
      t={t}
      nonce={nonce}
      pages={pages}
      title={title}
      description={summary}
      here={isError ? '/docs/errors' : path}
      links={linksOf(page, pages)}
      path={path}
      kind={isReference ? 'reference' : isError ? 'error' : 'text'}
    >
      <p className="lead">
        <Text>{summary}</Text>
      </p>
      {isReference && (
        <>
          <p>
            The same as a machine reads it: <a href="/openapi.json">OpenAPI 3.1</a>, or a{' '}
            <a href="/docs/postman.json">collection for Postman and Bruno</a>. What all endpoints have in common is in
            the <a href="/docs">guide</a>.
          </p>
          <FieldsToggle />
        </>
      )}
      {sections.map((section) => (
        <SectionView key={section.id} section={section} />
      ))}
      {operations.map((operation) => (
        <OperationView key={operation.id} operation={operation} baseUrl={baseUrl} canTry={canTry} />
      ))}
      {pages.includes(page) && (
        <p className="docs-foot">
          <a href={`${path}.md`}>This page as Markdown</a>
        </p>
      )}
    </DocsFrame>
  );
}

/** An entry of the side navigation: an anchor of the page, or a page below it. */
type NavLink = { href: string; label: string; isCode?: boolean };

function linksOf({ sections, operations, isError, path }: Page, pages: readonly Page[]): NavLink[] {
  if (isError || path === '/docs/errors')
    return pages.filter((page) => page.isError).map((page) => ({ href: page.path, label: page.title, isCode: true }));
  return [
    ...sections.map(({ id, title }) => ({ href: `#${id}`, label: title })),
    ...operations.map(({ id, summary }) => ({ href: `#${id}`, label: summary })),
  ];
}

type FrameProps = Pick<Props, 't' | 'nonce' | 'pages'> & {
  title: string;
  description: string;
  /** The entry of the navigation that this page belongs to. */
  here?: string;
  links?: NavLink[];
  path: string;
  kind?: 'text' | 'reference' | 'error';
  children: ReactNode;
};

/** What surrounds every page: header with search, navigation, content. English only, like the API. */
export function DocsFrame(props: FrameProps) {
  const { t, nonce, pages, title, description, here = '', links = [], path, kind = 'text', children } = props;
  const navigation = <Navigation pages={pages} here={here} links={links} path={path} />;
  return (
    <Document locale="en" t={t} nonce={nonce} title={`${title} · Fundraising Partner API`}>
      <InlineScript nonce={nonce} text={RESTORE_CHOICE} />
      <meta name="description" content={description.replaceAll('`', '')} />
      <header className="docs-header">
        <a className="docs-brand" href="/docs">
          {/* biome-ignore lint/performance/noImgElement: a vector of 300 bytes needs no optimiser. */}
          <img src="/favicon.svg" alt="" width="24" height="24" />
          Fundraising Partner API
        </a>
        <SearchDialog />
      </header>
      <div className="docs-frame">
        <div className="docs-bar">
          <Menu>{navigation}</Menu>
          <a className="docs-bar-search" href="/docs/search">
            Search
          </a>
        </div>
        <aside className="docs-side">{navigation}</aside>
        <main id="main" className={`docs-main docs-${kind}`}>
          <h1>{title}</h1>
          {children}
        </main>
      </div>
    </Document>
  );
}

function Navigation({ pages, here, links, path }: Required<Pick<FrameProps, 'pages' | 'here' | 'links' | 'path'>>) {
  return (
    <nav aria-label="Documentation">
      <ul>
        {pages
          .filter(({ isError }) => !isError)
          .map((page) => (
            <li key={page.path}>
              <a href={page.path} aria-current={page.path === here ? 'page' : undefined}>
                {page.title}
              </a>
              {page.path === here && links.length > 0 && (
                <ul>
                  {links.map((link) => (
                    <li key={link.href}>
                      <a href={link.href} aria-current={link.href === path ? 'page' : undefined}>
                        {link.isCode ? <code>{link.label}</code> : link.label}
                      </a>
                    </li>
                  ))}
                </ul>
              )}
            </li>
          ))}
      </ul>
    </nav>
  );
}
