/** An object with the member, or an empty one if the value is undefined: absent is not undefined. */
export function optional<K extends string, T>(key: K, value: T | undefined): Partial<Record<K, T>> {
  return value === undefined ? {} : ({ [key]: value } as Record<K, T>);
}
