'use client';

import { createContext, type ReactNode, useContext } from 'react';

/** The texts of the error page in the reader's language, loaded before anything fails; `lang` is its tag for browsers. */
type ErrorTexts = { lang: string; title: string; body: string; again: string };

const Context = createContext<ErrorTexts>({ lang: 'en', title: '', body: '', again: '' });

/** Sends the texts of the error page to the browser with every page. */
export function ErrorTextsProvider({ texts, children }: { texts: ErrorTexts; children: ReactNode }) {
  return <Context value={texts}>{children}</Context>;
}

/** The texts of the error page. */
export function useErrorTexts(): ErrorTexts {
  return useContext(Context);
}
