import bidiFactory from 'bidi-js';
import { type Face, faces, type Weight } from './fonts.ts';

/** A piece of a line in one font, as it is handed to that font: it turns letters from right to left by itself. */
export type Run = { text: string; font: string };
export type Direction = 'ltr' | 'rtl';

const bidi = bidiFactory();

/** Characters that make others be written from right to left, and those that say so explicitly. */
const RIGHT_TO_LEFT = /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefe\u{10800}-\u{10fff}\u{1e800}-\u{1efff}]/u;
const DIRECTION_MARKS = /[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/gu;
/** What belongs to the character before it: accents, joiners. */
const ATTACHED = /\p{M}|\u200c|\u200d|\ufe0e|\ufe0f/u;
const LETTER = /[\p{L}\p{N}]/u;

/** Whether a text contains letters that are written from right to left. */
export function hasRightToLeft(text: string): boolean {
  return RIGHT_TO_LEFT.test(text);
}

/** The direction of a text: that of its first letter (Unicode UAX #9, P2 and P3), as `dir="auto"` has it in HTML. */
export function directionOf(text: string): Direction {
  if (!hasRightToLeft(text)) return 'ltr';
  const [first] = bidi.getEmbeddingLevels(text).paragraphs;
  return first && first.level % 2 === 1 ? 'rtl' : 'ltr';
}

/** Whether a weight's fonts have every letter and digit of a text. */
export function hasEveryLetter(text: string, weight: Weight): boolean {
  const fonts = faces(weight);
  return [...text.normalize('NFC')].every((one) => !LETTER.test(one) || faceOf(fonts, one));
}

/** The part of a text that can be drawn: without the characters that no font has. Empty if it has no letters left. */
export function drawable(text: string, weight: Weight): string {
  const fonts = faces(weight);
  let drawn = '';
  let isLeftOut = false;
  let hasLost = false;
  for (const character of text.normalize('NFC').replace(DIRECTION_MARKS, '').replace(/\s/gu, ' ')) {
    if (!(isLeftOut && ATTACHED.test(character))) isLeftOut = !faceOf(fonts, character);
    if (!isLeftOut) drawn += character;
    else if (LETTER.test(character)) hasLost = true;
  }
  return hasLost && !LETTER.test(drawn) ? '' : drawn.replace(/ +/g, ' ').trim();
}

/**
 * The runs of a line, as they stand from left to right.
 * @param line drawable text
 * @param direction that of the whole text
 */
export function runsOf(line: string, weight: Weight, direction: Direction): Run[] {
  const fonts = faces(weight);
  if (direction === 'ltr' && !hasRightToLeft(line))
    return pieces(line, fonts, () => 0).map(({ text, font }) => ({ text, font }));
  const embedding = bidi.getEmbeddingLevels(line, direction);
  const mirrored = bidi.getMirroredCharactersMap(line, embedding.levels);
  const shown = [...line.matchAll(/./gsu)].map(({ 0: one, index }) => mirrored.get(index) ?? one).join('');
  return reordered(pieces(shown, fonts, (index) => embedding.levels[index] ?? 0)).map(({ text, font, level }) => ({
    text: level % 2 === 1 ? turned(text) : text,
    font,
  }));
}

type Piece = Run & { level: number };

/** Pieces of one font and one level each, in the order of the text. */
function pieces(line: string, fonts: readonly Face[], levelAt: (index: number) => number): Piece[] {
  const found: Piece[] = [];
  for (const { 0: character, index } of line.matchAll(/./gsu)) {
    const font = faceOf(fonts, character)?.name ?? '';
    const level = levelAt(index);
    const last = found.at(-1);
    // A space belongs to the run before it, an accent to its letter.
    const stays = last?.font === font || character === ' ' || ATTACHED.test(character);
    if (last && last.level === level && stays) last.text += character;
    else found.push({ text: character, font, level });
  }
  return found;
}

/** From the highest level to the lowest odd one, what stands together at that level or above is turned (UAX #9, L2). */
function reordered(line: readonly Piece[]): Piece[] {
  const turning = [...line];
  for (let level = Math.max(0, ...line.map((piece) => piece.level)); level > 0; level--) {
    for (let start = 0; start < turning.length; start++) {
      let end = start;
      while ((turning[end]?.level ?? 0) >= level) end += 1;
      if (end > start) turning.splice(start, end - start, ...turning.slice(start, end).toReversed());
      start = end;
    }
  }
  return turning;
}

/**
 * A run that is read from right to left. Its font turns letters; signs alone are turned here. Its spaces do not break it: its
 * words would be placed from left to right.
 */
function turned(text: string): string {
  const kept = text.replaceAll(' ', '\u00a0');
  return hasRightToLeft(text) ? kept : [...kept].toReversed().join('');
}

function faceOf(fonts: readonly Face[], character: string): Face | undefined {
  return fonts.find(({ font }) => font.hasGlyphForCodePoint(character.codePointAt(0) ?? 0));
}
