/**
 * Narrows a stored text, such as a state, to one of a closed list. A CHECK constraint enforces the same list.
 * @throws Error for any other text: a bug, or a database of a newer version
 */
export function oneOf<T extends string>(list: readonly T[], stored: string): T {
  const found = list.find((one) => one === stored);
  if (found === undefined) throw new Error(`Bug: ${stored} is none of ${list.join(', ')}`);
  return found;
}
