import { staffFile } from '#lib/dashboard/staff-file.ts';
import { isDomainError } from '#lib/problems/domain-error.ts';
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
  const offered = { page: ['withdrawals', 'batches', id], row: 'batch.export' as const };
  return staffFile(request, offered, async (actor, _query, now) => {
    const format = BATCH_FORMATS.find((one) => one === wanted);
    if (format === undefined || !isStorableText(id)) return null;
    const file = await exportBatch(actor, id, format, now).catch((error: unknown) => {
      if (isDomainError(error)) return null;
      throw error;
    });
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
