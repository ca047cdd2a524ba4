/**
 * Shorter than any AUTH_SECRET or DATA_ENCRYPTION_KEY, and without what email addresses, URLs with a password and keys of gateways
 * contain.
 */
const HARMLESS = /^[^\p{C}\p{Zl}\p{Zp}@_"]{1,31}$/u;

/** Whether an error can repeat a value. Others are left out: they may be secrets that were meant for another variable. */
export function isRepeatable(value: string): boolean {
  return HARMLESS.test(value);
}
