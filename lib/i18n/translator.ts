import { createTranslator } from 'use-intl/core';
import type { Locale } from './locales.ts';
import type { EnglishMessages, MessageGroup, Messages } from './messages/shape.ts';

/** `t('checkout.pay', { amount })`: keys and arguments are checked against the English texts. */
export type Translate = ReturnType<typeof createTranslator<EnglishMessages>>;

/** A translator over some groups of texts; asking for a key of another group throws. */
export function createTranslate(
  locale: Locale,
  messages: Pick<Messages, MessageGroup> | Partial<Messages>,
): Translate {
  return createTranslator<EnglishMessages>({
    locale,
    // Every language has the keys and placeholders of the English texts; a test compares them.
    messages: messages as EnglishMessages,
    onError: (error) => {
      throw error;
    },
  });
}
