import { signInPath } from '#lib/dashboard/perform.ts';
import { privateFile } from '#lib/http/private-file.ts';
import { findActor } from '#lib/sessions/session.ts';
import { isStorableText } from '#lib/storable-text.ts';
import { readEvidence } from '#lib/withdrawals/evidence.ts';

type Context = { params: Promise<{ id: string }> };

/**
 * The file that a bank account was verified by, for staff: always a download, whose type no browser guesses, because somebody
 * else made it.
 */
export async function GET(request: Request, { params }: Context): Promise<Response> {
  const { id } = await params;
  const actor = await findActor(request.headers);
  if (!actor)
    return new Response(null, {
      status: 303,
      headers: {
        Location: signInPath(`/dashboard/staff/bank-accounts/${encodeURIComponent(id)}`),
        'Cache-Control': 'no-store',
      },
    });
  return privateFile(request, async () => {
    if (actor.role !== 'staff' || !isStorableText(id)) return null;
    const evidence = await readEvidence({ accountId: actor.id, role: actor.role }, id);
    return (
      evidence && {
        body: evidence.bytes,
        headers: {
          'Content-Type': evidence.mediaType,
          'Content-Disposition': `attachment; filename="${evidence.fileName}"`,
          'X-Content-Type-Options': 'nosniff',
        },
      }
    );
  });
}
