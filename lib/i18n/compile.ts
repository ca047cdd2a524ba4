import compile from 'icu-minify/compile';
import { CATALOGUE } from './catalogue.ts';
import type { Locale } from './locales.ts';
import type { MessageGroup } from './messages/shape.ts';
import type { CompiledMessages } from './translator.ts';

type Texts = { readonly [key: string]: string | Texts };
type Compiled = Readonly<Record<MessageGroup, CompiledMessages>>;

const compiled = new Map<Locale, Compiled>();

/**
 * All texts of a language with their ICU syntax parsed, once per process. Server only: this loads every language and the
 * parser.
 */
export function compiledTexts(locale: Locale): Compiled {
  const known = compiled.get(locale) ?? (compileAll(CATALOGUE[locale]) as Compiled);
  compiled.set(locale, known);
  return known;
}

function compileAll(texts: Texts): CompiledMessages {
  const entries = Object.entries(texts).map(([key, text]) => [
    key,
    typeof text === 'string' ? compile(text) : compileAll(text),
  ]);
  return Object.fromEntries(entries);
}

const sent = new Map<string, string>();

/** The compiled texts of some groups, as JSON for a browser: written once per process. */
export function sentMessages(locale: Locale, groups: readonly MessageGroup[]): string {
  const key = [locale, ...groups].join(' ');
  const texts = compiledTexts(locale);
  const known = sent.get(key) ?? JSON.stringify(Object.fromEntries(groups.map((group) => [group, texts[group]])));
  sent.set(key, known);
  return known;
}
