/** Below this length, a beginning matches too much to help. */
const SHORTEST = 3;
/** The last of all characters: what begins with a text is not after the text followed by it. */
const LAST = '\u{10FFFF}';

/**
 * What has a text as a whole; where nothing has, what begins with it.
 * @param select what lies between the text and the text followed by `end`, both included, character by character: an index
 * serves that in a statement that is planned once for any text, as it does not serve LIKE
 */
export async function exactOrPrefix<Found>(text: string, select: (end: string) => Promise<Found[]>): Promise<Found[]> {
  const found = await select('');
  return found.length > 0 || text.length < SHORTEST ? found : select(LAST);
}
