import type { RefObject } from 'react';
import { LANGUAGE_TAGS, LOCALE_NAMES, LOCALES, type Locale } from '#lib/i18n/locales.ts';

export type LanguageLinksProps = {
  label: string;
  current: Locale;
  path: string;
  parameters: Readonly<Record<string, string>>;
};
type Props = LanguageLinksProps & {
  list?: RefObject<HTMLUListElement | null>;
  onChoose?: (locale: Locale) => void;
};

/** Links to the same page in the other languages. They need no script. */
export function LanguageLinks({ label, current, path, parameters, list, onChoose }: Props) {
  return (
    <nav className="languages" aria-label={label}>
      <ul ref={list}>
        {LOCALES.map((locale) => (
          <li key={locale}>
            <a
              href={`${path}?${new URLSearchParams({ ...parameters, lang: locale })}`}
              hrefLang={LANGUAGE_TAGS[locale]}
              lang={LANGUAGE_TAGS[locale]}
              aria-current={locale === current ? 'true' : undefined}
              onClick={onChoose && (() => onChoose(locale))}
            >
              {LOCALE_NAMES[locale]}
            </a>
          </li>
        ))}
      </ul>
    </nav>
  );
}
