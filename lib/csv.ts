/** Tells Excel that the file is UTF-8. Without it every accent would be garbled. */
const BYTE_ORDER_MARK = '\ufeff';

/** How a file separates its columns. With semicolons its numbers have decimal commas, as such spreadsheets read them. */
export const CSV_SEPARATORS = ['comma', 'semicolon'] as const;
export type CsvSeparator = (typeof CSV_SEPARATORS)[number];
/** How a file is written: by default with commas, and times in UTC. */
export type CsvStyle = { separator?: CsvSeparator; timeZone?: string };

/** An amount as a cell: a plain number in major units with the decimals of its currency. */
export function amountCell(amountMinor: number, unitsPerMajor: number, separator: CsvSeparator = 'comma'): string {
  const decimals = Math.round(Math.log10(unitsPerMajor));
  const digits = String(Math.abs(amountMinor)).padStart(decimals + 1, '0');
  const sign = amountMinor < 0 ? '-' : '';
  if (decimals === 0) return sign + digits;
  const point = separator === 'comma' ? '.' : ',';
  return `${sign}${digits.slice(0, -decimals)}${point}${digits.slice(-decimals)}`;
}

/** A number that is no money as a cell, such as a percentage. */
export function decimalCell(value: number, separator: CsvSeparator = 'comma'): string {
  return separator === 'comma' ? String(value) : String(value).replace('.', ',');
}

/** The first record of a file: the names of its columns, after the byte order mark. */
export function csvHeader(names: readonly string[], separator: CsvSeparator = 'comma'): string {
  return BYTE_ORDER_MARK + csvLine(names, separator);
}

/**
 * One record of a file (RFC 4180): cells in quotes where needed, ended by CRLF. Where a spreadsheet would read a cell, or a part of
 * one, as a formula, that gets a leading apostrophe, which marks text. Plain numbers stay numbers.
 */
export function csvLine(cells: readonly (string | null)[], separator: CsvSeparator = 'comma'): string {
  const between = separator === 'comma' ? ',' : ';';
  return `${cells.map((cell) => quoted(withoutFormulas(cell ?? '', separator), between)).join(between)}\r\n`;
}

const NUMBER = /^-?\d+(?:[.,]\d+)?$/;
/**
 * The beginnings of cells that a spreadsheet reads as a formula, full-width signs included, after spaces and quotes, which it skips
 * (owasp.org/www-community/attacks/CSV_Injection); and leading control characters.
 */
const FORMULA = /^(?:[^\S\t\r\n]|")*[=+\-@＝＋－＠]|^[\s"]*[\t\r\n]/;
/**
 * The same where a spreadsheet that separates columns by another character than the file begins a cell. Quotes do not protect
 * the text there: for that spreadsheet they stand in the middle of a cell.
 */
const INNER_FORMULA = {
  comma: /([;\t\r\n])(?=(?:[^\S\t\r\n]|")*[=+\-@＝＋－＠])/g,
  semicolon: /([,\t\r\n])(?=(?:[^\S\t\r\n]|")*[=+\-@＝＋－＠])/g,
};

function withoutFormulas(text: string, separator: CsvSeparator): string {
  if (NUMBER.test(text)) return text;
  const defused = text.replace(INNER_FORMULA[separator], "$1'");
  return FORMULA.test(defused) ? `'${defused}` : defused;
}

function quoted(cell: string, between: string): string {
  return cell.includes(between) || /["\r\n]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell;
}
