/** Tells Excel that the file is UTF-8. Without it every accent would be garbled. */
export const BYTE_ORDER_MARK = '\ufeff';

/** The first characters that make a spreadsheet read a cell as a formula, full-width signs included (owasp.org/www-community/attacks/CSV_Injection). */
const FORMULA = /^[=+\-@\t\r\n＝＋－＠]/;
/** Spreadsheets skip leading spaces. */
const LEADING_SPACE = /^[\s\u00a0]+/;

/**
 * A text of a user as a cell. Where a spreadsheet would read it as a formula, it gets a leading apostrophe, which marks text.
 */
export function textCell(text: string | null): string {
  if (text === null) return '';
  return FORMULA.test(text) || FORMULA.test(text.replace(LEADING_SPACE, '')) ? `'${text}` : text;
}

/** How a file separates its columns. With semicolons its numbers have decimal commas, as such spreadsheets read them. */
export const CSV_SEPARATORS = ['comma', 'semicolon'] as const;
export type CsvSeparator = (typeof CSV_SEPARATORS)[number];
/** How a file is written: by default with commas, and times in UTC. */
export type CsvStyle = { separator?: CsvSeparator; timeZone?: string };

/** An amount as a cell: a plain number in major units with the decimals of its currency. */
export function amountCell(
  amountMinor: number,
  unitsPerMajor: number,
  separator: CsvSeparator = 'comma',
): string {
  const decimals = Math.round(Math.log10(unitsPerMajor));
  const digits = String(Math.abs(amountMinor)).padStart(decimals + 1, '0');
  const sign = amountMinor < 0 ? '-' : '';
  if (decimals === 0) return sign + digits;
  const point = separator === 'comma' ? '.' : ',';
  return `${sign}${digits.slice(0, -decimals)}${point}${digits.slice(-decimals)}`;
}

/** One record of a file (RFC 4180): cells in quotes where needed, ended by CRLF. */
export function csvLine(cells: readonly string[], separator: CsvSeparator = 'comma'): string {
  const between = separator === 'comma' ? ',' : ';';
  return `${cells.map((cell) => quoted(cell, between)).join(between)}\r\n`;
}

function quoted(cell: string, between: string): string {
  return cell.includes(between) || /["\r\n]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell;
}
