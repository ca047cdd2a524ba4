import { exportDonorsToThank } from '#lib/dashboard/export-payments.ts';

type Context = { params: Promise<{ key: string }> };

/** The donors of a creator's cause who can be thanked, as a CSV file. */
export async function GET(request: Request, { params }: Context): Promise<Response> {
  return exportDonorsToThank(request, (await params).key);
}
