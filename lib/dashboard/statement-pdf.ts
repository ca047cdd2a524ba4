import {
  COLOUR,
  drawAccent,
  drawLine,
  heightOf,
  MARGIN,
  makeRoom,
  newSheet,
  put,
  type Sheet,
  toBuffer,
} from '#lib/graphics/pdf.ts';
import { LANGUAGE_TAGS, type Locale } from '#lib/i18n/locales.ts';
import { translatorFor } from '#lib/i18n/translate.ts';
import { drawInThread } from '#lib/receipts/pdf-thread.ts';
import { localTimeIn } from '#lib/time-zone.ts';
import type { MonthView, StatementRow } from './statement-view.ts';
import { writeDate, writeMonth, writeRows, writeZone } from './write-statement.ts';

/** Lengths in points, 72 to the inch. */
const COUNT_WIDTH = 70;
const AMOUNT_WIDTH = 130;
const SIZE = 10.5;
/** What a heading needs below it: the titles of the columns, and a row. */
const HEADING_HEIGHT = 90;

/** The statements of a month, and the language of their document. */
export type StatementDocument = { month: MonthView; locale: Locale };

/**
 * Draws statements in a thread of its own (lib/receipts/pdf-thread.ts). @throws Problem 503 while too many are being
 * drawn.
 */
export function drawStatement(document: StatementDocument): Promise<Uint8Array> {
  return drawInThread('lib/dashboard/statement-pdf.ts', 'statementPdf', document);
}

/** The statements of a month as a tagged PDF in a language. Every currency is named, whoever reads it. */
export async function statementPdf({ month, locale }: StatementDocument): Promise<Buffer> {
  const t = translatorFor(locale);
  const reader = { locale, place: null };
  const { cause, creator, preparedAt, timeZone } = month;
  const title = `${t('statements.heading')}: ${writeMonth(reader, month.month)}`;
  const sheet = newSheet({
    title: `${title}, ${cause.title}`,
    author: null,
    country: cause.country,
    languageTag: LANGUAGE_TAGS[locale],
    createdAt: preparedAt,
  });
  const root = sheet.struct('Document');
  sheet.addStructure(root);
  const add = (tag: string, draw: () => void) => root.add(sheet.struct(tag, {}, draw));
  const notWritable = t('receipt.notWritable');
  const soft = { size: SIZE, colour: COLOUR.soft };

  drawAccent(sheet, null);
  add('H1', () => put(sheet, title, { size: 22, weight: 'bold' }));
  sheet.moveDown(0.4);
  add('P', () => put(sheet, cause.title, { size: 13, weight: 'bold' }, notWritable));
  add('P', () => put(sheet, creator, soft, notWritable));
  sheet.moveDown(0.6);
  const today = writeDate(reader, localTimeIn(timeZone, preparedAt).slice(0, 10));
  add('P', () => put(sheet, t('statements.prepared', { date: today }), soft));
  add('P', () => put(sheet, writeZone(reader, month), soft));
  if (!month.isOver) add('P', () => put(sheet, t('statements.soFar'), soft));
  for (const statement of month.statements) {
    sheet.moveDown(1);
    makeRoom(sheet, HEADING_HEIGHT);
    const heading = t('statements.caption', { currency: statement.currency });
    add('H2', () => put(sheet, heading, { size: 13, weight: 'bold' }));
    sheet.moveDown(0.4);
    const table = sheet.struct('Table');
    root.add(table);
    const titles = {
      name: t('statements.item'),
      count: t('statements.count'),
      amount: t('statements.amount'),
    };
    drawRow(sheet, table, { ...titles, isBalance: false }, 'TH');
    for (const row of writeRows(reader, month, statement)) drawRow(sheet, table, row, 'TD');
    table.end();
    drawLine(sheet, sheet.y + 2);
  }
  sheet.moveDown(1.2);
  for (const note of [t('statements.withdrawalNote'), t('statements.lateNote')])
    add('P', () => put(sheet, note, { size: 9, colour: COLOUR.soft }));
  root.end();
  return toBuffer(sheet);
}

/** A row of the table: its name, how many, and the amount at the right edge. */
function drawRow(
  sheet: Sheet,
  table: ReturnType<Sheet['struct']>,
  { name, count, amount, isBalance }: StatementRow,
  cell: 'TH' | 'TD',
): void {
  const right = sheet.page.width - MARGIN;
  const amountLeft = right - AMOUNT_WIDTH;
  const countLeft = amountLeft - COUNT_WIDTH;
  const nameWidth = countLeft - MARGIN - 8;
  const weight = isBalance ? 'bold' : 'regular';
  const style = { size: SIZE, weight, ...(cell === 'TH' ? { colour: COLOUR.soft } : {}) } as const;
  // A row stays together.
  makeRoom(sheet, 5 + heightOf(sheet, name, { ...style, width: nameWidth }));
  const top = sheet.y;
  drawLine(sheet, top);
  const line = sheet.struct('TR');
  table.add(line);
  let bottom = top;
  const place = (tag: string, text: string, x: number, width: number, align?: 'right') =>
    line.add(
      sheet.struct(tag, {}, () => {
        sheet.x = x;
        sheet.y = top + 5;
        put(sheet, text, { ...style, width, ...(align ? { align } : {}) });
        bottom = Math.max(bottom, sheet.y);
      }),
    );
  place('TH', name, MARGIN, nameWidth);
  if (count !== '') place(cell, count, countLeft, COUNT_WIDTH, 'right');
  place(cell, amount, amountLeft, AMOUNT_WIDTH, 'right');
  line.end();
  sheet.x = MARGIN;
  sheet.y = bottom + 4;
}
