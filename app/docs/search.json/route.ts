import { docsPages } from '#lib/docs/pages.ts';
import { searchEntries } from '#lib/docs/search-entries.ts';
import { env } from '#lib/env.ts';

/** Its addresses come from the environment of the running server, not from that of the build. */
export const dynamic = 'force-dynamic';

/** Everything that the search of the documentation finds; the browser searches in it. */
export function GET(): Response {
  return Response.json(searchEntries(docsPages(env())), {
    headers: { 'Cache-Control': 'public, max-age=300' },
  });
}
