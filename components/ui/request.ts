import { cookies, headers } from 'next/headers';
import type { Locale } from '#lib/i18n/locales.ts';
import { LOCALE_COOKIE, negotiateLocale } from '#lib/i18n/negotiate.ts';

type Hints = { lang?: string | string[] | undefined; country?: string | undefined };

/** The language of the page being rendered: `?lang=`, the reader's cookie, their browser, the cause's country. */
export async function requestLocale({ lang, country }: Hints = {}): Promise<Locale> {
  const [jar, head] = await Promise.all([cookies(), headers()]);
  return negotiateLocale({
    explicit: typeof lang === 'string' ? lang : undefined,
    cookie: jar.get(LOCALE_COOKIE)?.value,
    acceptLanguage: head.get('accept-language'),
    country,
  });
}

/** The nonce of the request, as the front door set it; undefined when something else serves the pages. */
export async function requestNonce(): Promise<string | undefined> {
  return (await headers()).get('x-nonce') ?? undefined;
}
