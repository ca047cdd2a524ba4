/**
 * The characters of receipt numbers: no vowels, so that no words arise, and of characters that look alike (0 and O, 1 and I,
 * 2 and Z, 5 and S, 6 and G, 8 and B) one at most. Their count is prime, as the checksum needs.
 */
const ALPHABET = '23456789CDFHJKMNPQRTVWX';
const LENGTH = 10;
const SEPARATORS = /[\s.\-\u2010-\u2015]/g;

/**
 * A receipt number as people read it: `K7M-2PX-R94C`. It is stored without separators; the database draws it
 * (`new_receipt_number()`).
 */
export function writeReceiptNumber(stored: string): string {
  return `${stored.slice(0, 3)}-${stored.slice(3, 6)}-${stored.slice(6)}`;
}

/**
 * Reads a receipt number as somebody typed it, in any case and with any separators.
 * @returns the number as it is stored; `mistyped` for ten characters whose checksum does not hold; undefined for a text
 * that is no receipt number.
 */
export function readReceiptNumber(typed: string): string | 'mistyped' | undefined {
  const text = typed.replace(SEPARATORS, '').toUpperCase();
  if (text.length !== LENGTH || !/^[0-9A-Z]+$/.test(text)) return undefined;
  return isValid(text) ? text : 'mistyped';
}

/**
 * Each of the first nine characters is weighted by its place and their sum is the tenth (modulo the length of the alphabet), so
 * that one wrong character and two that changed places are always noticed.
 */
function isValid(text: string): boolean {
  const digits = [...text].map((character) => ALPHABET.indexOf(character));
  if (digits.includes(-1)) return false;
  const sum = digits.slice(0, -1).reduce((total, digit, index) => total + (index + 1) * digit, 0);
  return sum % ALPHABET.length === digits.at(-1);
}
