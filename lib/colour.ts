/** Red, green, blue, each 0 to 255. */
export type Rgb = readonly [number, number, number];

/** What buttons are on in light and dark, as in `app/globals.css`. */
export const SURFACES = { light: [244, 246, 248], dark: [30, 36, 45] } as const satisfies Record<string, Rgb>;
/** The background of each theme on which the accent is hardest to read: those of a message (`--danger-soft`, `--notice-soft`). */
const HARDEST = { light: [253, 241, 240], dark: [46, 38, 18] } as const satisfies Record<string, Rgb>;
/** The accent without a configured one. */
export const DEFAULT_ACCENT: Rgb = [11, 107, 83];
/** WCAG 2.2 AA for text of ordinary size. */
export const READABLE = 4.5;

/**
 * The least contrast of a button's fill to what it stands on. Its border, in `ink`, keeps the 3 to 1 of WCAG 2.2, 1.4.11, so a
 * pale fill on a light page may keep its hue; a dark one on a dark page would look like no fill at all.
 */
const FILL_CONTRAST = { light: 1.25, dark: 3 } as const satisfies Record<keyof typeof SURFACES, number>;

const WHITE: Rgb = [255, 255, 255];
const BLACK: Rgb = [0, 0, 0];

/** Parses `#RRGGBB`; undefined for anything else. */
export function parseColour(text: string | undefined): Rgb | undefined {
  const digits = /^#([0-9a-f]{6})$/i.exec(text ?? '')?.[1];
  if (digits === undefined) return undefined;
  const value = Number.parseInt(digits, 16);
  return [value >> 16, (value >> 8) & 255, value & 255];
}

/** Writes a colour as `#rrggbb`. */
export function formatColour(colour: Rgb): string {
  return `#${colour.map((channel) => channel.toString(16).padStart(2, '0')).join('')}`;
}

/** Contrast ratio of two colours as WCAG defines it, 1 to 21. */
export function contrast(one: Rgb, other: Rgb): number {
  const both = [luminance(one), luminance(other)];
  return (Math.max(...both) + 0.05) / (Math.min(...both) + 0.05);
}

/** The colour of text on a fill: white if readable, else black, which is readable then. */
export function textOn(fill: Rgb): Rgb {
  return contrast(WHITE, fill) >= READABLE ? WHITE : BLACK;
}

/** How an accent is shown in a theme: the fill of buttons, the text on it, and the accent as text, border and focus ring. */
export function accentColours(accent: Rgb, theme: keyof typeof SURFACES): { fill: Rgb; onFill: Rgb; ink: Rgb } {
  const fill = readableOn(SURFACES[theme], accent, FILL_CONTRAST[theme]);
  return { fill, onFill: textOn(fill), ink: readableOn(HARDEST[theme], accent) };
}

/** The colour itself where its contrast to the surface suffices, else the nearest mix towards black or white that does. */
export function readableOn(surface: Rgb, colour: Rgb, least: number = READABLE): Rgb {
  const towards = contrast(WHITE, surface) > contrast(BLACK, surface) ? WHITE : BLACK;
  for (let step = 0; step < 32; step += 1) {
    const mixed = mix(colour, towards, step / 32);
    if (contrast(mixed, surface) >= least) return mixed;
  }
  return towards;
}

function mix(from: Rgb, to: Rgb, share: number): Rgb {
  const channel = (index: 0 | 1 | 2) => Math.round(from[index] + (to[index] - from[index]) * share);
  return [channel(0), channel(1), channel(2)];
}

function luminance(colour: Rgb): number {
  const [red, green, blue] = colour.map((channel) => {
    const share = channel / 255;
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * (red ?? 0) + 0.7152 * (green ?? 0) + 0.0722 * (blue ?? 0);
}
