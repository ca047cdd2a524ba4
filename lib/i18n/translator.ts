import format, { type CompiledMessage } from 'icu-minify/format';
import type { ICUArgs, MessageKeys, NestedKeyOf, NestedValueOf } from 'use-intl/core';
import type { Locale } from './locales.ts';
import type { EnglishMessages, MessageGroup } from './messages/shape.ts';

/** A text with its ICU syntax already parsed, or several under their keys: what a translator formats. */
export type CompiledMessages = { readonly [key: string]: CompiledMessage | CompiledMessages };

/** The compiled texts of some groups. */
export type CompiledGroups = { readonly [Group in MessageGroup]?: CompiledMessages };

type MessageKey = MessageKeys<EnglishMessages, NestedKeyOf<EnglishMessages>>;
type ArgumentTypes = { ICUArgument: string; ICUNumberArgument: number; ICUDateArgument: Date };
/** What all texts that a key may stand for need together. */
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
  getDateTimeFormat: (...args: ConstructorParameters<typeof Intl.DateTimeFormat>) =>
    new Intl.DateTimeFormat(...args),
  getNumberFormat: (...args: ConstructorParameters<typeof Intl.NumberFormat>) =>
    new Intl.NumberFormat(...args),
  getPluralRules: (...args: ConstructorParameters<typeof Intl.PluralRules>) => new Intl.PluralRules(...args),
};

/**
 * A translator over some groups of compiled texts. The parser of ICU syntax stays on the server: a donor's browser only
 * puts values into texts (docs/decisions/2026-11-22-the-checkout-in-the-app-router.md).
 * @throws Error, from the translator, for a key of a group that it was not given
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
