import type { Glyph } from 'fontkit';
import { log } from '#lib/log.ts';
import { faces, runsOf, type Weight } from './fonts.ts';

/** A line of text as an SVG path that starts at the baseline, and its width in pixels. */
export type Drawn = { path: string; width: number };

/** The font size and the maximum width of a text, in pixels. */
type Setting = { weight: Weight; size: number; width: number };

const NOTHING: Drawn = { path: '', width: 0 };
const MORE = '…';

/** A text as one line, truncated with an ellipsis if it is too wide; empty if the fonts lack its letters. */
export function drawnText(text: string, setting: Setting): Drawn {
  const whole = outline(text, setting);
  if (whole.width <= setting.width) return whole;
  const characters = [...text];
  // Binary search for the longest prefix that fits.
  let [fits, tooLong] = [0, characters.length];
  while (tooLong - fits > 1) {
    const middle = (fits + tooLong) >> 1;
    if (outline(cut(characters, middle), setting).width <= setting.width) fits = middle;
    else tooLong = middle;
  }
  return outline(cut(characters, fits), setting);
}

/** A text in at most `lines` lines, broken between words; the last one is truncated if text is left. */
export function drawnLines(text: string, { lines, ...setting }: Setting & { lines: number }): Drawn[] {
  const words = text.split(/\s+/).filter((word) => word !== '');
  const broken: string[] = [];
  for (const word of words) {
    const last = broken.at(-1);
    const longer = last === undefined ? word : `${last} ${word}`;
    if (last !== undefined && outline(longer, setting).width <= setting.width)
      broken[broken.length - 1] = longer;
    else broken.push(word);
  }
  const kept = broken.slice(0, lines - 1);
  const rest = broken.slice(lines - 1).join(' ');
  return [...kept, ...(rest === '' ? [] : [rest])].map((line) => drawnText(line, setting));
}

function cut(characters: string[], count: number): string {
  return characters.slice(0, count).join('').trimEnd() + MORE;
}

function outline(text: string, { weight, size }: Setting): Drawn {
  const runs = runsOf(text, weight);
  if (!runs) return NOTHING;
  const known = faces(weight);
  let x = 0;
  let path = '';
  for (const run of runs) {
    const face = known.find(({ name }) => name === run.font);
    if (!face) throw new Error('Bug: a piece of text without its font');
    const scale = size / face.font.unitsPerEm;
    const { glyphs, positions } = face.font.layout(run.text);
    glyphs.forEach((glyph, index) => {
      const at = positions[index];
      if (!at) return;
      path += outlineOf(glyph, scale, x + at.xOffset * scale, -at.yOffset * scale);
      x += at.xAdvance * scale;
    });
  }
  return { path, width: x };
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
