/** What documents and examples write where a secret belongs. */
const PLACEHOLDER =
  /change.?(me|this|it)|placeholder|example|passw[o0]rd|secret|default|replace|your[-_ ]|insert[-_ ]|sample|dummy|qwerty|letmein/i;
/** Fewer different characters than these are hardly ever drawn at random. */
const LEAST_DISTINCT = 5;
/** A text that is one piece over and over. */
const ONE_PIECE = /^(.+?)\1+$/s;
/** What gateways put before a secret. */
const PREFIX = /^whsec_/;

/**
 * What gives a secret away that was not drawn at random, for a sentence such as "must not be a placeholder"; undefined where nothing does.
 * It never repeats the secret.
 * @param leastLength in characters
 */
export function weaknessOf(secret: string, leastLength: number): string | undefined {
  const text = secret.replace(PREFIX, '');
  if (PLACEHOLDER.test(text)) return 'a placeholder';
  if (text.length < leastLength) return `shorter than ${leastLength} characters`;
  if (new Set(text).size < LEAST_DISTINCT || ONE_PIECE.test(text) || isRow(text)) return 'a pattern';
  return undefined;
}

/** Whether two thirds of the characters repeat the one before them, or come before or after it in the alphabet. */
function isRow(text: string): boolean {
  const codes = [...text].map((character) => character.codePointAt(0) ?? 0);
  const steps = codes.slice(1).filter((code, index) => Math.abs(code - (codes[index] ?? 0)) <= 1);
  return steps.length * 3 > codes.length * 2;
}
