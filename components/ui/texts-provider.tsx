'use client';

import { createContext, type ReactNode, useContext, useMemo } from 'react';
import type { Locale } from '#lib/i18n/locales.ts';
import { type CompiledGroups, createTranslate } from '#lib/i18n/translator.ts';
import type { Texts } from './texts.ts';

const Context = createContext<Texts | null>(null);

type Props = { locale: Locale; formatLocale: string; messages: CompiledGroups; children: ReactNode };

/** Gives the browser's components their language: only the groups of texts that this page needs are sent. */
export function TextsProvider({ locale, formatLocale, messages, children }: Props) {
  const texts = useMemo(
    () => ({ t: createTranslate(locale, messages), locale, formatLocale }),
    [locale, formatLocale, messages],
  );
  return <Context value={texts}>{children}</Context>;
}

/** The language of the page. */
export function useTexts(): Texts {
  const texts = useContext(Context);
  if (!texts) throw new Error('Bug: a component asks for texts outside of TextsProvider');
  return texts;
}
