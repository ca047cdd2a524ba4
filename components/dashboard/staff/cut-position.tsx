import type { PageView } from '#lib/dashboard/page-view.ts';
import { translatorFor } from '#lib/i18n/translate.ts';
import { writeNumber } from '#lib/i18n/write-money.ts';

type Props = { page: PageView; count: number; isCut: boolean };

/** That a list shows its first rows only, and how many: `1–50 of more than 50`. Nothing where all are shown. */
export function CutPosition({ page, count, isCut }: Props) {
  if (!isCut) return null;
  const last = writeNumber(count, page.locale);
  const first = writeNumber(1, page.locale);
  return (
    <p className="list-position">{translatorFor(page.locale)('lists.positionMore', { first, last, total: last })}</p>
  );
}
