import { llmsText } from '#lib/docs/markdown.ts';
import { docsPages } from '#lib/docs/pages.ts';
import { env } from '#lib/env.ts';

/** Its addresses come from the environment of the running server, not from that of the build. */
export const dynamic = 'force-dynamic';

/** What a language model finds here (llmstxt.org). */
export function GET(): Response {
  const settings = env();
  return new Response(llmsText(docsPages(settings), settings.publicBaseUrl), {
    headers: { 'Content-Type': 'text/plain; charset=utf-8', 'Cache-Control': 'public, max-age=300' },
  });
}
