import { CATALOGUE } from '#lib/i18n/catalogue.ts';
import { formattingLocale, type Locale } from '#lib/i18n/locales.ts';
import type { Messages } from '#lib/i18n/messages/shape.ts';

/** A language as a page is rendered in it, and all that its browser part needs to know of it. */
export type PageLanguage = { locale: Locale; formatLocale: string; messages: Partial<Messages> };

/** The checkout in one language, money written as the cause's country does. On the server only: it holds every language. */
export function pageLanguage(locale: Locale, country: string | null): PageLanguage {
  const { ui, checkout, redirect, declines, errors, cardForm, device, share, person, waiting, givenBack } =
    CATALOGUE[locale];
  return {
    locale,
    formatLocale: formattingLocale(locale, country),
    messages: {
      ui,
      checkout,
      redirect,
      declines,
      errors,
      cardForm,
      device,
      share,
      person,
      waiting,
      givenBack,
    },
  };
}
