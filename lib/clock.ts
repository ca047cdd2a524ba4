/** The current time. The domain takes it as an argument; only the edges call this. */
export function now(): Date {
  return new Date();
}

/** An instant as the API writes it: RFC 3339 in UTC with milliseconds (specification 1.10). */
export function timestamp(instant: Date): string {
  return instant.toISOString();
}
