import type { Texts } from '#components/ui/texts.ts';
import { CATALOGUE } from '#lib/i18n/catalogue.ts';
import { formattingLocale, type Locale } from '#lib/i18n/locales.ts';
import { translatorFor } from '#lib/i18n/translate.ts';

/** The checkout in one language, money written as the cause's country does; and the texts its browser part needs. */
export function pageTexts(locale: Locale, country: string) {
  const { ui, checkout, redirect, declines, errors, cardForm, device, share, person } = CATALOGUE[locale];
  const texts: Texts = { t: translatorFor(locale), locale, formatLocale: formattingLocale(locale, country) };
  return { texts, messages: { ui, checkout, redirect, declines, errors, cardForm, device, share, person } };
}
