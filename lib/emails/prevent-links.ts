import { toOneLine } from '#lib/fields.ts';
import { isolate } from '#lib/i18n/isolate.ts';

/** The punctuation of URLs, domains and email addresses, with the characters that browsers treat like it. */
const ADDRESS_PUNCTUATION = /[.:/\\@\u3002\uff0e\uff0f\uff1a\uff20\uff61](?=\S)/g;
/** Hardly visible, but white space, which ends an address (RFC 3986, appendix C). */
const HAIR_SPACE = '\u200a';

/**
 * Text from outside, such as a name or a cause's title, for a mail of ours: it reads the same, but no mail program turns an
 * address in it into a link, neither in the text nor in the HTML. Zero-width characters would not do: some programs ignore
 * them and make the link. It is one line, so that it begins no paragraph of ours. Text in Hebrew or Arabic keeps its own order within the sentence, and the sentence its own.
 */
export function preventLinks(text: string): string {
  return isolate(toOneLine(text).replace(ADDRESS_PUNCTUATION, `$&${HAIR_SPACE}`));
}
