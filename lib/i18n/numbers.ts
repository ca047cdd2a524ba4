/** What stands between thousands, and before cents. */
type Separators = { group: string; decimal: string };

const NO_BREAK_SPACE = '\u00a0';

/** English, and Spanish in these countries, are written with a decimal point; all others with a decimal comma (CLDR). */
const WITH_POINT = /^en|^es-(?:CU|DO|GT|HN|MX|NI|PA|PE|PR|SV|US)$/;
/** Thousands are separated by a space in Costa Rica, and in Portuguese everywhere but in Brazil (CLDR). */
const WITH_SPACE = /^es-CR$|^pt-(?!BR)/;

/** The separators of a locale such as `es-CO`. */
export function separatorsOf(formatLocale: string): Separators {
  if (hasDecimalPoint(formatLocale)) return { group: ',', decimal: '.' };
  return { group: WITH_SPACE.test(formatLocale) ? NO_BREAK_SPACE : '.', decimal: ',' };
}

/** Whether a locale writes a decimal point, and a comma between thousands. */
export function hasDecimalPoint(formatLocale: string): boolean {
  return WITH_POINT.test(formatLocale);
}

/**
 * A number as a locale writes it. `Intl` is not used, because an old browser's data differ from the server's: the same page
 * would show two different amounts, one after the other.
 * @param digits after the decimal separator
 */
export function writeNumber(value: number, formatLocale: string, digits = 0): string {
  const { group, decimal } = separatorsOf(formatLocale);
  const [whole = '', fraction] = Math.abs(value).toFixed(digits).split('.');
  const grouped = whole.replace(/\B(?=(?:\d{3})+$)/g, group);
  const written = fraction === undefined ? grouped : grouped + decimal + fraction;
  return value < 0 && /[1-9]/.test(written) ? `-${written}` : written;
}
