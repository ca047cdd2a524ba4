import { isUtf8 } from 'node:buffer';

/** Words that documentation and examples use in place of a secret. */
const PLACEHOLDER =
  /change.?(me|this|it)|placeholder|example|passw[o0]rd|secret|default|replace|your[-_ ]|insert[-_ ]|sample|dummy|qwerty|letmein/i;
/** A random secret practically always has at least this many different characters. */
const MIN_DISTINCT = 5;
/** A text that repeats one piece, or has a piece twice that random secrets practically never have twice. */
const REPETITION = /^(.+?)\1+$|(.{8}).*\2/s;
/** The prefix that Stripe puts before a secret. */
const PREFIX = /^whsec_/;
/** At least four words in any language, separated, with digits at the end at most. */
const SEPARATED_WORDS = /^(?:\p{L}?\p{Ll}+|\p{Lu}+)(?:[\s\p{P}]+(?:\p{L}?\p{Ll}+|\p{Lu}+)){3,}[\s\p{P}]*\d*\W?$/u;
/** The pairs of letters that are nearly nine tenths of those in English, Spanish and Portuguese words: 132 of 676. */
const COMMON_PAIRS: ReadonlySet<string> = new Set(
  (
    'ac ad ag ai al am an ao ap ar as at au av ay ba be ca ce ch ci co cr cu da de di do ea ec ed eg el em en er es et ev ' +
    'fi fo ga ge gi go ha he hi ho ia ic id ie ig il im in io ir is it la le li ll lo ma me mo mp na nc nd ne ng nk no ns ' +
    'nt nu oa oc od ol om on or os ot ou ov pa pe po pr pu qu ra re ri ro rr sa se si so ss st ta te th ti to tr tu ua ue ' +
    'ui um un ur us ut va ve vi vo wa wi yo'
  ).split(' '),
);
/** A text is words if it has this share of letters, this many pairs of them, and this share of common pairs. */
const WORDS = { letters: 0.7, pairs: 12, common: 0.58 };
/** Decoded bytes that happen to be readable text: fourteen are once in 100,000 random secrets. */
const MIN_READABLE_BYTES = 14;

/**
 * Why a secret looks as if it was not random, to complete "must not be …": `a placeholder`, `a pattern`, `a phrase of words`,
 * `encoded text`, too short. Undefined for a good secret. Never repeats the secret.
 * @param leastLength in characters
 */
export function weaknessOf(secret: string, leastLength: number): string | undefined {
  const text = secret.replace(PREFIX, '');
  if (PLACEHOLDER.test(text)) return 'a placeholder';
  if (text.length < leastLength) return `shorter than ${leastLength} characters`;
  if (new Set(text).size < MIN_DISTINCT || REPETITION.test(text) || isSequence(text)) return 'a pattern';
  if (SEPARATED_WORDS.test(text) || isWords(text)) return 'a phrase of words';
  if (isEncodedText(text)) return 'encoded text';
  return undefined;
}

/** Whether most of a text is letters that follow each other as they do in words. Random letters do so in a fifth of the pairs. */
function isWords(text: string): boolean {
  const plain = text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase();
  const pairs = [...plain.slice(1)].map((letter, index) => plain.charAt(index) + letter);
  const ofLetters = pairs.filter((pair) => /^[a-z]{2}$/.test(pair));
  const common = ofLetters.filter((pair) => COMMON_PAIRS.has(pair));
  return (
    plain.replace(/[^a-z]/g, '').length >= plain.length * WORDS.letters &&
    ofLetters.length >= WORDS.pairs &&
    common.length >= ofLetters.length * WORDS.common
  );
}

/** Whether a text is readable text in hexadecimal or base64. */
function isEncodedText(text: string): boolean {
  const decoded = [
    ...(/^(?:[\da-f]{2})+$/i.test(text) ? [Buffer.from(text, 'hex')] : []),
    ...(/^[\w+/-]+=*$/.test(text) ? [Buffer.from(text, 'base64')] : []),
  ];
  return decoded.some((bytes) => bytes.length >= MIN_READABLE_BYTES && isReadable(bytes));
}

/** Whether bytes are a text in UTF-8 that somebody can read, such as one line that a tool has ended. */
function isReadable(bytes: Buffer): boolean {
  return isUtf8(bytes) && !/[^\t\n\r\P{C}]/u.test(bytes.toString());
}

/** Whether two thirds of the characters repeat the one before them, or come before or after it in the alphabet. */
function isSequence(text: string): boolean {
  const codes = [...text].map((character) => character.codePointAt(0) ?? 0);
  const steps = codes.slice(1).filter((code, index) => Math.abs(code - (codes[index] ?? 0)) <= 1);
  return steps.length * 3 > codes.length * 2;
}
