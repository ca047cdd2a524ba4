/**
 * Mercado Pago writes its timestamps in the offset of its own servers, whatever the country of the account.
 */
const OFFSET_HOURS = -4;
const MS_PER_HOUR = 3_600_000;

/**
 * Formats an instant as the API does: `2026-11-21T12:00:00.000-04:00`.
 * @param ms milliseconds since the epoch.
 */
export function formatDate(ms: number): string {
  return new Date(ms + OFFSET_HOURS * MS_PER_HOUR).toISOString().replace('Z', '-04:00');
}

/** As formatDate; null stays null. */
export function formatDateOrNull(ms: number | null): string | null {
  return ms === null ? null : formatDate(ms);
}

/** Parses a timestamp with its offset; NaN for an invalid one (the API refuses dates without an offset). */
export function parseDate(text: string): number {
  const withOffset = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(\.\d{1,6})?(Z|[+-]\d{2}:?\d{2})$/;
  return withOffset.test(text) ? Date.parse(text) : Number.NaN;
}
