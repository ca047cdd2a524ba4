import type { ReactNode } from 'react';
import { ErrorTextsProvider } from '#components/ui/error-texts.tsx';
import { requestLocale } from '#components/ui/request.ts';
import { LANGUAGE_TAGS } from '#lib/i18n/locales.ts';
import { translatorFor } from '#lib/i18n/translate.ts';
import './globals.css';

/** Every page carries the nonce of its request in its scripts and styles, so none is rendered ahead of time. */
export const dynamic = 'force-dynamic';

/**
 * The root holds no markup: a layout cannot know the language of a page (it sees neither `?lang=` nor the cause's
 * country), so each page brings its own document, `components/ui/document.tsx`, with `<html lang>` set right.
 */
export default async function RootLayout({ children }: { children: ReactNode }) {
  const locale = await requestLocale();
  const t = translatorFor(locale);
  const texts = {
    lang: LANGUAGE_TAGS[locale],
    title: t('pageErrors.unexpectedTitle'),
    body: t('pageErrors.unexpectedBody'),
    again: t('ui.tryAgain'),
  };
  return <ErrorTextsProvider texts={texts}>{children}</ErrorTextsProvider>;
}
