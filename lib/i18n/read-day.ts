/** Whether a text is a day that exists, as date fields send it, such as `2026-11-30`. Browsers without such fields send any text. */
export function isDay(text: string): boolean {
  const [, year = '0000'] = /^(\d{4})-\d{2}-\d{2}$/.exec(text) ?? [];
  const begins = new Date(`${text}T00:00:00Z`);
  return year !== '0000' && !Number.isNaN(begins.getTime()) && begins.toISOString().startsWith(text);
}
