import type { Locale } from '#lib/i18n/locales.ts';

/** What a page under `pages/` tells its document, which is rendered apart from it. */
export type DocumentProps = {
  locale: Locale;
  title: string;
  nonce: string | null;
  accentColour: string | null;
  isPrivate: boolean;
};
