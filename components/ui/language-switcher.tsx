'use client';

import { useEffect, useRef } from 'react';
import { LOCALE_COOKIE, type Locale, SECURE_LOCALE_COOKIE } from '#lib/i18n/locales.ts';
import { LanguageLinks, type LanguageLinksProps } from './language-links.tsx';

const YEAR_SECONDS = 31_536_000;

/** Which language was chosen on the page before, so that the focus is where it was. */
const CHOSEN = 'language-chosen';

/**
 * Links to the same page in the other languages. With scripts the choice is remembered, and the page in the other language has
 * the focus on the same link.
 */
export function LanguageSwitcher(props: LanguageLinksProps) {
  const { current } = props;
  const list = useRef<HTMLUListElement>(null);
  useEffect(() => {
    if (takeChosen() === current) list.current?.querySelector<HTMLElement>('[aria-current]')?.focus();
  }, [current]);
  return <LanguageLinks {...props} list={list} onChoose={remember} />;
}

function remember(locale: Locale): void {
  const isSecure = location.protocol === 'https:';
  const name = isSecure ? SECURE_LOCALE_COOKIE : LOCALE_COOKIE;
  // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is missing in browsers that donors still use.
  document.cookie = `${name}=${locale}; path=/; max-age=${YEAR_SECONDS}; samesite=lax${isSecure ? '; secure' : ''}`;
  try {
    sessionStorage.setItem(CHOSEN, locale);
  } catch {
    // Some browsers refuse storage: then the focus is at the top of the page.
  }
}

function takeChosen(): string | null {
  try {
    const chosen = sessionStorage.getItem(CHOSEN);
    sessionStorage.removeItem(CHOSEN);
    return chosen;
  } catch {
    return null;
  }
}
