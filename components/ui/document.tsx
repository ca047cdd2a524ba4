import type { ReactNode } from 'react';
import { LANGUAGE_TAGS, type Locale } from '#lib/i18n/locales.ts';
import type { Translate } from '#lib/i18n/translator.ts';
import { accentCss } from './accent-css.ts';

type Props = {
  locale: Locale;
  title: string;
  t: Translate;
  children: ReactNode;
  /** Of the request: the policy lets no other inline style through. */
  nonce?: string | undefined;
  accentColour?: string | undefined;
  /** Kept out of search engines: addresses that were given to one person. */
  isPrivate?: boolean;
};

/** The HTML document of a page: its language, title and accent, and a way past what repeats. */
export function Document({ locale, title, t, children, nonce, accentColour, isPrivate = false }: Props) {
  return (
    <html lang={LANGUAGE_TAGS[locale]}>
      <head>
        <title>{title}</title>
        <meta name="color-scheme" content="light dark" />
        <meta name="theme-color" media="(prefers-color-scheme: light)" content="#f4f6f8" />
        <meta name="theme-color" media="(prefers-color-scheme: dark)" content="#0f1217" />
        <meta name="format-detection" content="telephone=no" />
        {isPrivate && <meta name="robots" content="noindex, nofollow" />}
        <link rel="icon" href="/favicon.svg" type="image/svg+xml" />
        {/* Browsers hide the nonce from scripts once it was used, so the one in the page looks empty to React. */}
        <style nonce={nonce} suppressHydrationWarning>
          {accentCss(accentColour)}
        </style>
      </head>
      <body>
        <a className="skip-link" href="#main">
          {t('ui.skipToContent')}
        </a>
        {children}
      </body>
    </html>
  );
}
