'use client';

import { createContext, type ReactNode, useContext, useMemo, useState } from 'react';
import { createTranslate } from '#lib/i18n/translator.ts';
import type { Texts } from './texts.ts';

const Context = createContext<Texts | null>(null);

const ChangeContext = createContext<(texts: SentTexts) => void>(() => {});

/**
 * The texts of a page in one language, as they are sent to a browser. The messages are JSON of `CompiledGroups`: React
 * would write and read each of a thousand values by itself, for every page.
 */
export type SentTexts = Omit<Texts, 't'> & { messages: string };

type Props = SentTexts & { children: ReactNode };

/** Provides client components with texts. Only the groups that the page needs are sent. */
export function TextsProvider({ children, ...initial }: Props) {
  const [sent, change] = useState<SentTexts>(initial);
  const texts = useMemo(() => {
    const { messages, ...style } = sent;
    return { t: createTranslate(style.locale, JSON.parse(messages)), ...style };
  }, [sent]);
  return (
    <ChangeContext value={change}>
      <Context value={texts}>{children}</Context>
    </ChangeContext>
  );
}

/** Changes the language of the page in place. */
export function useChangeTexts(): (texts: SentTexts) => void {
  return useContext(ChangeContext);
}

/** The language of the page. */
export function useTexts(): Texts {
  const texts = useContext(Context);
  if (!texts) throw new Error('Bug: a component asks for texts outside of TextsProvider');
  return texts;
}
