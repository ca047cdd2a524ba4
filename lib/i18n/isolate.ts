/** Letters that are written from right to left: Hebrew, Arabic and their neighbours. */
const RIGHT_TO_LEFT = /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufeff]|[\u{10800}-\u{10fff}\u{1e800}-\u{1efff}]/u;

/**
 * A name or title for use within a sentence: one that has letters written from right to left is isolated (Unicode UAX #9,
 * FSI and PDI), so that the words and numbers of the sentence keep their order. All others stay as they are.
 */
export function isolate(text: string): string {
  return RIGHT_TO_LEFT.test(text) ? `\u2068${text}\u2069` : text;
}
