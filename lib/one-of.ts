/**
 * A stored text as one of a closed list, such as a state. What is stored is held to the same list by the database.
 * @throws Error for any other text: a bug, or a database of a newer version.
 */
export function oneOf<T extends string>(list: readonly T[], stored: string): T {
  const found = list.find((one) => one === stored);
  if (found === undefined) throw new Error(`Bug: ${stored} is none of ${list.join(', ')}`);
  return found;
}
