import { now } from '#lib/clock.ts';
import { csvFile } from '#lib/dashboard/csv-file.ts';
import { chooseCsvSeparator } from '#lib/dashboard/csv-separator.ts';
import { signInPath } from '#lib/dashboard/perform.ts';
import { exportList } from '#lib/dashboard/staff/exports.ts';
import { privateFile } from '#lib/http/private-file.ts';
import { findActor } from '#lib/sessions/session.ts';

type Props = { params: Promise<{ list: string }> };

/** What the filters of a list leave, as a CSV file for staff. Signed out, it redirects to sign-in and then to the list. */
export async function GET(request: Request, { params }: Props): Promise<Response> {
  const { list } = await params;
  const actor = await findActor(request.headers);
  if (!actor)
    return new Response(null, {
      status: 303,
      headers: {
        Location: signInPath(`/dashboard/staff/${encodeURIComponent(list)}`),
        'Cache-Control': 'no-store',
      },
    });
  return privateFile(request, async ({ searchParams }) => {
    if (actor.role !== 'staff') return null;
    const separator = await chooseCsvSeparator(actor.id, request);
    const pieces = exportList(list, Object.fromEntries(searchParams), now(), separator);
    return pieces ? csvFile(list, pieces) : null;
  });
}
