'use client';

import { createContext, type ReactNode, useContext } from 'react';
import type { Locale } from '#lib/i18n/locales.ts';

/** What an error page says, in the reader's language, ready before anything fails. */
export type ErrorTexts = { locale: Locale; title: string; body: string; again: string };

const Context = createContext<ErrorTexts>({ locale: 'en', title: '', body: '', again: '' });

/** Hands the texts of the error page to the browser along with every page. */
export function ErrorTextsProvider({ texts, children }: { texts: ErrorTexts; children: ReactNode }) {
  return <Context value={texts}>{children}</Context>;
}

/** The texts of the error page. */
export function useErrorTexts(): ErrorTexts {
  return useContext(Context);
}
