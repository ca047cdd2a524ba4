/** What spreadsheets take for a formula at the beginning of a cell, full-width signs included (owasp.org/www-community/attacks/CSV_Injection). */
const FORMULA = /^[=+\-@\t\r\n＝＋－＠]/;
/** Spaces do not keep a spreadsheet from reading on. */
const LEADING_SPACE = /^[\s\u00a0]+/;

/**
 * A text of somebody else's as a cell: where a spreadsheet would take it for a formula, it begins with an apostrophe, which
 * spreadsheets show as text.
 */
export function textCell(text: string | null): string {
  if (text === null) return '';
  return FORMULA.test(text) || FORMULA.test(text.replace(LEADING_SPACE, '')) ? `'${text}` : text;
}

/** An amount as a cell: a plain number with a point, in major units with the decimals that its currency has. */
export function amountCell(amountMinor: number, unitsPerMajor: number): string {
  const decimals = Math.round(Math.log10(unitsPerMajor));
  const digits = String(Math.abs(amountMinor)).padStart(decimals + 1, '0');
  const sign = amountMinor < 0 ? '-' : '';
  if (decimals === 0) return sign + digits;
  return `${sign}${digits.slice(0, -decimals)}.${digits.slice(-decimals)}`;
}

/** One record of a file (RFC 4180): cells in quotes where they need them, and a line break of two characters. */
export function csvLine(cells: readonly string[]): string {
  return `${cells.map(quoted).join(',')}\r\n`;
}

function quoted(cell: string): string {
  return /[",\r\n]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell;
}
