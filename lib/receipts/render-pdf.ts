import { faces, letterWidth } from '#lib/graphics/fonts.ts';
import {
  BOTTOM,
  COLOUR,
  drawAccent,
  drawLine,
  type Element,
  heightOf,
  MARGIN,
  makeRoom,
  newSheet,
  put,
  type Sheet,
  type Style,
  toBuffer,
} from '#lib/graphics/pdf.ts';
import type { QrCode } from '#lib/graphics/qr-code.ts';
import { LANGUAGE_TAGS, type Locale } from '#lib/i18n/locales.ts';
import { translatorFor } from '#lib/i18n/translate.ts';
import { drawInThread } from './pdf-thread.ts';
import type { ReceiptRow, ReceiptView } from './receipt-view.ts';
import { writeInstant, writeReceipt } from './write-receipt.ts';

/** Lengths in points, 72 to the inch. */
const TERM_WIDTH = 150;
const QR_SIDE = 118;

/** A receipt, the language of its document, and the time zone in which the date is written besides UTC. */
type ReceiptDocument = { view: ReceiptView; locale: Locale; timeZone: string | undefined };

/**
 * Draws a receipt in a thread of its own, and caches it (lib/receipts/pdf-thread.ts). @throws Problem 503 while too
 * many are being drawn.
 */
export function drawReceipt(document: ReceiptDocument): Promise<Uint8Array> {
  return drawInThread('lib/receipts/render-pdf.ts', 'renderPdf', document);
}

/**
 * The receipt as a tagged PDF in a language, with embedded fonts. The date is in UTC, and also in `timeZone` if there is one.
 */
export async function renderPdf({ view, locale, timeZone }: ReceiptDocument): Promise<Buffer> {
  const written = writeReceipt(view, locale);
  const sheet = newSheet({
    title: `${written.title} ${view.number}`,
    author: view.partner,
    country: view.country,
    languageTag: LANGUAGE_TAGS[locale],
    createdAt: new Date(view.completedAt),
  });
  const root = sheet.struct('Document');
  sheet.addStructure(root);
  const add = (tag: string, draw: () => void) => root.add(sheet.struct(tag, {}, draw));

  drawAccent(sheet, view.accentColour);
  add('H1', () => put(sheet, written.title, { size: 24, weight: 'bold' }));
  add('P', () => put(sheet, written.thanks, { size: 11, colour: COLOUR.soft }));
  sheet.moveDown(1);
  add('P', () => put(sheet, written.amount, { size: 28, weight: 'bold' }));
  sheet.moveDown(0.4);
  if (written.testNote !== null) notice(sheet, add, written.testNote);
  for (const text of written.notices) notice(sheet, add, text);
  sheet.moveDown(0.6);
  const table = sheet.struct('Table');
  root.add(table);
  for (const row of withReadersZone(written.rows, view, locale, timeZone)) {
    const line = sheet.struct('TR');
    table.add(line);
    drawRow(sheet, line, row, translatorFor(locale)('receipt.notWritable'));
  }
  table.end();
  sheet.moveDown(0.5);
  for (const note of written.notes) add('P', () => put(sheet, note, { size: 9, colour: COLOUR.soft }, note));
  drawSignature(sheet, root, view, locale);
  root.end();
  return toBuffer(sheet);
}

type Add = (tag: string, draw: () => void) => void;

function notice(sheet: Sheet, add: Add, text: string): void {
  const width = sheet.page.width - 2 * MARGIN;
  add('P', () => {
    sheet.font(faces('bold')[0]?.name ?? '').fontSize(10.5);
    const height = sheet.heightOfString(text, { width: width - 24, lineGap: 1.6 }) + 16;
    const top = sheet.y;
    sheet.roundedRect(MARGIN, top, width, height, 6).fill(COLOUR.noticeFill);
    sheet.x = MARGIN + 12;
    sheet.y = top + 8;
    put(sheet, text, { size: 10.5, weight: 'bold', colour: COLOUR.notice, width: width - 24 });
    sheet.x = MARGIN;
    sheet.y = top + height + 8;
  });
}

function drawRow(sheet: Sheet, line: Element, { term, value, kind }: ReceiptRow, notWritable: string): void {
  const left = MARGIN + TERM_WIDTH;
  const weight = kind === 'people' ? 'bold' : 'regular';
  const ofTerm = { size: 10.5, colour: COLOUR.soft, width: TERM_WIDTH - 12 };
  const ofValue = { size: 10.5, weight, width: sheet.page.width - MARGIN - left } as const;
  // A term and its value stay together.
  const [termHeight, valueHeight] = [heightOf(sheet, term, ofTerm), heightOf(sheet, value, ofValue, notWritable)];
  makeRoom(sheet, 6 + Math.max(termHeight, valueHeight));
  const top = sheet.y;
  drawLine(sheet, top);
  const place = (x: number, style: Style, text: string) => () => {
    sheet.x = x;
    sheet.y = top + 6;
    put(sheet, text, style, notWritable);
  };
  line.add(sheet.struct('TH', {}, place(MARGIN, ofTerm, term)));
  line.add(sheet.struct('TD', kind === 'people' ? { actual: value } : {}, place(left, ofValue, value)));
  line.end();
  sheet.x = MARGIN;
  sheet.y += 5;
}

function drawSignature(sheet: Sheet, root: Element, { qr, verifyUrl }: ReceiptView, locale: Locale): void {
  const t = translatorFor(locale);
  const fits = sheet.y + 20 + QR_SIDE < sheet.page.height - BOTTOM;
  // The code and its words stay together.
  if (!fits) sheet.addPage();
  const top = fits ? sheet.y + 20 : MARGIN;
  const left = MARGIN + QR_SIDE + 18;
  const width = sheet.page.width - MARGIN - left;
  root.add(sheet.struct('Figure', { alt: t('receipt.qrLabel') }, () => drawQr(sheet, qr, top)));
  sheet.x = left;
  sheet.y = top + 2;
  root.add(sheet.struct('H2', {}, () => put(sheet, t('receipt.signatureTitle'), { size: 12, weight: 'bold', width })));
  sheet.y += 3;
  root.add(
    sheet.struct('P', {}, () => put(sheet, t('receipt.signatureBody'), { size: 9.5, colour: COLOUR.soft, width })),
  );
  sheet.y += 5;
  const line = sheet.struct('P');
  root.add(line);
  const lines = linesOf(verifyUrl, width / ADDRESS_SIZE);
  line.add(
    sheet.struct('Link', {}, () => {
      for (const text of lines) put(sheet, text, { size: ADDRESS_SIZE, colour: COLOUR.soft, width, link: verifyUrl });
    }),
  );
  line.end();
}

/** In points. */
const ADDRESS_SIZE = 8;

/**
 * Breaks an address into lines of a width in sizes of the font. PDFKit would lay it out again for each letter that it tries.
 */
function linesOf(address: string, width: number): string[] {
  const lines: string[] = [];
  let left = 0;
  for (const letter of address) {
    left -= letterWidth(letter, 'regular');
    if (left > 0) {
      lines.push(`${lines.pop()}${letter}`);
    } else {
      lines.push(letter);
      left = width - letterWidth(letter, 'regular');
    }
  }
  return lines;
}

function drawQr(sheet: Sheet, { size, path }: QrCode, top: number): void {
  sheet.save();
  sheet.translate(MARGIN - 8, top - 8).scale(QR_SIDE / size);
  sheet.path(path).fill('#000000');
  sheet.restore();
}

function withReadersZone(
  rows: ReceiptRow[],
  view: ReceiptView,
  locale: Locale,
  timeZone: string | undefined,
): ReceiptRow[] {
  if (timeZone === undefined || timeZone === 'UTC') return rows;
  const value = writeInstant(view, locale, timeZone);
  const term = translatorFor(locale)('receipt.dateLocal');
  return rows.flatMap((row) => (row.kind === 'date' ? [row, { term, value, kind: 'text' }] : [row]));
}
