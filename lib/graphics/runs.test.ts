import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { directionOf, drawable, hasEveryLetter, runsOf } from './runs.ts';
import { drawnLines, drawnText, truncated } from './text-outline.ts';

const SETTING = { weight: 'bold', size: 70, width: 1040 } as const;
const ARABIC = 'بئر ماء نظيف لقرية سان ماتيو ومدرستها الصغيرة على ضفاف النهر الكبير';

/** The runs of a whole line, from left to right; no-break spaces as `_`. */
function shown(line: string): string[] {
  return runsOf(line, 'bold', directionOf(line)).map(({ text }) => text.replaceAll('\u00a0', '_'));
}

describe('letters that no font has', () => {
  test.each([
    ['Fundación 王小明 — Ñandú', 'Fundación — Ñandú'],
    ['Agua 水 para todos', 'Agua para todos'],
    ['한글 школа № 5', 'школа № 5'],
    ['Nguyễn ไทย Đặng', 'Nguyễn Đặng'],
    ['日本 2026', '2026'],
    ['José\u0301 王\u0301 Pérez', 'José\u0301 Pérez'],
    ['Ana 🌷 Gómez 👩‍👩‍👧', 'Ana Gómez'],
  ])('are left out of %j, and empty nothing else', (text, drawn) => {
    expect(drawable(text, 'bold')).toBe(drawn);
  });

  test.each(['水を', '王小明 — 李', '🌷', '', ' \n'])('leave nothing of %j', (text) => {
    expect(drawable(text, 'bold')).toBe('');
    expect(drawnText(text, SETTING)).toMatchObject({ path: '', width: 0 });
  });

  test('are told from symbols that no font has', () => {
    expect(hasEveryLetter('Ana 🌷 Gómez', 'bold')).toBe(true);
    expect(hasEveryLetter('Ana 王', 'bold')).toBe(false);
  });
});

describe('text from right to left (UAX #9)', () => {
  test.each([
    ['דוד לוי Cohen', ['Cohen', 'דוד_לוי_']],
    ['Cohen דוד לוי', ['Cohen ', 'דוד_לוי']],
    ['שלום (עולם)', ['(', 'עולם', ')', 'שלום_']],
    ['בשנת 2026 נבנה', ['נבנה', '_', '2026', 'בשנת_']],
    ['مدرسة ABC 12', ['ABC 12', 'مدرسة_']],
  ])('%j stands as its readers expect it', (line, runs) => {
    expect(shown(line)).toEqual(runs);
  });

  test.each([
    ['دار', 'rtl'],
    ['"שלום" dijo', 'rtl'],
    ['2026 مدرسة', 'rtl'],
    ['Escuela مدرسة', 'ltr'],
    ['— 2026', 'ltr'],
  ])('%j has the direction of its first letter: %s', (text, direction) => {
    expect(directionOf(text)).toBe(direction);
  });

  test('is cut where its reading ends: its beginning stays at the right, the ellipsis is at the left', () => {
    const cut = truncated(ARABIC, 'rtl', { ...SETTING, width: 500 });
    expect(ARABIC.startsWith(cut.slice(0, -1))).toBe(true);
    expect(shown(cut)[0]).toBe('…');
  });

  test('is broken between words, the first line first', () => {
    const lines = drawnLines(ARABIC, { ...SETTING, lines: 3 });
    expect(lines.length).toBeGreaterThan(1);
    for (const { width, direction } of lines) {
      expect(width).toBeLessThanOrEqual(SETTING.width);
      expect(direction).toBe('rtl');
    }
  });
});

test('whatever the text: every character is in one run, in a font that has it, and the line fits', () => {
  const letters = fc.constantFrom(...('aÑ 9(…—אבגدرמ١٢水🌷Ж\u0301'.match(/./gu) ?? []));
  fc.assert(
    fc.property(fc.string({ unit: letters, maxLength: 40 }), (text) => {
      const drawn = drawable(text, 'bold');
      const line = truncated(drawn, directionOf(drawn), { ...SETTING, width: 300 });
      expect(drawnText(text, { ...SETTING, width: 300 }).width).toBeLessThanOrEqual(300.001);
      const sorted = (characters: string) =>
        [...characters.replaceAll('\u00a0', ' ').replace(/[()]/g, '(')].toSorted().join('');
      expect(sorted(shown(line).join('').replaceAll('_', ' '))).toBe(sorted(line));
    }),
  );
});
