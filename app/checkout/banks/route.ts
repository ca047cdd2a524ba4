import { privateFile } from '#lib/http/private-file.ts';
import { redirectRailsFor } from '#lib/rails/registry.ts';

/** The banks for a transfer in a `country`, as `{ code, name }[]`: for a page that came without them. Empty where there are none now. */
export function GET(request: Request): Promise<Response> {
  return privateFile(request, async ({ searchParams }) => {
    const rails = redirectRailsFor(searchParams.get('country') ?? '');
    const offer = await rails.find(({ kind }) => kind === 'bank_transfer')?.offer();
    return {
      body: JSON.stringify(offer?.options ?? []),
      headers: { 'Content-Type': 'application/json' },
    };
  });
}
