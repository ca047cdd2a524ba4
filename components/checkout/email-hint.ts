const PROVIDERS = [
  'gmail.com', 'hotmail.com', 'outlook.com', 'yahoo.com', 'icloud.com', 'live.com', 'hotmail.es', 'outlook.es',
  'yahoo.es', 'yahoo.com.mx', 'yahoo.com.ar', 'yahoo.com.co', 'googlemail.com', 'protonmail.com', 'msn.com',
]; // biome-ignore format: one table
/** Real domains that look like a mistyped one of those above. */
const REAL = new Set([...PROVIDERS, 'mail.com', 'ymail.com', 'email.com', 'gmx.com', 'me.com', 'mac.com', 'proton.me']);

/** Providers with domains in many countries, such as `yahoo.com.br`. `.co`, `.cm` and `.om` are slips of `.com` more often. */
const OF_A_COUNTRY = /^(hotmail|outlook|yahoo|live)\.(com?\.[a-z]{2}|(?!co|cm|om)[a-z]{2})$/;

/** The address with the domain that the donor probably meant; undefined where nothing looks mistyped. Only a suggestion. */
export function suggestEmail(email: string): string | undefined {
  const at = email.lastIndexOf('@');
  const domain = email
    .slice(at + 1)
    .trim()
    .toLowerCase();
  if (at < 1 || domain.length < 5 || domain.length > 30) return undefined;
  if (REAL.has(domain) || OF_A_COUNTRY.test(domain)) return undefined;
  const meant = PROVIDERS.map((provider) => ({ provider, slips: distance(domain, provider) }))
    .filter(({ slips, provider }) => slips <= (provider.length > 8 ? 2 : 1))
    .sort((one, other) => one.slips - other.slips)[0];
  return meant && `${email.slice(0, at)}@${meant.provider}`;
}

/** The Damerau–Levenshtein distance: letters added, left out, changed, or swapped with their neighbour. */
function distance(one: string, other: string): number {
  let [before, row]: [number[], number[]] = [[], Array.from({ length: other.length + 1 }, (_, index) => index)];
  for (let i = 1; i <= one.length; i += 1) {
    const next = [i];
    for (let j = 1; j <= other.length; j += 1) {
      const same = one[i - 1] === other[j - 1];
      const swapped = i > 1 && j > 1 && one[i - 1] === other[j - 2] && one[i - 2] === other[j - 1];
      const left = (next[j - 1] ?? 0) + 1;
      const above = (row[j] ?? 0) + 1;
      const diagonal = (row[j - 1] ?? 0) + (same ? 0 : 1);
      next.push(Math.min(left, above, diagonal, swapped ? (before[j - 2] ?? 0) + 1 : Number.POSITIVE_INFINITY));
    }
    [before, row] = [row, next];
  }
  return row[other.length] ?? 0;
}
