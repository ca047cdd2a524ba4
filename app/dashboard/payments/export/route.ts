import { exportPayments } from '#lib/dashboard/export-payments.ts';

/** The payments of all causes of a creator as a CSV file. */
export function GET(request: Request): Promise<Response> {
  return exportPayments(request);
}
