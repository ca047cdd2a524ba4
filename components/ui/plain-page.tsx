import type { ReactNode } from 'react';
import type { Locale } from '#lib/i18n/locales.ts';
import type { Translate } from '#lib/i18n/translator.ts';
import { Document } from './document.tsx';

type Props = { locale: Locale; t: Translate; nonce?: string | undefined; title: string; children: ReactNode };

/** A page of a heading and a few lines: home, not found. */
export function PlainPage({ locale, t, nonce, title, children }: Props) {
  return (
    <Document locale={locale} t={t} nonce={nonce} title={title}>
      <main className="plain" id="main">
        <h1>{title}</h1>
        {children}
      </main>
    </Document>
  );
}
