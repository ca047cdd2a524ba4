import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { accentCss } from '#components/ui/accent-css.ts';
import {
  accentColours,
  contrast,
  formatColour,
  parseColour,
  READABLE,
  type Rgb,
  readableOn,
  SURFACES,
  textOn,
} from './colour.ts';

const channel = fc.integer({ min: 0, max: 255 });
const colour = fc.tuple(channel, channel, channel);

describe('a partner’s accent', () => {
  it('has readable text on it, whatever the colour', () => {
    const steps = [0, 17, 34, 51, 68, 85, 102, 119, 136, 153, 170, 187, 204, 221, 238, 255];
    for (const red of steps)
      for (const green of steps)
        for (const blue of steps) {
          const fill: Rgb = [red, green, blue];
          expect(contrast(textOn(fill), fill)).toBeGreaterThanOrEqual(READABLE);
        }
    fc.assert(fc.property(colour, (fill) => contrast(textOn(fill), fill) >= READABLE));
  });

  it('is readable as text on the page, in light and in dark', () => {
    fc.assert(
      fc.property(colour, fc.constantFrom(SURFACES.light, SURFACES.dark), (accent, surface) => {
        expect(contrast(readableOn(surface, accent), surface)).toBeGreaterThanOrEqual(READABLE);
      }),
    );
  });

  it('stays unchanged if it is readable already', () => {
    fc.assert(
      fc.property(colour, (accent) => {
        fc.pre(contrast(accent, SURFACES.light) >= READABLE);
        expect(readableOn(SURFACES.light, accent)).toEqual(accent);
      }),
    );
  });

  it('can be written and parsed again', () => {
    fc.assert(
      fc.property(colour, (rgb) => {
        expect(parseColour(formatColour(rgb))).toEqual(rgb);
      }),
    );
  });

  it('only lets a colour into the stylesheet', () => {
    fc.assert(
      fc.property(fc.string(), (text) => {
        expect(accentCss(text)).toMatch(/^[:a-z{}();@ #\d-]+$/);
      }),
    );
    expect(accentCss('#fff;}body{display:none')).toBe(accentCss(undefined));
    expect(accentCss('#FFE066')).toContain('--accent:#ffe066;--on-accent:#000000;');
  });

  it('is readable on every surface of the stylesheet', () => {
    const painted = readFileSync('app/globals.css', 'utf8').matchAll(
      /--(?:canvas|surface|surface-sunken|danger-soft|good-soft|notice-soft):\s*(#\w{6});/g,
    );
    const surfaces = [...painted].map((match) => parseColour(match[1]) ?? expect.unreachable());
    expect(surfaces).toHaveLength(12);
    const half = (scheme: 'light' | 'dark') => (scheme === 'light' ? surfaces.slice(0, 6) : surfaces.slice(6));
    fc.assert(
      fc.property(colour, fc.constantFrom('light' as const, 'dark' as const), (accent, scheme) => {
        const { ink } = accentColours(accent, scheme);
        for (const surface of half(scheme)) expect(contrast(ink, surface)).toBeGreaterThanOrEqual(READABLE);
      }),
    );
  });
});
