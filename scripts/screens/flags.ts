import { parseArgs } from 'node:util';

/** The values of the flags. */
const CHOICES = {
  lang: ['en', 'es', 'pt'],
  theme: ['light', 'dark'],
  size: ['small', 'phone', 'desktop'],
} as const;
type Flag = keyof typeof CHOICES;

export type Selection = Readonly<Record<Flag, readonly string[]>> & { states: readonly string[] };

export const USAGE =
  'npm run screens -- [part of a name…] [--lang en,es,pt] [--theme light,dark] [--size small,phone,desktop]';

/**
 * Parses which pictures to take; a missing flag means all.
 * @throws Error that explains the invalid arguments.
 */
export function readFlags(args: string[]): Selection {
  const option = { type: 'string', multiple: true } as const;
  const { values, positionals } = parseArgs({
    args,
    options: { lang: option, theme: option, size: option },
    allowPositionals: true,
  });
  const bad = positionals.find((name) => !/^[a-z-]+$/.test(name));
  if (bad !== undefined) throw new Error(`"${bad}" is no part of a state's name: small letters and dashes.`);
  return {
    states: positionals,
    lang: choices('lang', values.lang),
    theme: choices('theme', values.theme),
    size: choices('size', values.size),
  };
}

function choices(flag: Flag, given: string[] = []): string[] {
  const known: readonly string[] = CHOICES[flag];
  const words = given.flatMap((list) => list.split(','));
  const unknown = words.find((word) => !known.includes(word));
  if (unknown !== undefined) throw new Error(`--${flag} takes ${known.join(', ')}; not "${unknown}".`);
  return words;
}
