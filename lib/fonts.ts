import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { create, type Font } from 'fontkit';

/** The weights of what we draw: receipts and cards. */
export type Weight = 'regular' | 'bold';
/** A piece of text that one font draws. */
export type Run = { text: string; font: string };

/**
 * The fonts, the first that has a letter draws it: Noto Sans for Latin, Greek, Cyrillic and Devanagari, DejaVu Sans for
 * Arabic, Hebrew, Armenian, Georgian and signs. Read from the packages at the root of the project, where every process
 * of ours is started: the bundle of the pages lies elsewhere.
 */
const FILES: Record<Weight, readonly string[]> = {
  regular: [
    '@expo-google-fonts/noto-sans/400Regular/NotoSans_400Regular.ttf',
    'dejavu-fonts-ttf/ttf/DejaVuSans.ttf',
  ],
  bold: [
    '@expo-google-fonts/noto-sans/600SemiBold/NotoSans_600SemiBold.ttf',
    'dejavu-fonts-ttf/ttf/DejaVuSans-Bold.ttf',
  ],
};

type Face = { name: string; data: Buffer; font: Font };
const loaded = new Map<Weight, Face[]>();

/** The fonts of a weight, read once a process. */
export function faces(weight: Weight): Face[] {
  const known = loaded.get(weight);
  if (known) return known;
  const read = FILES[weight].map((file) => {
    const data = readFileSync(resolve('node_modules', file));
    return { name: file, data, font: create(data) as Font };
  });
  loaded.set(weight, read);
  return read;
}

/** The height of a weight's first font above its baseline, as a share of its size: all others stand on that baseline. */
export function ascent(weight: Weight): number {
  const [first] = faces(weight);
  if (!first) throw new Error('Bug: a weight without a font');
  return first.font.ascent / first.font.unitsPerEm;
}

/**
 * Cuts a text into the pieces that one font draws each. Signs that no font has are left out; undefined where that would
 * take letters or digits away, as of a name in Chinese: better no name than a mutilated one.
 */
export function runsOf(text: string, weight: Weight): Run[] | undefined {
  const fonts = faces(weight);
  const faceOf = (character: string) =>
    fonts.find(({ font }) => font.hasGlyphForCodePoint(character.codePointAt(0) ?? 0));
  const characters = [...text.normalize('NFC').replace(/\s/gu, ' ')];
  const missing = characters.filter((character) => !faceOf(character));
  if (missing.some((character) => /[\p{L}\p{N}]/u.test(character))) return undefined;
  const drawn = characters.filter((character) => faceOf(character)).join('');
  const runs: Run[] = [];
  for (const character of drawn.replace(/ +/g, ' ').trim()) {
    const font = faceOf(character)?.name ?? '';
    const last = runs.at(-1);
    // A space belongs to what stands before it, an accent to its letter.
    if (last && (last.font === font || /[ \p{M}]/u.test(character))) last.text += character;
    else runs.push({ text: character, font });
  }
  return runs.length === 0 ? undefined : runs.map(keptTogether);
}

/**
 * Words are set one by one from left to right: those of a right-to-left script must be one to come in their order, and
 * the space after them would stand before them.
 */
function keptTogether({ text, font }: Run, index: number, runs: Run[]): Run {
  const before = runs[index - 1];
  const owed = before && isRightToLeft(before.text) && before.text.endsWith(' ') ? ' ' : '';
  return { text: owed + (isRightToLeft(text) ? text.trim().replaceAll(' ', '\u00a0') : text), font };
}

function isRightToLeft(text: string): boolean {
  return /[\p{Script=Arabic}\p{Script=Hebrew}]/u.test(text);
}
