import { accentColours, DEFAULT_ACCENT, formatColour, parseColour, type SURFACES } from '#lib/colour.ts';

/**
 * The custom properties of a partner's accent colour in light and dark: the fill of buttons, the text on it, and `--accent-ink`,
 * which is readable as text. Only a parsed colour reaches the stylesheet.
 */
export function accentCss(accentColour: string | undefined): string {
  const accent = parseColour(accentColour) ?? DEFAULT_ACCENT;
  const rule = (theme: keyof typeof SURFACES) => {
    const { fill, onFill, ink } = accentColours(accent, theme);
    const [accentFill, onAccent, accentInk] = [fill, onFill, ink].map(formatColour);
    return `:root{--accent:${accentFill};--on-accent:${onAccent};--accent-ink:${accentInk};}`;
  };
  return `${rule('light')}@media (prefers-color-scheme:dark){${rule('dark')}}`;
}
