import type { ReactNode } from 'react';
import { Document } from '#components/ui/document.tsx';
import type { Translate } from '#lib/i18n/translator.ts';
import { Menu } from './menu.tsx';
import './docs.css';
import './content.css';
import './reference.css';

/** A line of the side navigation: an anchor of the page, or a page beneath it. */
export type NavLink = { href: string; label: string; isCode?: boolean };

const PAGES = [
  { id: 'guide', href: '/docs', label: 'Guide' },
  { id: 'api', href: '/docs/api', label: 'API reference' },
  { id: 'errors', href: '/docs/errors', label: 'Errors' },
  { id: 'changelog', href: '/docs/changelog', label: 'Changelog' },
] as const;
export type DocsSection = (typeof PAGES)[number]['id'];

type Props = {
  t: Translate;
  nonce: string | undefined;
  section: DocsSection;
  title: string;
  summary: string;
  links: NavLink[];
  /** The path of this page, to mark it in the navigation. */
  path?: string | undefined;
  children: ReactNode;
};

/** The frame of every page of the documentation: header, side navigation, content. In English, like the API itself. */
export function DocsPage({ t, nonce, section, title, summary, links, path, children }: Props) {
  const navigation = <Navigation section={section} links={links} path={path} />;
  return (
    <Document locale="en" t={t} nonce={nonce} title={`${title} · Fundraising Partner API`}>
      <meta name="description" content={summary} />
      <header className="docs-header">
        <a className="docs-brand" href="/docs">
          {/* biome-ignore lint/performance/noImgElement: a vector of 300 bytes needs no optimiser. */}
          <img src="/favicon.svg" alt="" width="24" height="24" />
          Fundraising Partner API
        </a>
        <a className="docs-spec" href="/openapi.json">
          OpenAPI
        </a>
      </header>
      <div className="docs-frame">
        <Menu>{navigation}</Menu>
        <aside className="docs-side">{navigation}</aside>
        <main id="main" className={section === 'api' ? 'docs-main docs-main-wide' : 'docs-main'}>
          <h1>{title}</h1>
          <p className="lead">{summary}</p>
          {children}
        </main>
      </div>
    </Document>
  );
}

function Navigation({ section, links, path }: Pick<Props, 'section' | 'links' | 'path'>) {
  return (
    <nav aria-label="Documentation">
      <ul>
        {PAGES.map((page) => (
          <li key={page.id}>
            <a href={page.href} aria-current={page.id === section ? 'page' : undefined}>
              {page.label}
            </a>
            {page.id === section && links.length > 0 && (
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
