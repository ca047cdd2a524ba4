import { requestLocale, requestNonce } from '#components/ui/request.ts';
import type { Locale } from '#lib/i18n/locales.ts';
import type { CheckoutView } from '#lib/payments/checkout-view.ts';

/** What every page of a link is given of its request. */
export type LinkRequest = {
  linkId: string;
  locale: Locale;
  /** Undefined when something other than the front door serves the page. */
  nonce: string | undefined;
  /** QA's deck stands below the page. */
  qaDeck: boolean;
};

type Facts = {
  linkId: string;
  lang: string | string[] | undefined;
  /** Unknown, and so without a country, where the link could not be looked at. */
  view: CheckoutView | string;
  qaDeck: boolean;
};

/** Reads the language and the nonce of the request being rendered; the cause's country decides where nobody names a language. */
export async function linkRequest({ linkId, lang, view, qaDeck }: Facts): Promise<LinkRequest> {
  const country = typeof view === 'string' ? undefined : view.country;
  const [locale, nonce] = await Promise.all([requestLocale({ lang, country }), requestNonce()]);
  return { linkId, locale, nonce, qaDeck };
}
