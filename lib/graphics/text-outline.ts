import type { Glyph } from 'fontkit';
import { log } from '#lib/log.ts';
import { fontNamed, type Weight } from './fonts.ts';
import { type Direction, directionOf, drawable, runsOf } from './runs.ts';

/** A line of text as an SVG path that starts at the baseline, its width in pixels, and where its reader begins. */
export type Drawn = { path: string; width: number; direction: Direction };

/** The font size and the maximum width of a text, in pixels. */
export type Setting = { weight: Weight; size: number; width: number };

const MORE = '…';
const graphemes = new Intl.Segmenter();

/** A text as one line, truncated with an ellipsis if it is too wide, without the letters that our fonts lack. */
export function drawnText(text: string, setting: Setting): Drawn {
  const drawn = drawable(text, setting.weight);
  return outline(truncated(drawn, directionOf(drawn), setting), directionOf(drawn), setting);
}

/** A text in at most `lines` lines, broken between words; the last one is truncated if text is left. */
export function drawnLines(text: string, { lines, ...setting }: Setting & { lines: number }): Drawn[] {
  const drawn = drawable(text, setting.weight);
  const direction = directionOf(drawn);
  const broken = linesOf(drawn, direction, setting);
  const kept = broken.slice(0, lines - 1);
  const rest = broken.slice(lines - 1).join(' ');
  return [...kept, ...(rest === '' ? [] : [rest])].map((line) =>
    outline(truncated(line, direction, setting), direction, setting),
  );
}

/** The lines of a drawable text, none wider than a line: broken between words, and within a word that is wider. */
export function wholeLinesOf(text: string, direction: Direction, setting: Setting): string[] {
  return linesOf(text, direction, setting).flatMap((line) => {
    const pieces: string[] = [];
    for (let left = signsOf(line); left.length > 0; ) {
      const count = Math.max(1, fittingSigns(left, '', direction, setting));
      pieces.push(cutAt(left, count, ''));
      left = left.slice(count);
    }
    return pieces;
  });
}

/** The lines of a drawable text, broken between words. A word can be wider than a line. */
function linesOf(text: string, direction: Direction, setting: Setting): string[] {
  const lines: string[] = [];
  for (const word of text.split(' ').filter((one) => one !== '')) {
    const last = lines.at(-1);
    const longer = last === undefined ? word : `${last} ${word}`;
    if (last !== undefined && widthOf(longer, direction, setting) <= setting.width) lines[lines.length - 1] = longer;
    else lines.push(word);
  }
  return lines;
}

/** A line that fits: cut where its reading ends, between whole characters. */
export function truncated(line: string, direction: Direction, setting: Setting): string {
  if (widthOf(line, direction, setting) <= setting.width) return line;
  const signs = signsOf(line);
  return cutAt(signs, fittingSigns(signs, MORE, direction, setting), MORE);
}

/** The signs of a text, each as people see it: a letter with its accents, an emoji. */
function signsOf(text: string): string[] {
  return [...graphemes.segment(text)].map(({ segment }) => segment);
}

function cutAt(signs: string[], count: number, more: string): string {
  return signs.slice(0, count).join('').trimEnd() + more;
}

/** How many of the first signs fit a line, with what follows them. */
function fittingSigns(signs: string[], more: string, direction: Direction, setting: Setting): number {
  // Binary search for the longest beginning that fits.
  let [fits, tooLong] = [0, signs.length + 1];
  while (tooLong - fits > 1) {
    const middle = (fits + tooLong) >> 1;
    if (widthOf(cutAt(signs, middle, more), direction, setting) <= setting.width) fits = middle;
    else tooLong = middle;
  }
  return fits;
}

/** The width of a line, in the unit of the font size. */
export function widthOf(line: string, direction: Direction, { weight, size }: Omit<Setting, 'width'>): number {
  let width = 0;
  for (const { text, font } of runsOf(line, weight, direction)) {
    const face = fontNamed(font, weight);
    width += (face.layout(text).advanceWidth * size) / face.unitsPerEm;
  }
  return width;
}

function outline(line: string, direction: Direction, { weight, size }: Setting): Drawn {
  let x = 0;
  let path = '';
  for (const run of runsOf(line, weight, direction)) {
    const face = fontNamed(run.font, weight);
    const scale = size / face.unitsPerEm;
    const { glyphs, positions } = face.layout(run.text);
    glyphs.forEach((glyph, index) => {
      const at = positions[index];
      if (!at) return;
      path += outlineOf(glyph, scale, x + at.xOffset * scale, -at.yOffset * scale);
      x += at.xAdvance * scale;
    });
  }
  return { path, width: x, direction };
}

/** The outline of a glyph at a place; empty where the font's description of it is broken. */
function outlineOf(glyph: Glyph, scale: number, x: number, y: number): string {
  try {
    return glyph.path.scale(scale, -scale).translate(x, y).toSVG();
  } catch (error) {
    log().warn({ err: error, glyph: glyph.id }, 'a glyph could not be drawn');
    return '';
  }
}
