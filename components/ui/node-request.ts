import type { IncomingMessage } from 'node:http';
import type { Locale } from '#lib/i18n/locales.ts';
import { LOCALE_COOKIE, negotiateLocale } from '#lib/i18n/negotiate.ts';

type Incoming = IncomingMessage & { cookies: Partial<Record<string, string>> };
type Hints = { lang?: string | string[] | undefined; country?: string | undefined };

/** What `request.ts` reads of the request being rendered, for pages that are handed it. */
export function localeOf(request: Incoming, { lang, country }: Hints): Locale {
  return negotiateLocale({
    explicit: typeof lang === 'string' ? lang : undefined,
    cookie: request.cookies[LOCALE_COOKIE],
    acceptLanguage: request.headers['accept-language'],
    country,
  });
}

/** The nonce of the request, as the front door set it; null when something else serves the pages. */
export function nonceOf(request: Incoming): string | null {
  return [request.headers['x-nonce']].flat()[0] ?? null;
}
