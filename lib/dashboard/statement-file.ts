import { now as readClock } from '#lib/clock.ts';
import { negotiateLocale } from '#lib/i18n/locales.ts';
import { readZone } from '#lib/time-zone.ts';
import { chooseCsvSeparator } from './csv-separator.ts';
import { ownCauseFile } from './own-cause-file.ts';
import { statementCsv } from './statement-csv.ts';
import { drawStatement } from './statement-pdf.ts';
import { isMonth, statementOfMonth } from './statements.ts';

/**
 * Answers with the statement of a cause as a file. The URL names the month, `?month=2026-10`, and the time zone in which it
 * begins and ends, `?zone=America/Bogota`; a PDF's language too, `?lang=es`.
 */
export function statementFile(request: Request, key: string, kind: 'pdf' | 'csv'): Promise<Response> {
  const month = new URL(request.url).searchParams.get('month') ?? '';
  const page = isMonth(month) ? `/statements?${new URLSearchParams({ month })}` : '/statements';
  return ownCauseFile(request, key, page, async (cause, query, { id }) => {
    const zone = readZone(query.get('zone') ?? 'UTC');
    const now = readClock();
    if (!isMonth(month) || zone === undefined) return null;
    const view = await statementOfMonth(cause, month, zone, now);
    if (view.firstDay > view.lastDay) return null;
    const acceptLanguage = request.headers.get('accept-language');
    const locale = negotiateLocale({ explicit: query.get('lang'), acceptLanguage, country: cause.country });
    const isPdf = kind === 'pdf';
    return {
      body: isPdf
        ? new Uint8Array(await drawStatement({ month: view, locale }))
        : statementCsv(view, await chooseCsvSeparator(id, request)),
      headers: {
        'Content-Type': isPdf ? 'application/pdf' : 'text/csv; charset=utf-8; header=present',
        'Content-Disposition': `attachment; filename="statement-${cause.key}-${month}.${kind}"`,
        ...(isPdf ? { 'Content-Language': locale } : {}),
      },
    };
  });
}
