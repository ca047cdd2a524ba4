import type { BookLine, BookLineKind } from '../port/books.ts';
import { GatewayError } from '../port/errors.ts';
import { toMinor } from './translate.ts';

/** Our kind for the report's TRANSACTION_TYPE; unknown types are other movements. */
const KINDS: ReadonlyMap<string, BookLineKind> = new Map([
  ['SETTLEMENT', 'payment'],
  ['REFUND', 'refund'],
  ['REFUND_CANCEL', 'refund'],
  ['DISPUTE', 'dispute'],
  ['CHARGEBACK', 'dispute'],
  ['CHARGEBACK_CANCEL', 'dispute'],
  ['PAYOUT', 'payout'],
  ['PAYOUT_CANCEL', 'payout'],
  ['WITHDRAWAL', 'payout'],
  ['WITHDRAWAL_CANCEL', 'payout'],
]);
const OF_A_PAYMENT: ReadonlySet<BookLineKind> = new Set(['payment', 'refund', 'dispute']);

/** The columns that we read; the account's settings decide which a report has. */
const COLUMNS = [
  'TRANSACTION_TYPE',
  'SOURCE_ID',
  'TRANSACTION_DATE',
  'TRANSACTION_AMOUNT',
  'SETTLEMENT_NET_AMOUNT',
  'SETTLEMENT_CURRENCY',
] as const;
type Cells = Record<(typeof COLUMNS)[number], string>;

/**
 * The lines of a settlement report (Mercado Pago, settlement report fields). Rows have no id: a line is identified by its
 * kind, payment and time, and several of one moment by their amounts.
 * @throws GatewayError `failed` if a column is missing or a row cannot be parsed.
 */
export function parseReport(csv: string): BookLine[] {
  const seen = new Map<string, number>();
  return readCells(csv).map((cells) => {
    const line = toLine(cells);
    const times = (seen.get(line.id) ?? 0) + 1;
    seen.set(line.id, times);
    return times === 1 ? line : { ...line, id: `${line.id}:${times}`, ambiguousWithId: line.id };
  });
}

function toLine(cells: Cells): BookLine {
  const { TRANSACTION_TYPE: type, SOURCE_ID: source, SETTLEMENT_CURRENCY: currency } = cells;
  const kind = KINDS.get(type) ?? 'other';
  const at = new Date(cells.TRANSACTION_DATE);
  const [gross, net] = [cells.TRANSACTION_AMOUNT, cells.SETTLEMENT_NET_AMOUNT].map((text) =>
    text.trim() === '' ? Number.NaN : Number(text),
  ) as [number, number];
  if (![at.getTime(), gross, net].every(Number.isFinite) || !/^[A-Z]{3}$/.test(currency))
    throw new GatewayError('failed', 'report with an unreadable row', undefined);
  const grossMinor = toMinor(gross, currency);
  const netMinor = toMinor(net, currency);
  return {
    id: `${type}:${source}:${at.toISOString()}`,
    kind,
    gatewayPaymentId: OF_A_PAYMENT.has(kind) ? source : null,
    currency,
    grossMinor,
    netMinor,
    at,
    // Fees and withheld taxes.
    feeMinor: grossMinor - netMinor,
  };
}

function readCells(csv: string): Cells[] {
  const lines = csv.split(/\r?\n/).filter((line) => line !== '');
  const separator = lines[0]?.includes(';') ? ';' : ',';
  const [header = [], ...records] = lines.map((line) => split(line, separator));
  const places = COLUMNS.map((name) => [name, header.indexOf(name)] as const);
  const missing = places.filter(([, place]) => place < 0).map(([name]) => name);
  if (missing.length > 0) throw new GatewayError('failed', `report without ${missing.join(', ')}`, undefined);
  return records.map(
    (record) => Object.fromEntries(places.map(([name, place]) => [name, record[place] ?? ''])) as Cells,
  );
}

/** The cells of a line, with quotes and doubled quotes. Cells contain no line breaks. */
function split(line: string, separator: string): string[] {
  const cell = new RegExp(`${separator}(?:"((?:[^"]|"")*)"|([^${separator}]*))`, 'g');
  const cells = (separator + line).matchAll(cell);
  return [...cells].map(([, quoted, plain]) => quoted?.replaceAll('""', '"') ?? plain ?? '');
}
