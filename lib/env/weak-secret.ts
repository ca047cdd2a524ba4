/** Words that documentation and examples use in place of a secret. */
const PLACEHOLDER =
  /change.?(me|this|it)|placeholder|example|passw[o0]rd|secret|default|replace|your[-_ ]|insert[-_ ]|sample|dummy|qwerty|letmein/i;
/** A random secret practically always has at least this many different characters. */
const MIN_DISTINCT = 5;
/** A text that repeats one piece. */
const REPETITION = /^(.+?)\1+$/s;
/** The prefix that Stripe puts before a secret. */
const PREFIX = /^whsec_/;

/**
 * Why a secret looks as if it was not random, to complete "must not be …": `a placeholder`, `a pattern`, too short. Undefined for
 * a good secret. Never repeats the secret.
 * @param leastLength in characters
 */
export function weaknessOf(secret: string, leastLength: number): string | undefined {
  const text = secret.replace(PREFIX, '');
  if (PLACEHOLDER.test(text)) return 'a placeholder';
  if (text.length < leastLength) return `shorter than ${leastLength} characters`;
  if (new Set(text).size < MIN_DISTINCT || REPETITION.test(text) || isSequence(text)) return 'a pattern';
  return undefined;
}

/** Whether two thirds of the characters repeat the one before them, or come before or after it in the alphabet. */
function isSequence(text: string): boolean {
  const codes = [...text].map((character) => character.codePointAt(0) ?? 0);
  const steps = codes.slice(1).filter((code, index) => Math.abs(code - (codes[index] ?? 0)) <= 1);
  return steps.length * 3 > codes.length * 2;
}
