'use client';

import { LANGUAGE_TAGS, LOCALE_NAMES, LOCALES, type Locale } from '#lib/i18n/locales.ts';
import { LOCALE_COOKIE } from '#lib/i18n/negotiate.ts';

const YEAR_SECONDS = 31_536_000;

type Props = { label: string; current: Locale; path: string; parameters: Readonly<Record<string, string>> };

/** Links to the same page in the other languages: they work without scripts, and with them the choice is kept. */
export function LanguageSwitcher({ label, current, path, parameters }: Props) {
  return (
    <nav className="languages" aria-label={label}>
      <ul>
        {LOCALES.map((locale) => (
          <li key={locale}>
            <a
              href={`${path}?${new URLSearchParams({ ...parameters, lang: locale })}`}
              hrefLang={LANGUAGE_TAGS[locale]}
              lang={LANGUAGE_TAGS[locale]}
              aria-current={locale === current ? 'true' : undefined}
              onClick={() => remember(locale)}
            >
              {LOCALE_NAMES[locale]}
            </a>
          </li>
        ))}
      </ul>
    </nav>
  );
}

function remember(locale: Locale): void {
  // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is missing in browsers that donors still use.
  document.cookie = `${LOCALE_COOKIE}=${locale}; path=/; max-age=${YEAR_SECONDS}; samesite=lax`;
}
