import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { accentColours, contrast, DEFAULT_ACCENT, formatColour, parseColour, READABLE, type Rgb } from '#lib/colour.ts';

/** Text colours and backgrounds. Every text colour can be used on every background. */
const TEXT = ['ink', 'ink-soft', 'accent-ink', 'danger', 'good', 'notice', 'code-string', 'code-literal'];
const BACKGROUND = ['canvas', 'surface', 'surface-sunken', 'danger-soft', 'good-soft', 'notice-soft'];

/** Backgrounds of bars, dots and pictures. Text on one of them has its own colour in the same rule. */
const FILL = ['line', 'line-strong', 'good', 'accent-ink', 'accent'];
const TEXT_ON_FILL: Readonly<Record<string, string>> = { 'on-accent': 'accent', surface: 'good' };

/** A tint of the partner's colour: a share of `accent-ink` in `surface`. */
/** The page behind an open dialog, which is not read meanwhile. */
const DIMMED = 'rgb(10 14 20 / 55%)';
const TINT = 'color-mix(in srgb, var(--accent-ink) 14%, var(--surface))';
const TINT_SHARE = 0.14;

/** The default, what partners choose, and what is as dark or as light as the page. */
const ACCENTS: Rgb[] = [
  DEFAULT_ACCENT,
  [0, 0, 0],
  [5, 5, 8],
  [23, 27, 34],
  [11, 37, 69],
  [40, 0, 0],
  [119, 119, 119],
  [124, 58, 237],
  [255, 224, 102],
  [0, 255, 0],
  [250, 250, 245],
  [244, 246, 248],
  [255, 255, 255],
].map(([red = 0, green = 0, blue = 0]) => [red, green, blue]);

/** Borders of fields and buttons contrast with what they are on (WCAG 2.2, 1.4.11). */
const VISIBLE = 3;

const sheets = ['app', 'components'].flatMap((folder) =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.css'))
    .map((name) => ({ path: join(folder, name), css: readFileSync(join(folder, name), 'utf8') })),
);

/** The colours of the tokens in one theme. */
function themeOf(theme: 'light' | 'dark'): Map<string, Rgb> {
  const tokens = new Map<string, Rgb>();
  for (const { css } of sheets.filter(({ path }) => /globals\.css$|code\.css$/.test(path))) {
    const [light = '', dark = ''] = css.split('@media (prefers-color-scheme: dark)');
    for (const part of theme === 'light' ? [light] : [light, dark])
      for (const [, name = '', value] of part.matchAll(/--([\w-]+): (#[0-9a-f]{6});/g)) {
        const colour = parseColour(value);
        if (colour) tokens.set(name, colour);
      }
  }
  return tokens.set('accent-ink', accentColours(DEFAULT_ACCENT, theme).ink);
}

/** The values of a property in all style sheets, print and forced colours left out. */
function valuesOf(property: string): string[] {
  const declaration = new RegExp(`[{;\\s]${property}:\\s*([^;]+);`, 'g');
  return sheets.flatMap(({ path, css }) =>
    [...css.matchAll(declaration)].map(([, value = '']) => `${path}: ${value.replaceAll(/\s+/g, ' ')}`),
  );
}

const named = (tokens: string[]) => tokens.map((token) => `var(--${token})`);

describe.each(['light', 'dark'] as const)('in the %s theme', (theme) => {
  const tokens = themeOf(theme);
  const colour = (token: string): Rgb => {
    const found = tokens.get(token);
    if (!found) throw new Error(`There is no colour --${token}`);
    return found;
  };

  test.each(TEXT)('--%s is readable on every background', (text) => {
    for (const background of BACKGROUND)
      expect([background, contrast(colour(text), colour(background)) >= READABLE]).toEqual([background, true]);
  });

  describe.each(ACCENTS.map((accent) => [formatColour(accent), accent] as const))('the accent %s', (_, accent) => {
    const { fill, onFill, ink } = accentColours(accent, theme);

    test('can be read as text, and seen as border and focus ring, on every background', () => {
      for (const background of BACKGROUND)
        expect([background, contrast(ink, colour(background)) >= READABLE]).toEqual([background, true]);
    });

    test('can be read on its own tint', () => {
      const surface = colour('surface');
      const mix = (channel: 0 | 1 | 2) => ink[channel] * TINT_SHARE + surface[channel] * (1 - TINT_SHARE);
      expect(contrast(ink, [mix(0), mix(1), mix(2)])).toBeGreaterThanOrEqual(VISIBLE);
    });

    test('fills a button that looks filled, with text that can be read', () => {
      expect(contrast(onFill, fill)).toBeGreaterThanOrEqual(READABLE);
      for (const background of ['canvas', 'surface'])
        expect(contrast(fill, colour(background))).toBeGreaterThanOrEqual(theme === 'dark' ? 2.9 : 1.2);
    });
  });

  test('the border of a field is visible', () => {
    for (const background of BACKGROUND)
      expect(contrast(colour('line-strong'), colour(background))).toBeGreaterThanOrEqual(VISIBLE);
  });
});

test('text uses the text colours', () => {
  const allowed = [...named([...TEXT, ...Object.keys(TEXT_ON_FILL)]), 'inherit', 'transparent'];
  expect(valuesOf('color').filter((found) => !allowed.some((value) => found.endsWith(`: ${value}`)))).toEqual([]);
});

test('text with a special colour is on the fill made for it', () => {
  for (const { path, css } of sheets)
    for (const [rule] of css.matchAll(/\{[^{}]*\}/g))
      for (const [text, fill] of Object.entries(TEXT_ON_FILL))
        if (new RegExp(`\\scolor: var\\(--${text}\\);`).test(rule))
          expect([path, rule]).toEqual([path, expect.stringContaining(`background: var(--${fill});`)]);
});

test('every background is one for text, or has no text', () => {
  const allowed = [
    ...named([...BACKGROUND, ...FILL]),
    TINT,
    DIMMED,
    'none',
    'transparent',
    'Highlight',
    'Canvas',
    'CanvasText',
  ];
  const found = [...valuesOf('background'), ...valuesOf('background-color')];
  expect(found.filter((each) => !allowed.some((value) => each.endsWith(value)))).toEqual([]);
});
