import type { ComponentProps, ReactNode } from 'react';
import { LANGUAGE_TAGS, type Locale } from '#lib/i18n/locales.ts';
import type { Translate } from '#lib/i18n/translator.ts';
import { DocumentHead } from './document-head.tsx';
import { SkipLink } from './skip-link.tsx';

type Props = ComponentProps<typeof DocumentHead> & { locale: Locale; t: Translate; children: ReactNode };

/** The HTML document of a page, with its language, title, accent and skip link. */
export function Document({ locale, t, children, ...head }: Props) {
  return (
    <html lang={LANGUAGE_TAGS[locale]}>
      <head>
        <DocumentHead {...head} />
      </head>
      <body>
        <SkipLink t={t} />
        {children}
      </body>
    </html>
  );
}
