import type { ComponentType, ReactNode } from 'react';
import type { Locale } from '#lib/i18n/locales.ts';
import type { Translate } from '#lib/i18n/translator.ts';
import { Document } from './document.tsx';
import type { LanguageLinksProps } from './language-links.tsx';
import './plain-page.css';

type Props = {
  locale: Locale;
  t: Translate;
  nonce?: string | undefined;
  title: string;
  /** Empty where the page does not know its own: a relative link leads to the same page in another language. */
  path?: string;
  testMode?: boolean;
  /** `LanguageSwitcher`, or `LanguageLinks` where no script may be added. */
  Languages: ComponentType<LanguageLinksProps>;
  children: ReactNode;
};

/** A page of a heading and a few lines: home, not found. It has the masthead and the links of the whole site. */
export function PlainPage({ locale, t, nonce, title, path = '', testMode = false, Languages, children }: Props) {
  const here = (href: string) => `${href}?${new URLSearchParams({ lang: locale })}`;
  return (
    <Document locale={locale} t={t} nonce={nonce} title={title}>
      <header>
        {testMode && <p className="test-banner">{t('ui.testBanner')}</p>}
        <div className="plain-bar">
          <a className="plain-brand" href={here('/')}>
            {/* biome-ignore lint/performance/noImgElement: a vector of 300 bytes needs no optimiser. */}
            <img src="/favicon.svg" alt="" width="32" height="32" />
            <span translate="no">{t('ui.brand')}</span>
          </a>
          <Languages label={t('ui.language')} current={locale} path={path} parameters={{}} />
        </div>
      </header>
      <main className="plain-main" id="main">
        <h1>{title}</h1>
        {children}
      </main>
      <footer className="plain-bar">
        <nav aria-label={t('ui.pages')}>
          <ul className="plain-links">
            <li>
              <a href={here('/')}>{t('ui.home')}</a>
            </li>
            <li>
              <a href="/docs" hrefLang="en">
                {t('ui.documentation')}
              </a>
            </li>
            <li>
              <a href={here('/verify')}>{t('receipt.verification.ask')}</a>
            </li>
            <li>
              <a href={here('/sign-in')}>{t('ui.signIn')}</a>
            </li>
          </ul>
        </nav>
      </footer>
    </Document>
  );
}
