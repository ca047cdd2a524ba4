import { cookies, headers } from 'next/headers';
import { type Locale, localeCookie, negotiateLocale } from '#lib/i18n/locales.ts';
import { type Reader, readerOf } from '#lib/i18n/reader.ts';

type Hints = { lang?: string | string[] | undefined; country?: string | undefined };

/** The language of the page being rendered: `?lang=`, the reader's cookie, their browser, the cause's country. */
export async function requestLocale({ lang, country }: Hints = {}): Promise<Locale> {
  const [jar, head] = await Promise.all([cookies(), headers()]);
  return negotiateLocale({
    // The page for 404 does not know its query.
    explicit: typeof lang === 'string' ? lang : (head.get('x-lang') ?? undefined),
    cookie: localeCookie((name) => jar.get(name)?.value),
    acceptLanguage: head.get('accept-language'),
    country,
  });
}

/** Who reads the page being rendered: its language, and the place that their browser names with it. */
export async function requestReader(hints: Hints = {}): Promise<Reader> {
  const [locale, head] = await Promise.all([requestLocale(hints), headers()]);
  return readerOf(locale, head.get('accept-language'));
}

/** The nonce of the request, which server.ts sets; undefined without server.ts. */
export async function requestNonce(): Promise<string | undefined> {
  return (await headers()).get('x-nonce') ?? undefined;
}
