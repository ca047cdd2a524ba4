import { problemAnswer } from '#lib/http/answer.ts';
import { clientAddress } from '#lib/http/client-address.ts';
import { countCall } from '#lib/http/rate-limit.ts';
import { negotiateLocale } from '#lib/i18n/negotiate.ts';
import { isProblem } from '#lib/problems/problem.ts';
import { loadReceipt } from '#lib/receipts/load-receipt.ts';
import { renderPdf } from '#lib/receipts/render-pdf.ts';

type Context = { params: Promise<{ token: string }> };

/** The receipt as a file: `?lang=` chooses its language, `?tz=` the zone in which the date stands beside UTC. */
export async function GET(request: Request, { params }: Context): Promise<Response> {
  const url = new URL(request.url);
  try {
    await countCall('address', clientAddress(request.headers) ?? 'unknown');
  } catch (error) {
    if (!isProblem(error)) throw error;
    const { status, headers, body } = problemAnswer(error, url.pathname);
    return new Response(body, { status, headers });
  }
  const view = await loadReceipt((await params).token);
  if (!view) return new Response(null, { status: 404 });
  const locale = negotiateLocale({
    explicit: url.searchParams.get('lang'),
    cookie: view.donorLocale,
    acceptLanguage: request.headers.get('accept-language'),
    country: view.country,
  });
  const pdf = await renderPdf(view, { locale, timeZone: zoneOf(url.searchParams.get('tz')) });
  return new Response(new Uint8Array(pdf), {
    headers: {
      'Content-Type': 'application/pdf',
      'Content-Disposition': `attachment; filename="receipt-${view.paymentId}.pdf"`,
      'Content-Language': locale,
      'Cache-Control': 'private, no-store',
      'X-Robots-Tag': 'noindex, nofollow',
    },
  });
}

/** A time zone's name as browsers write it; undefined where it is none. */
function zoneOf(name: string | null): string | undefined {
  if (!name) return undefined;
  try {
    return new Intl.DateTimeFormat('en', { timeZone: name }).resolvedOptions().timeZone;
  } catch {
    return undefined;
  }
}
