import type { Texts } from '#components/ui/texts.ts';
import { compiledTexts } from '#lib/i18n/compile.ts';
import { formattingLocale, type Locale } from '#lib/i18n/locales.ts';
import type { MessageGroup } from '#lib/i18n/messages/shape.ts';
import { translatorFor } from '#lib/i18n/translate.ts';
import type { CompiledGroups } from '#lib/i18n/translator.ts';

/** What a screen that moves may say: the form, the payment, and what becomes of it. */
const MOVING: readonly MessageGroup[] = [
  ...(['ui', 'checkout', 'redirect', 'declines', 'errors', 'cardForm', 'device', 'share'] as const),
  ...(['person', 'waiting', 'givenBack'] as const),
];
/** What is left to say in the browser where nothing moves but a refund and a button. */
const STILL: readonly MessageGroup[] = ['ui', 'checkout', 'givenBack'];

/** The checkout in one language, money written as the cause's country does. On the server only: it holds every language. */
export function checkoutTexts(locale: Locale, country: string | null): Texts {
  return { t: translatorFor(locale), locale, formatLocale: formattingLocale(locale, country) };
}

/** The texts that a page hands to the browser, in its one language. On the server only. */
export function browserTexts(locale: Locale, { moves }: { moves: boolean }): CompiledGroups {
  const texts = compiledTexts(locale);
  return Object.fromEntries((moves ? MOVING : STILL).map((group) => [group, texts[group]]));
}
