import { domainToASCII, domainToUnicode } from 'node:url';

/**
 * The one spelling by which addresses are compared: case is ignored (ruling 16), and an international domain is in ASCII, so
 * that `ana@bücher.example` is `ana@xn--bcher-kva.example`. Aliases of one mailbox stay apart (lib/policy/same-person.ts).
 */
export function emailKey(email: string): string {
  return respelled(email, domainToASCII);
}

/** The spellings in lower case of one address, for columns that keep it as it was typed: its domain in ASCII and in Unicode. */
export function emailSpellings(email: string): string[] {
  return [...new Set([emailKey(email), respelled(email, domainToUnicode)])];
}

function respelled(email: string, spell: (domain: string) => string): string {
  const lower = email.toLowerCase();
  const at = lower.lastIndexOf('@') + 1;
  const domain = lower.slice(at);
  // Only international names have two spellings; what is no name has none, and stays as it is.
  const isInternational = /[^\0-\x7f]|(^|\.)xn--/.test(domain);
  return isInternational ? lower.slice(0, at) + (spell(domain) || domain) : lower;
}
