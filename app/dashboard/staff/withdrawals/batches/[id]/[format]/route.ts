import { now } from '#lib/clock.ts';
import { signInPath } from '#lib/dashboard/perform.ts';
import { privateFile } from '#lib/http/private-file.ts';
import { isDomainError } from '#lib/problems/domain-error.ts';
import { findActor } from '#lib/sessions/session.ts';
import { isStorableText } from '#lib/storable-text.ts';
import { BATCH_FORMATS, type BatchFormat, exportBatch } from '#lib/withdrawals/batch-file.ts';

type Context = { params: Promise<{ id: string; format: string }> };

const TYPES: Readonly<Record<BatchFormat, string>> = {
  csv: 'text/csv; charset=utf-8; header=present',
  xml: 'application/xml; charset=utf-8',
};

/**
 * The file of a payout batch for the bank, for staff: CSV, or ISO 20022 pain.001.001.09. There is none for a batch that was
 * cancelled, or that has a withdrawal which must not be sent: the batch's page says so.
 */
export async function GET(request: Request, { params }: Context): Promise<Response> {
  const { id, format: wanted } = await params;
  const actor = await findActor(request.headers);
  if (!actor)
    return new Response(null, {
      status: 303,
      headers: {
        Location: signInPath(`/dashboard/staff/withdrawals/batches/${encodeURIComponent(id)}`),
        'Cache-Control': 'no-store',
      },
    });
  const format = BATCH_FORMATS.find((one) => one === wanted);
  return privateFile(request, async () => {
    if (actor.role !== 'staff' || format === undefined || !isStorableText(id)) return null;
    const file = await exportBatch({ accountId: actor.id, role: actor.role }, id, format, now()).catch(
      (error: unknown) => {
        if (isDomainError(error)) return null;
        throw error;
      },
    );
    if (file === null) return null;
    return {
      body: file,
      headers: {
        'Content-Type': TYPES[format],
        'Content-Disposition': `attachment; filename="payouts-${id}.${format}"`,
        'X-Content-Type-Options': 'nosniff',
      },
    };
  });
}
