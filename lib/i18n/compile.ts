import compile from 'icu-minify/compile';
import { CATALOGUE } from './catalogue.ts';
import type { Locale } from './locales.ts';
import type { MessageGroup } from './messages/shape.ts';
import type { CompiledMessages } from './translator.ts';

type Texts = { readonly [key: string]: string | Texts };
type Compiled = Readonly<Record<MessageGroup, CompiledMessages>>;

const compiled = new Map<Locale, Compiled>();

/**
 * All texts of a language, their ICU syntax parsed: once, when they are first asked for. On the server only: it holds
 * every language, and the parser.
 */
export function compiledTexts(locale: Locale): Compiled {
  // Through JSON: the parser makes objects without a prototype, which React does not hand to a browser.
  const known: Compiled = compiled.get(locale) ?? JSON.parse(JSON.stringify(compileAll(CATALOGUE[locale])));
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
