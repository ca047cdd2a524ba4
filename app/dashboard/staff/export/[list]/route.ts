import { csvFile } from '#lib/dashboard/csv-file.ts';
import { chooseCsvSeparator } from '#lib/dashboard/csv-separator.ts';
import { requireDays } from '#lib/dashboard/require-days.ts';
import { exportList } from '#lib/dashboard/staff/exports.ts';
import { staffFile } from '#lib/dashboard/staff-file.ts';

type Props = { params: Promise<{ list: string }> };

/** Lists whose page is not in the section that their file is named by. */
const PAGES: Readonly<Record<string, string[]>> = { batches: ['withdrawals', 'batches'] };

/**
 * What the filters of a list leave, as a CSV file for staff. Signed out, it redirects to sign-in and then to the list with the
 * same filters.
 */
export async function GET(request: Request, { params }: Props): Promise<Response> {
  const { list } = await params;
  const page = Object.hasOwn(PAGES, list) ? PAGES[list] : undefined;
  const shown = new URL(request.url).searchParams;
  shown.delete('columns');
  const offered = { page: page ?? [list], query: shown, row: 'staff_list.export' as const };
  return staffFile(request, offered, async (actor, query, now, timeZone) => {
    const separator = await chooseCsvSeparator(actor.id, request);
    const filters = Object.fromEntries(query);
    requireDays(filters);
    const pieces = exportList(list, { ...filters, timeZone }, now, separator);
    return pieces ? csvFile(list, pieces) : null;
  });
}
