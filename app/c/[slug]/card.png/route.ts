import { drawCard } from '#lib/causes/draw-card.ts';
import { loadCausePage } from '#lib/causes/load-page.ts';
import { negotiateLocale } from '#lib/i18n/locales.ts';

type Context = { params: Promise<{ slug: string }> };

/** How long others may cache the picture, in seconds. It shows the progress of the cause. */
const KEPT_SECONDS = 300;

/** The social card of a cause, for messengers and social networks. `?lang=` chooses its language. */
export async function GET(request: Request, { params }: Context): Promise<Response> {
  const url = new URL(request.url);
  const found = await loadCausePage((await params).slug, new Date());
  if (found.kind === 'missing') return new Response(null, { status: 404 });
  if (found.kind === 'moved')
    return new Response(null, {
      status: 308,
      headers: { Location: `/c/${found.slug}/card.png${url.search}` },
    });
  const locale = negotiateLocale({ explicit: url.searchParams.get('lang'), country: found.page.country });
  const picture = await drawCard(found.page, locale);
  return new Response(new Uint8Array(picture), {
    headers: {
      'Content-Type': 'image/png',
      'Content-Language': locale,
      'Cache-Control': `public, max-age=${KEPT_SECONDS}`,
    },
  });
}
