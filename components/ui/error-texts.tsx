'use client';

import { createContext, type ReactNode, useContext } from 'react';

/** What an error page says, in the reader's language, ready before anything fails. */
export type ErrorTexts = { locale: string; title: string; body: string; again: string };

const Context = createContext<ErrorTexts>({ locale: 'en', title: '', body: '', again: '' });

/** Hands the texts of the error page to the browser along with every page. */
export function ErrorTextsProvider({ texts, children }: { texts: ErrorTexts; children: ReactNode }) {
  return <Context value={texts}>{children}</Context>;
}

/** The texts of the error page. */
export function useErrorTexts(): ErrorTexts {
  return useContext(Context);
}
