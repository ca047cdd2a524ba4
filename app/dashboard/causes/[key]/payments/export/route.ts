import { exportPayments } from '#lib/dashboard/export-payments.ts';

type Context = { params: Promise<{ key: string }> };

/** The payments of a creator's cause as a CSV file. */
export async function GET(request: Request, { params }: Context): Promise<Response> {
  return exportPayments(request, (await params).key);
}
