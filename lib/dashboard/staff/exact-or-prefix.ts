/** Below this length, a beginning matches too much to help. */
const SHORTEST = 3;
/** The last of all characters: what begins with a text is not after the text followed by it. */
const LAST = '\u{10FFFF}';

/**
 * What has a text as a whole, then what begins with it: a name can be all of one and the beginning of others. An address that is
 * there as a whole is no beginning.
 * @param select what lies between the text and the text followed by `end`, both included, character by character: an index
 * serves that in a statement that is planned once for any text, as it does not serve LIKE
 * @param keyOf tells what is found twice
 */
export async function exactOrPrefix<Found>(
  text: string,
  select: (end: string) => Promise<Found[]>,
  keyOf: (found: Found) => string,
): Promise<Found[]> {
  const whole = await select('');
  if (text.length < SHORTEST || (whole.length > 0 && text.includes('@'))) return whole;
  const both = [...whole, ...(await select(LAST))];
  // The first with each key.
  return [...new Map(both.toReversed().map((found) => [keyOf(found), found])).values()].toReversed();
}
