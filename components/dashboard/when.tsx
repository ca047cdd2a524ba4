import { LocalTime } from '#components/ui/local-time.tsx';
import type { PageView } from '#lib/dashboard/page-view.ts';

type Props = { page: PageView; at: Date | null; isShort?: boolean };

/** An instant in the reader's own time zone; a dash where there is none. */
export function When({ page, at, isShort = false }: Props) {
  return at === null ? (
    '—'
  ) : (
    <LocalTime iso={at.toISOString()} formatLocale={page.locale} isShort={isShort} />
  );
}
