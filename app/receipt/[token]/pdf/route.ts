import { privateFile } from '#lib/http/private-file.ts';
import { negotiateLocale } from '#lib/i18n/locales.ts';
import { loadReceipt } from '#lib/receipts/load-receipt.ts';
import { drawReceipt } from '#lib/receipts/render-pdf.ts';
import { readZone } from '#lib/time-zone.ts';

type Context = { params: Promise<{ token: string }> };

/** The receipt as a PDF. `?lang=` chooses its language, `?tz=` a time zone for the date besides UTC. */
export function GET(request: Request, { params }: Context): Promise<Response> {
  return privateFile(request, async ({ searchParams }) => {
    const view = await loadReceipt((await params).token);
    if (!view) return null;
    const locale = negotiateLocale({
      explicit: searchParams.get('lang'),
      cookie: view.donorLocale,
      acceptLanguage: request.headers.get('accept-language'),
      country: view.country,
    });
    const pdf = await drawReceipt({ view, locale, timeZone: readZone(searchParams.get('tz')) });
    return {
      body: new Uint8Array(pdf),
      headers: {
        'Content-Type': 'application/pdf',
        'Content-Disposition': `attachment; filename="receipt-${view.number}.pdf"`,
        'Content-Language': locale,
      },
    };
  });
}
