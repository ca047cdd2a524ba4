import { day, longInstant, shortInstant } from '#components/ui/texts.ts';
import type { PageView } from '#lib/dashboard/page-view.ts';
import { formattingLocale } from '#lib/i18n/locales.ts';

type Props = {
  page: PageView;
  at: Date | string | null;
  isShort?: boolean;
  isDay?: boolean;
};

/** An instant in the page's time zone, as the reader's language writes it: in full, short, or its day. A dash for none. */
export function When({ page, at, isShort = false, isDay = false }: Props) {
  if (at === null) return '—';
  const iso = typeof at === 'string' ? at : at.toISOString();
  const write = isDay ? day : isShort ? shortInstant : longInstant;
  return <time dateTime={iso}>{write(formattingLocale(page.locale, page.place), iso, page.timeZone)}</time>;
}
