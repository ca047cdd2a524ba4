import { markdownOf } from '#lib/docs/markdown.ts';
import { docsPages } from '#lib/docs/pages.ts';
import { env } from '#lib/env.ts';

/** Its addresses come from the environment of the running server, not from that of the build. */
export const dynamic = 'force-dynamic';

type Context = { params: Promise<{ page: string[] }> };

/** A page of the documentation as Markdown. Next maps the page's address with `.md` here (next.config.mjs). */
export async function GET(_: Request, { params }: Context): Promise<Response> {
  const settings = env();
  const path = `/${(await params).page.join('/')}`;
  const page = docsPages(settings).find((known) => known.path === path);
  const headers = { 'Content-Type': 'text/markdown; charset=utf-8', 'Cache-Control': 'public, max-age=300' };
  if (page) return new Response(markdownOf(page, settings.publicBaseUrl), { headers });
  const missing = `# Not found\n\nAll pages: ${settings.publicBaseUrl}/llms.txt\n`;
  return new Response(missing, { status: 404, headers });
}
