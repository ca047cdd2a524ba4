import PDFDocument from 'pdfkit';
import { ascent, faces, type Weight } from './fonts.ts';
import { directionOf, drawable, hasEveryLetter, hasRightToLeft, runsOf } from './runs.ts';
import { wholeLinesOf, widthOf } from './text-outline.ts';

/** Lengths in points, 72 to the inch. */
export const MARGIN = 52;
export const BOTTOM = 32;
export const COLOUR = {
  ink: '#16202c',
  soft: '#52606f',
  line: '#d5dbe2',
  notice: '#6a4a00',
  noticeFill: '#fff6de',
  accent: '#1d4ed8',
};
/** Countries with Letter paper. The others have A4. */
const LETTER = new Set('us ca mx co cl cr do gt hn ni pa ve'.split(' '));

export type Sheet = InstanceType<typeof PDFDocument>;
export type Element = ReturnType<Sheet['struct']>;
export type Style = {
  size: number;
  weight?: Weight;
  colour?: string;
  width?: number;
  link?: string;
  align?: 'right';
};
type Options = {
  title: string;
  author: string | null;
  country: string;
  languageTag: string;
  createdAt: Date;
};

/**
 * A new tagged PDF (PDF/UA) with the service's fonts, on the paper of a country.
 * @param country lower case
 */
export function newSheet({ title, author, country, languageTag, createdAt }: Options): Sheet {
  const sheet = new PDFDocument({
    size: LETTER.has(country) ? 'LETTER' : 'A4',
    margins: { top: MARGIN, left: MARGIN, right: MARGIN, bottom: BOTTOM },
    lang: languageTag,
    tagged: true,
    pdfVersion: '1.7',
    subset: 'PDF/UA' as never,
    displayTitle: true,
    // None: PDFKit would read Helvetica for each document.
    font: null as never,
    info: { Title: title, ...(author === null ? {} : { Author: author }), CreationDate: createdAt },
  });
  // PDFKit takes a font of fontkit as it is; its type declarations do not say so.
  for (const weight of ['regular', 'bold'] as const)
    for (const { name, font } of faces(weight)) sheet.registerFont(name, font as never);
  return sheet;
}

/** A band in a colour across the top of the page, tagged as decoration. */
export function drawAccent(sheet: Sheet, colour: string | null): void {
  sheet.markContent('Artifact', { type: 'Layout' });
  sheet.rect(0, 0, sheet.page.width, 10).fill(colour ?? COLOUR.accent);
  sheet.endMarkedContent();
  sheet.y = MARGIN;
}

/** A thin line from margin to margin at a height, tagged as decoration. */
export function drawLine(sheet: Sheet, top: number): void {
  sheet.markContent('Artifact', { type: 'Layout' });
  sheet
    .moveTo(MARGIN, top)
    .lineTo(sheet.page.width - MARGIN, top)
    .lineWidth(0.75)
    .stroke(COLOUR.line);
  sheet.endMarkedContent();
}

/** Goes on at the top of a new page where less than a height is left of this one. */
export function makeRoom(sheet: Sheet, height: number): void {
  if (sheet.y + height > sheet.page.height - BOTTOM) sheet.addPage();
}

/**
 * Writes a text at the current position, each character in a font that has it. Text from right to left begins at the right edge.
 * @param instead written where the fonts lack letters of the text: beside what can be written of it
 */
export function put(sheet: Sheet, text: string, style: Style, instead = text): void {
  const { size, weight = 'regular', colour = COLOUR.ink } = style;
  const shown = shownText(text, weight, instead);
  sheet.fontSize(size).fillColor(colour);
  if (hasRightToLeft(shown)) putTurned(sheet, shown, { ...style, weight });
  else putPlain(sheet, shown, { ...style, weight });
}

/** How high a text of a width is that `put` writes, in points. */
export function heightOf(sheet: Sheet, text: string, style: Style & { width: number }, instead = text): number {
  const { size, weight = 'regular', width } = style;
  const shown = shownText(text, weight, instead);
  const { lineGap } = spacing(size, weight);
  sheet.font(faces(weight)[0]?.name ?? '').fontSize(size);
  if (!hasRightToLeft(shown)) return sheet.heightOfString(shown, { width, lineGap });
  const lines = wholeLinesOf(shown, directionOf(shown), { size, weight, width });
  return lines.length * (sheet.currentLineHeight(true) + lineGap);
}

/** What can be written of a text, and what is written instead of the rest. */
function shownText(text: string, weight: Weight, instead: string): string {
  const [written, other] = [drawable(text, weight), drawable(instead, weight)];
  const isWhole = instead === text || hasEveryLetter(text, weight);
  return isWhole ? written : written === '' ? other : `${written} (${other})`;
}

type Weighted = Style & { weight: Weight };

/** Text from left to right, which PDFKit breaks into lines. */
function putPlain(sheet: Sheet, text: string, { size, weight, width, link, align }: Weighted): void {
  const options = {
    ...spacing(size, weight),
    ...(width ? { width } : {}),
    ...(link ? { link } : {}),
    ...(align ? { align } : {}),
  };
  const runs = runsOf(text, weight, 'ltr');
  runs.forEach(({ text: piece, font }, index) => {
    sheet.font(font).text(piece, { ...options, continued: index < runs.length - 1 });
  });
}

/** Text with letters from right to left: its lines are broken here, and the runs of each placed as they stand. */
function putTurned(sheet: Sheet, text: string, { size, weight, link, align, ...style }: Weighted): void {
  const left = sheet.x;
  const width = style.width ?? sheet.page.width - left - MARGIN;
  const setting = { size, weight, width };
  const direction = directionOf(text);
  const options = { ...spacing(size, weight), lineBreak: false, ...(link ? { link } : {}) };
  for (const line of wholeLinesOf(text, direction, setting)) {
    const height = sheet.font(faces(weight)[0]?.name ?? '').currentLineHeight(true);
    makeRoom(sheet, height);
    const isAtRight = direction === 'rtl' || align === 'right';
    sheet.x = isAtRight ? left + width - widthOf(line, direction, setting) : left;
    for (const { text: piece, font } of runsOf(line, weight, direction)) sheet.font(font).text(piece, options);
    sheet.y += height + options.lineGap;
  }
  sheet.x = left;
}

/** All fonts of a line share one baseline. */
function spacing(size: number, weight: Weight) {
  return { baseline: -ascent(weight) * size, lineGap: size * 0.15 };
}

/** Ends a document. Returns the file. */
export function toBuffer(sheet: Sheet): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    sheet.on('data', (chunk: Buffer) => chunks.push(chunk));
    sheet.once('end', () => resolve(Buffer.concat(chunks)));
    sheet.once('error', reject);
    sheet.end();
  });
}
