/** Where an address has its joints: the signs of URLs, domains and emails, with those that browsers take for a full stop. */
const JOINT = /[.:/\\@\u3002\uff0e\uff0f\uff1a\uff20\uff61](?=\S)/g;
/** Barely seen, and white space to every program: an address ends where there is some (RFC 3986, appendix C). */
const HAIR_SPACE = '\u200a';

/**
 * What people outside wrote (a cause's title, a name), as it may stand in a mail of ours: it reads the same, but no mail
 * program makes a link of an address in it, neither in the text nor in the HTML. Of the characters without any width some
 * programs take no notice, and link all the same.
 */
export function unlinked(text: string): string {
  return text.replace(JOINT, `$&${HAIR_SPACE}`);
}
