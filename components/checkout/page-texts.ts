import type { Texts } from '#components/ui/texts.ts';
import type { SentTexts } from '#components/ui/texts-provider.tsx';
import { sentMessages } from '#lib/i18n/compile.ts';
import type { Locale } from '#lib/i18n/locales.ts';
import type { MessageGroup } from '#lib/i18n/messages/shape.ts';
import { moneyStyle, type Reader } from '#lib/i18n/reader.ts';
import { translatorFor } from '#lib/i18n/translate.ts';

/** The texts of a page on which a donor can pay, or waits for a payment. */
const INTERACTIVE: readonly MessageGroup[] = [
  ...(['ui', 'checkout', 'errors', 'declines', 'cardForm', 'honeypot'] as const),
  ...(['redirect', 'waiting', 'device', 'share', 'trust'] as const),
];
/** The texts of a page on which only a refund can still change. */
const STATIC: readonly MessageGroup[] = ['ui', 'checkout', 'trust'];

/** The checkout's texts for a reader of a cause of a country. On the server only: it holds every language. */
export function checkoutTexts(reader: Reader, country: string | null): Texts {
  const { locale } = reader;
  return { t: translatorFor(locale), locale, ...moneyStyle(reader, country) };
}

/** The texts of a page on which a donor can pay, to change its language in place. On the server only. */
export function interactiveTexts(reader: Reader, country: string): SentTexts {
  const { t: _, ...style } = checkoutTexts(reader, country);
  return { ...style, messages: browserTexts(reader.locale, { isInteractive: true }) };
}

/** The texts that a page sends to the browser, in one language. On the server only. */
export function browserTexts(locale: Locale, { isInteractive }: { isInteractive: boolean }): string {
  return sentMessages(locale, isInteractive ? INTERACTIVE : STATIC);
}
