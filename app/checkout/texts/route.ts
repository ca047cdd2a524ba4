import { interactiveTexts } from '#components/checkout/page-texts.ts';
import { privateFile } from '#lib/http/private-file.ts';
import { isLocale } from '#lib/i18n/locales.ts';
import { readerOf } from '#lib/i18n/reader.ts';

/** The texts of the checkout in one language (`lang`), with money as in the cause's `country`: to change the language in place. */
export function GET(request: Request): Promise<Response> {
  return privateFile(request, async ({ searchParams }) => {
    const lang = searchParams.get('lang');
    if (!isLocale(lang)) return null;
    const body = JSON.stringify(
      interactiveTexts(readerOf(lang, request.headers.get('accept-language')), searchParams.get('country') ?? ''),
    );
    return { body, headers: { 'Content-Type': 'application/json' } };
  });
}
