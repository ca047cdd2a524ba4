'use client';

import { useErrorTexts } from '#components/ui/error-texts.tsx';
import { LANGUAGE_TAGS } from '#lib/i18n/locales.ts';

/** What a reader sees when a page fails on our side. The details stay in the server's log. */
export default function ErrorPage() {
  const { locale, title, body, again } = useErrorTexts();
  return (
    <html lang={LANGUAGE_TAGS[locale]}>
      <head>
        <title>{title}</title>
      </head>
      <body>
        <main className="plain">
          <h1>{title}</h1>
          <p>{body}</p>
          <button type="button" className="button" onClick={() => window.location.reload()}>
            {again}
          </button>
        </main>
      </body>
    </html>
  );
}
