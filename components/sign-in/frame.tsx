import type { ReactNode } from 'react';
import { Document } from '#components/ui/document.tsx';
import { LanguageSwitcher } from '#components/ui/language-switcher.tsx';
import type { Locale } from '#lib/i18n/locales.ts';
import { translatorFor } from '#lib/i18n/translate.ts';
import './sign-in.css';

/** What every page of signing in is given. */
export type SignInPage = {
  locale: Locale;
  nonce: string | undefined;
  path: string;
  /** What the page's address carries besides the language. */
  query: Record<string, string>;
  testMode: boolean;
};
type Props = { page: SignInPage; title: string; children: ReactNode };

/** The page around each step of signing in. */
export function SignInFrame({ page, title, children }: Props) {
  const { locale, nonce, path, query, testMode } = page;
  const t = translatorFor(locale);
  return (
    <Document {...{ locale, t, nonce, title }} isPrivate>
      <header>
        {testMode && <p className="sign-in-test">{t('ui.testBanner')}</p>}
        <div className="sign-in-bar">
          <LanguageSwitcher label={t('ui.language')} current={locale} path={path} parameters={query} />
        </div>
      </header>
      <main id="main" className="sign-in">
        <h1>{title}</h1>
        {children}
      </main>
    </Document>
  );
}
