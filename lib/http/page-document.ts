import type { IncomingMessage } from 'node:http';
import { type Locale, localeCookie, negotiateLocale } from '#lib/i18n/locales.ts';
import { translatorFor } from '#lib/i18n/translate.ts';
import { plainDocument } from './plain-document.ts';
import { targetUrl } from './request.ts';

/**
 * A document in place of a page, with a link to the page.
 * @param reason too many ask for pages, or the page broke
 * @param nonce of the response's policy
 * @param againInSeconds where the page can be shown by then
 */
export function documentForPage(
  request: IncomingMessage,
  reason: 'busy' | 'unexpected',
  nonce: string,
  againInSeconds?: number,
): string {
  const locale = readerLocale(request);
  const t = translatorFor(locale);
  return plainDocument({
    locale,
    nonce,
    title: t(`pageErrors.${reason}Title`),
    body: t(`pageErrors.${reason}Body`),
    link: { href: request.url ?? '/', text: t('ui.tryAgain') },
    ...(againInSeconds !== undefined && { againInSeconds }),
  });
}

/** The language of the page that is asked for, as far as the request tells. */
export function readerLocale({ url = '/', headers }: IncomingMessage): Locale {
  const cookies = (headers.cookie ?? '').split(';').map((pair) => pair.trim().split('='));
  return negotiateLocale({
    explicit: targetUrl(url).searchParams.get('lang'),
    cookie: localeCookie((name) => cookies.find(([each]) => each === name)?.[1]),
    acceptLanguage: headers['accept-language'],
  });
}
