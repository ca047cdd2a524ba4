/** A language tag of a form as `Intl` takes it; English for any other text. */
export function supportedLocale(text: string): string {
  try {
    return Intl.NumberFormat.supportedLocalesOf(text)[0] ?? 'en';
  } catch {
    return 'en';
  }
}
