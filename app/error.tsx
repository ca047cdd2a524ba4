'use client';

import { useErrorTexts } from '#components/ui/error-texts.tsx';

/** Shown when a page breaks in the browser. One that breaks on the server is another document (`lib/http/page-document.ts`). */
export default function ErrorPage() {
  const { lang, title, body, again } = useErrorTexts();
  return (
    <html lang={lang}>
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
