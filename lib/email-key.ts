import { domainToASCII, domainToUnicode } from 'node:url';

/**
 * The spelling in which addresses of donors and recipients are stored: the part before the `@` in NFC, and an international
 * domain in ASCII, as browsers and mail servers write it: `ana@bücher.example` is `ana@xn--bcher-kva.example`.
 */
export function canonicalEmail(email: string): string {
  return respelled(email, (domain) => asciiDomain(domain) ?? domain);
}

/**
 * The one spelling by which addresses are compared: the canonical one, in lower case (ruling 16). Aliases of one mailbox stay
 * apart (lib/policy/same-person.ts).
 */
export function emailKey(email: string): string {
  return canonicalEmail(email).toLowerCase();
}

/** What takes the place of the address of an account that was erased, to which no mail can be delivered (RFC 2606). */
export function erasedAddress(accountId: string): string {
  return `${accountId.toLowerCase()}@${ERASED_DOMAIN}`;
}

const ERASED_DOMAIN = 'erased.invalid';

export function isErasedAddress(email: string): boolean {
  return email.endsWith(`@${ERASED_DOMAIN}`);
}

/** The spelling in which an address is shown: an international domain in its own letters, unless they could deceive. */
export function readableEmail(email: string): string;
export function readableEmail(email: string | null): string | null;
export function readableEmail(email: string | null): string | null {
  if (email === null) return null;
  return respelled(email, (domain) => {
    const ascii = asciiDomain(domain);
    return ascii === undefined ? domain : readableDomain(ascii);
  });
}

/**
 * The spellings of an address, for columns that keep it as it was minted or typed: an international domain in ASCII or in its
 * letters, and letters with their marks in one or in several characters (NFC, NFD). They are compared in lower case.
 */
export function emailSpellings(email: string): string[] {
  const inLetters = (domain: string) => domainToUnicode(asciiDomain(domain) ?? '') || domain;
  const composed = [canonicalEmail(email), respelled(email, inLetters)];
  return [...new Set(composed.flatMap((spelling) => [spelling, spelling.normalize('NFD')]))];
}

/**
 * A domain in ASCII (UTS 46): international names in lower case and as `xn--`, others as they are. Undefined for what is not
 * the name of an international domain.
 */
export function asciiDomain(domain: string): string | undefined {
  if (!/[^\0-\x7f]|(^|\.)xn--/i.test(domain)) return domain;
  // A URL's host would end at some of these characters, and be decoded at others.
  if (/[^\w.\-\x80-\u{10ffff}]/u.test(domain)) return undefined;
  const ascii = domainToASCII(domain);
  return /^[\w-]+(\.[\w-]+)+$/.test(ascii) ? ascii : undefined;
}

/** Letters of one script, and those that are written together. A label that mixes others may look like another one. */
const SCRIPTS = [
  'Latin',
  'Greek',
  'Cyrillic',
  'Arabic',
  'Hebrew',
  'Devanagari',
  'Thai',
  'Han Hiragana Katakana',
  'Han Hangul',
];
const OF_ONE_SCRIPT = SCRIPTS.map((names) => {
  const letters = names.split(' ').map((name) => `\\p{scx=${name}}`);
  return new RegExp(`^[${letters.join('')}\\d-]+$`, 'u');
});
/** Cyrillic letters that look like Latin ones: a label of nothing else reads as another name. */
const LOOKS_LATIN = /^[асԁеһіјӏорԛѕԝхуѵ\d-]+$/;

/** A domain label by label: in its letters where they are of one script, else in ASCII. */
function readableDomain(ascii: string): string {
  const labels = ascii.split('.').map((label) => {
    const letters = domainToUnicode(label);
    const isPlain = OF_ONE_SCRIPT.some((script) => script.test(letters)) && !LOOKS_LATIN.test(letters);
    return isPlain && domainToASCII(letters) === label ? letters : label;
  });
  return labels.join('.');
}

function respelled(email: string, spell: (domain: string) => string): string {
  const at = email.lastIndexOf('@') + 1;
  return email.slice(0, at).normalize('NFC') + spell(email.slice(at));
}
