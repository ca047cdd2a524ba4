import { staffFile } from '#lib/dashboard/staff-file.ts';
import { isStorableText } from '#lib/storable-text.ts';
import { readEvidence } from '#lib/withdrawals/evidence.ts';

type Context = { params: Promise<{ id: string }> };

/**
 * The file that a bank account was verified by, for staff: always a download, whose type no browser guesses, because somebody
 * else made it.
 */
export async function GET(request: Request, { params }: Context): Promise<Response> {
  const { id } = await params;
  const offered = { page: ['bank-accounts', id], row: 'bank_account.read_evidence' as const };
  return staffFile(request, offered, async (actor) => {
    if (!isStorableText(id)) return null;
    const evidence = await readEvidence(actor, id);
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
