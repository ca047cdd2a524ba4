import format, { type CompiledMessage } from 'icu-minify/format';
import type { ICUArgs, MessageKeys, NestedKeyOf, NestedValueOf } from 'use-intl/core';
import { dateTimeFormat, numberFormat, pluralRules } from './formats.ts';
import type { Locale } from './locales.ts';
import type { EnglishMessages, MessageGroup } from './messages/shape.ts';

/** Texts with their ICU syntax parsed, by key: the input of a translator. */
export type CompiledMessages = { readonly [key: string]: CompiledMessage | CompiledMessages };

/** The compiled texts of some groups. */
type CompiledGroups = { readonly [Group in MessageGroup]?: CompiledMessages };

type MessageKey = MessageKeys<EnglishMessages, NestedKeyOf<EnglishMessages>>;
type ArgumentTypes = { ICUArgument: string; ICUNumberArgument: number; ICUDateArgument: Date };
/** The arguments of all texts that a key can refer to. */
type ValuesOf<Text> = (Text extends string ? (values: ICUArgs<Text, ArgumentTypes>) => void : never) extends (
  values: infer Values,
) => void
  ? Values
  : never;
type ArgumentsOf<Text> = keyof ValuesOf<Text> extends never ? [] : [values: ValuesOf<Text>];

/** `t('checkout.pay', { amount })`: keys and arguments are checked against the English texts. */
export type Translate = <Key extends MessageKey>(
  key: Key,
  ...values: ArgumentsOf<NestedValueOf<EnglishMessages, Key>>
) => string;

type Values = Readonly<Record<string, string | number | Date>>;

const formatters = {
  getDateTimeFormat: dateTimeFormat,
  getNumberFormat: numberFormat,
  getPluralRules: pluralRules,
};

/**
 * A translator for some groups of compiled texts. The parser of ICU syntax stays on the server: the browser only formats
 * values into texts (docs/decisions/2026-11-22-the-checkout-in-the-app-router.md).
 * @throws Error from the translator, for a key of a group that it was not given.
 */
export function createTranslate(locale: Locale, messages: CompiledGroups): Translate {
  return (key, ...[values]) => {
    const text = textAt(messages, key);
    return String(format(text, locale, values as Values | undefined, { formatters }));
  };
}

function textAt(messages: CompiledMessages, key: string): CompiledMessage {
  let found: CompiledMessage | CompiledMessages | undefined = messages;
  for (const part of key.split('.')) found = isGroup(found) ? found[part] : undefined;
  if (found === undefined || isGroup(found)) throw new Error(`Bug: there is no text ${key} here`);
  return found;
}

function isGroup(found: CompiledMessage | CompiledMessages | undefined): found is CompiledMessages {
  return typeof found === 'object' && !Array.isArray(found);
}
