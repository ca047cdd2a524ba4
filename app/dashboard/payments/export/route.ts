import { exportPayments } from '#lib/dashboard/export-payments.ts';

/** The payments of all own causes as a file. */
export function GET(request: Request): Promise<Response> {
  return exportPayments(request);
}
