import PDFDocument from 'pdfkit';
import { ascent, faces, runsOf, type Weight } from '#lib/fonts.ts';
import { LANGUAGE_TAGS, type Locale } from '#lib/i18n/locales.ts';
import { translatorFor } from '#lib/i18n/translate.ts';
import type { QrCode } from '#lib/qr-code.ts';
import type { ReceiptRow, ReceiptView } from './receipt-view.ts';
import { writeInstant, writeReceipt } from './write-receipt.ts';

/** Lengths in points, 72 to the inch. */
const MARGIN = 56;
const TERM_WIDTH = 150;
const QR_SIDE = 118;
const COLOUR = { ink: '#16202c', soft: '#52606f', line: '#d5dbe2', notice: '#6a4a00', noticeFill: '#fff6de' };
/** Countries that print on Letter; the others on A4. */
const LETTER = new Set('us ca mx co cl cr do gt hn ni pa ve'.split(' '));

type Sheet = InstanceType<typeof PDFDocument>;
type Style = { size: number; weight?: Weight; colour?: string; width?: number; link?: string };
type Wish = { locale: Locale; timeZone: string | undefined };

/**
 * The receipt as a tagged PDF in a language, fonts embedded. The date stands in UTC, and in the reader's zone where the
 * address named one.
 */
export async function renderPdf(view: ReceiptView, { locale, timeZone }: Wish): Promise<Buffer> {
  const written = writeReceipt(view, locale);
  const sheet = newSheet(view, locale, written.title);
  const root = sheet.struct('Document');
  sheet.addStructure(root);
  const add = (tag: string, draw: () => void) => root.add(sheet.struct(tag, {}, draw));

  drawAccent(sheet, view.accentColour);
  add('H1', () => put(sheet, written.title, { size: 24, weight: 'bold' }));
  add('P', () => put(sheet, written.thanks, { size: 11, colour: COLOUR.soft }));
  sheet.moveDown(1.4);
  add('P', () => put(sheet, written.amount, { size: 30, weight: 'bold' }));
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
  drawSignature(sheet, root, view, locale);
  root.end();
  return toBuffer(sheet);
}

function newSheet(view: ReceiptView, locale: Locale, title: string): Sheet {
  const sheet = new PDFDocument({
    size: LETTER.has(view.country) ? 'LETTER' : 'A4',
    margin: MARGIN,
    lang: LANGUAGE_TAGS[locale],
    tagged: true,
    pdfVersion: '1.7',
    subset: 'PDF/UA' as never,
    displayTitle: true,
    font: undefined as never,
    info: {
      Title: `${title} ${view.paymentId}`,
      ...(view.partner === null ? {} : { Author: view.partner }),
      CreationDate: new Date(view.completedAt),
    },
  });
  for (const weight of ['regular', 'bold'] as const)
    for (const { name, data } of faces(weight)) sheet.registerFont(name, data);
  return sheet;
}

/** A band in the partner's colour, an ornament without a meaning. */
function drawAccent(sheet: Sheet, colour: string | null): void {
  sheet.markContent('Artifact', { type: 'Layout' });
  sheet.rect(0, 0, sheet.page.width, 10).fill(colour ?? '#1d4ed8');
  sheet.endMarkedContent();
  sheet.y = MARGIN + 12;
}

/** Writes a text at the present place, each letter in a font that has it. */
function put(sheet: Sheet, text: string, style: Style, instead = text): void {
  const { size, weight = 'regular', colour = COLOUR.ink, width, link } = style;
  const runs = runsOf(text, weight) ?? runsOf(instead, weight) ?? [];
  const options = {
    // One baseline for all fonts of a line.
    baseline: -ascent(weight) * size,
    lineGap: size * 0.15,
    ...(width ? { width } : {}),
    ...(link ? { link } : {}),
  };
  sheet.fontSize(size).fillColor(colour);
  runs.forEach(({ text: piece, font }, index) => {
    sheet.font(font).text(piece, { ...options, continued: index < runs.length - 1 });
  });
}

type Element = ReturnType<Sheet['struct']>;
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
  const right = sheet.page.width - MARGIN;
  const top = sheet.y;
  sheet.markContent('Artifact', { type: 'Layout' });
  sheet.moveTo(MARGIN, top).lineTo(right, top).lineWidth(0.75).stroke(COLOUR.line);
  sheet.endMarkedContent();
  const place = (x: number, style: Style, text: string) => () => {
    sheet.x = x;
    sheet.y = top + 8;
    put(sheet, text, style, notWritable);
  };
  const left = MARGIN + TERM_WIDTH;
  line.add(
    sheet.struct('TH', {}, place(MARGIN, { size: 10.5, colour: COLOUR.soft, width: TERM_WIDTH - 12 }, term)),
  );
  const weight = kind === 'people' ? 'bold' : 'regular';
  line.add(
    sheet.struct(
      'TD',
      kind === 'people' ? { actual: value } : {},
      place(left, { size: 10.5, weight, width: right - left }, value),
    ),
  );
  line.end();
  sheet.x = MARGIN;
  sheet.y += 6;
}

function drawSignature(sheet: Sheet, root: Element, { qr, verifyUrl }: ReceiptView, locale: Locale): void {
  const t = translatorFor(locale);
  const top = sheet.y + 22;
  const left = MARGIN + QR_SIDE + 18;
  const width = sheet.page.width - MARGIN - left;
  root.add(sheet.struct('Figure', { alt: t('receipt.qrLabel') }, () => drawQr(sheet, qr, top)));
  sheet.x = left;
  sheet.y = top + 2;
  root.add(
    sheet.struct('H2', {}, () =>
      put(sheet, t('receipt.signatureTitle'), { size: 12, weight: 'bold', width }),
    ),
  );
  sheet.y += 3;
  root.add(
    sheet.struct('P', {}, () =>
      put(sheet, t('receipt.signatureBody'), { size: 9.5, colour: COLOUR.soft, width }),
    ),
  );
  sheet.y += 5;
  const line = sheet.struct('P');
  root.add(line);
  line.add(
    sheet.struct('Link', {}, () =>
      put(sheet, verifyUrl, { size: 8, colour: COLOUR.soft, width, link: verifyUrl }),
    ),
  );
  line.end();
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

function toBuffer(sheet: Sheet): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    sheet.on('data', (chunk: Buffer) => chunks.push(chunk));
    sheet.once('end', () => resolve(Buffer.concat(chunks)));
    sheet.once('error', reject);
    sheet.end();
  });
}
