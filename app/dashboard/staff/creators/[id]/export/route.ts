import { exportCreatorFile } from '#lib/dashboard/staff/creators.ts';
import { staffFile } from '#lib/dashboard/staff-file.ts';
import { isStorableText } from '#lib/storable-text.ts';

type Context = { params: Promise<{ id: string }> };

/** All that is stored of the holder of an account, as JSON, for staff to hand to the person who asks for it. */
export async function GET(request: Request, { params }: Context): Promise<Response> {
  const { id } = await params;
  const offered = { page: ['creators', id], row: 'creator.export' as const };
  return staffFile(request, offered, async (actor, _query, now) => {
    if (!isStorableText(id)) return null;
    const body = await exportCreatorFile(actor.id, id, now);
    if (body === null) return null;
    return {
      body,
      headers: {
        'Content-Type': 'application/json; charset=utf-8',
        'Content-Disposition': `attachment; filename="creator-${id}.json"`,
        'X-Content-Type-Options': 'nosniff',
      },
    };
  });
}
