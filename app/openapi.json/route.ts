import { env } from '#lib/env.ts';
import { openApiDocument } from '#lib/http/openapi.ts';

/** Its addresses come from the environment of the running server, not from that of the build. */
export const dynamic = 'force-dynamic';

/** The OpenAPI 3.1 document. Open to all origins: it is public, and tools in a browser fetch it. */
export function GET(): Response {
  return Response.json(openApiDocument(env()), {
    headers: { 'Cache-Control': 'public, max-age=300', 'Access-Control-Allow-Origin': '*' },
  });
}
