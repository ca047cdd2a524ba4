import anyAscii from 'any-ascii';

/** What banks accept in names and references (EPC217-08, and CBPR+): Latin letters, digits, spaces and these. */
const OTHERS = /[^A-Za-z0-9 /?:().,'+-]/g;

/**
 * A text in the characters that banks accept, so that no bank rejects the file or replaces them: `Zoë Núñez & Søn` becomes
 * `Zoe Nunez + Son`. It neither begins nor ends with a slash, and has no two in a row. `NOTPROVIDED`, ISO 20022's word, where nothing is left.
 * @param max characters of the field
 */
export function bankText(text: string, max: number): string {
  const plain = anyAscii(text.normalize('NFC')).replaceAll('&', '+').replace(OTHERS, ' ');
  const tidy = plain.replace(/\/+/g, '/').replace(/\s+/g, ' ').trim();
  return tidy.slice(0, max).replace(/^[/ ]+|[/ ]+$/g, '') || 'NOTPROVIDED';
}
