import { exportDonorsToThank } from '#lib/dashboard/export-payments.ts';

/** The donors of all causes of a creator who can be thanked, as a CSV file. */
export function GET(request: Request): Promise<Response> {
  return exportDonorsToThank(request);
}
