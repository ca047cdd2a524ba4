import { compiledTexts } from './compile.ts';
import type { Locale } from './locales.ts';
import { createTranslate, type Translate } from './translator.ts';

/** The translator of a language with all its texts. For the server only: this loads every language. */
export function translatorFor(locale: Locale): Translate {
  return createTranslate(locale, compiledTexts(locale));
}
