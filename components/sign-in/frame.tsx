import type { ReactNode } from 'react';
import { Document } from '#components/ui/document.tsx';
import { FocusedMessage } from '#components/ui/focused-message.tsx';
import { LanguageSwitcher } from '#components/ui/language-switcher.tsx';
import { SendOnce } from '#components/ui/send-once.tsx';
import { ZoneCookie } from '#components/ui/zone-cookie.tsx';
import type { Locale } from '#lib/i18n/locales.ts';
import { translatorFor } from '#lib/i18n/translate.ts';
import './sign-in.css';

/** The props that all pages of signing in share. */
export type SignInPage = {
  locale: Locale;
  nonce: string | undefined;
  path: string;
  /** The page's query parameters, without the language. */
  query: Record<string, string>;
  testMode: boolean;
};
type Props = {
  page: SignInPage;
  title: string;
  /** The error at a field of the page, and the field's id. */
  error?: { field: string; text: string } | null;
  children: ReactNode;
};

/** The layout of each sign-in step. */
export function SignInFrame({ page, title, error = null, children }: Props) {
  const { locale, nonce, path, query, testMode } = page;
  const t = translatorFor(locale);
  return (
    <Document
      locale={locale}
      t={t}
      nonce={nonce}
      title={error ? t('dashboard.form.error', { title }) : title}
      isPrivate
    >
      <ZoneCookie nonce={nonce} />
      <SendOnce nonce={nonce} />
      <header>
        {testMode && <p className="test-banner">{t('ui.testBanner')}</p>}
        <div className="sign-in-bar">
          <LanguageSwitcher label={t('ui.language')} current={locale} path={path} parameters={query} />
        </div>
      </header>
      <main id="main" className="sign-in">
        <h1>{title}</h1>
        {error && (
          <FocusedMessage className="alert" role="alert">
            <p>
              <a href={`#${error.field}`}>{error.text}</a>
            </p>
          </FocusedMessage>
        )}
        {children}
      </main>
    </Document>
  );
}
