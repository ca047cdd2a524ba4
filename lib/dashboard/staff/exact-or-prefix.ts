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
  return firstOfEach([...whole, ...(await select(LAST))], keyOf);
}

/**
 * The same for a text that may be a name: also with its last words first, because people write the family name before the others
 * or after them. The order that was typed comes first.
 */
export async function exactOrPrefixOfName<Found>(
  text: string,
  select: (text: string, end: string) => Promise<Found[]>,
  keyOf: (found: Found) => string,
): Promise<Found[]> {
  const found: Found[] = [];
  // One after another: a search asks for enough at once.
  for (const one of [text, ...otherOrders(text)])
    found.push(...(await exactOrPrefix(one, (end) => select(one, end), keyOf)));
  return firstOfEach(found, keyOf);
}

/** Two given names and two family names, one of them in two words. */
const MOST_WORDS = 5;

/** `Gómez Pérez, Ana` is `Pérez Ana Gómez` and `Ana Gómez Pérez`. A longer text is no name. */
function otherOrders(text: string): string[] {
  const words = text.split(/[\s,]+/).filter((word) => word !== '');
  if (words.length > MOST_WORDS) return [];
  return words.slice(1).map((_, at) => [...words.slice(at + 1), ...words.slice(0, at + 1)].join(' '));
}

function firstOfEach<Found>(found: Found[], keyOf: (found: Found) => string): Found[] {
  return [...new Map(found.toReversed().map((one) => [keyOf(one), one])).values()].toReversed();
}
