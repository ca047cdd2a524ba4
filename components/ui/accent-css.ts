import { DEFAULT_ACCENT, formatColour, parseColour, readableOn, SURFACES, textOn } from '#lib/colour.ts';

/**
 * The custom properties of a partner's accent: the fill of buttons with the text on it, and `--accent-ink`, the
 * accent as it can be read on the page in light and in dark. Only digits of a parsed colour reach the stylesheet.
 */
export function accentCss(accentColour: string | undefined): string {
  const accent = parseColour(accentColour) ?? DEFAULT_ACCENT;
  const fill = `--accent:${formatColour(accent)};--on-accent:${formatColour(textOn(accent))};`;
  const ink = (scheme: keyof typeof SURFACES) =>
    `--accent-ink:${formatColour(readableOn(SURFACES[scheme], accent))};`;
  return `:root{${fill}${ink('light')}}@media (prefers-color-scheme:dark){:root{${ink('dark')}}}`;
}
