import { statementFile } from '#lib/dashboard/statement-file.ts';

type Context = { params: Promise<{ key: string }> };

/** The statement of a cause for a month as a CSV file. */
export async function GET(request: Request, { params }: Context): Promise<Response> {
  return statementFile(request, (await params).key, 'csv');
}
