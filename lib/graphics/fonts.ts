import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { create, type Font, type GlyphRun } from 'fontkit';
import { log } from '#lib/log.ts';

/** The weights used on receipts and cards. */
export type Weight = 'regular' | 'bold';

/**
 * The fonts, in order of preference: Noto Sans for Latin, Greek, Cyrillic and Devanagari, DejaVu Sans for Arabic, Hebrew,
 * Armenian, Georgian and symbols. Read from the packages at the root of the project, where every process starts: the bundle
 * of the pages is elsewhere.
 */
const FILES: Record<Weight, readonly string[]> = {
  regular: ['@expo-google-fonts/noto-sans/400Regular/NotoSans_400Regular.ttf', 'dejavu-fonts-ttf/ttf/DejaVuSans.ttf'],
  bold: [
    '@expo-google-fonts/noto-sans/600SemiBold/NotoSans_600SemiBold.ttf',
    'dejavu-fonts-ttf/ttf/DejaVuSans-Bold.ttf',
  ],
};

export type Face = { name: string; font: Font };
const loaded = new Map<Weight, Face[]>();

/**
 * The fonts of a weight, read once a process: their layout tables are decoded as they are needed, which takes longer than
 * all the rest of a receipt.
 */
export function faces(weight: Weight): Face[] {
  const known = loaded.get(weight);
  if (known) return known;
  const read = FILES[weight].map((file) => {
    const font = create(readFileSync(resolve('node_modules', file))) as Font;
    // A glyph keeps the first character it was asked for, and a text is copied from a PDF by it. Otherwise an Ñ, which is drawn
    // as N and a tilde, would leave every later N without its letter, and a no-break space would take the place of spaces.
    for (const codePoint of font.characterSet) font.glyphForCodePoint(codePoint);
    return { name: file, font: rememberLayouts(font) };
  });
  loaded.set(weight, read);
  return read;
}

/** The font of a weight with a name. */
export function fontNamed(name: string, weight: Weight): Font {
  const face = faces(weight).find((one) => one.name === name);
  if (!face) throw new Error('Bug: a piece of text without its font');
  return face.font;
}

/** The most laid-out words that are kept of each font: those of every receipt, and names. */
const MAX_LAYOUTS = 2_000;
/** Longer words are addresses, of which each is met once. */
const MAX_REMEMBERED_LENGTH = 40;

/** Keeps laid-out words: finding their glyphs and distances took half of a receipt, and most words are on all receipts. */
function rememberLayouts(font: Font): Font {
  const runs = new Map<string, GlyphRun>();
  const layout = neverThrows(font.layout);
  font.layout = function (this: Font, text, ...rest) {
    if (rest.some((each) => each !== undefined) || text.length > MAX_REMEMBERED_LENGTH)
      return layout.call(this, text, ...rest);
    let run = runs.get(text);
    if (!run) {
      if (runs.size >= MAX_LAYOUTS) runs.clear();
      run = layout.call(this, text);
      runs.set(text, run);
    }
    // PDFKit scales the positions that it gets.
    const positions = run.positions.map((position) => ({ ...position }));
    return Object.assign(Object.create(Object.getPrototypeOf(run)), run, { positions });
  };
  return font;
}

/**
 * Lays out nothing where the font's tables have no answer: fontkit breaks on some sequences of letters, which anybody may have in
 * a name or title. A picture or receipt without them is better than none.
 */
function neverThrows(layout: Font['layout']): Font['layout'] {
  return function (this: Font, text, ...rest) {
    try {
      return layout.call(this, text, ...rest);
    } catch (error) {
      log().warn({ err: error }, 'a text could not be laid out');
      return layout.call(this, '');
    }
  };
}

/** The width of a letter in a weight's first font, as a share of the font's size. */
export function letterWidth(letter: string, weight: Weight): number {
  const [first] = faces(weight);
  if (!first) throw new Error('Bug: a weight without a font');
  return first.font.glyphForCodePoint(letter.codePointAt(0) ?? 0).advanceWidth / first.font.unitsPerEm;
}

/** The ascent of a weight's first font, as a share of its size: all others share its baseline. */
export function ascent(weight: Weight): number {
  const [first] = faces(weight);
  if (!first) throw new Error('Bug: a weight without a font');
  return first.font.ascent / first.font.unitsPerEm;
}
