/** The current time. The domain takes it as an argument; only the edges call this. */
export function now(): Date {
  return new Date();
}

/** An instant as the API writes it: RFC 3339 in UTC with milliseconds (specification 1.10). */
export function timestamp(instant: Date): string {
  return instant.toISOString();
}

/** Whether an instant lies in the years 1 to 9999 (UTC): RFC 3339 and PostgreSQL write others differently, or not at all. */
export function hasCommonYear(instant: Date): boolean {
  const year = instant.getUTCFullYear();
  return year >= 1 && year <= 9999;
}
