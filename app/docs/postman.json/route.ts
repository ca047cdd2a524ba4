import { postmanCollection } from '#lib/docs/postman.ts';
import { env } from '#lib/env.ts';

/** Its addresses come from the environment of the running server, not from that of the build. */
export const dynamic = 'force-dynamic';

/** The API as a Postman collection. Open to all origins: it is public, and tools in a browser import it by address. */
export function GET(): Response {
  return Response.json(postmanCollection(env().publicBaseUrl), {
    headers: {
      'Cache-Control': 'public, max-age=300',
      'Access-Control-Allow-Origin': '*',
      'Content-Disposition': 'attachment; filename="fundraising-partner-api.postman_collection.json"',
    },
  });
}
